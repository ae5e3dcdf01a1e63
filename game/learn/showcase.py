"""The recorded game shown on the front page."""

import json
from functools import cache
from pathlib import Path

import msgspec

from agents import registry
from game import protocol as p
from game.board.perspective import frames
from game.board.viewpoint import Viewpoint
from game.board.words import to_you
from game.models import Seating, Table
from game.tables.state import TableState, replayed, unsaved
from native import Rules

RECORD = Path(__file__).with_name("showcase.json")
"""The file with the recorded game: its `deck`, the agents at its `seats`, and its `moves` as pairs
of a move and its reason."""


@cache
def showcase() -> bytes:
    """Return the frames of the front page's recorded game as JSON, seen from seat 0, cached per
    process.

    Of the agents' reasons for their moves, only those for plays by seat 1 are included.
    """
    told = frames(recorded_game(), Viewpoint(0, open=False))
    return msgspec.json.encode({"frames": [_short(frame) for frame in told]})


def recorded_game() -> TableState:
    """Return the front page's recorded game, played to its end, as the state of a table that is
    not in the database.
    """
    record = json.loads(RECORD.read_text())
    moves = [text for text, _ in record["moves"]]
    said = {
        turn: {"why": why if text.startswith("p") and turn % 2 == 0 else "", "detail": why}
        for turn, (text, why) in enumerate(record["moves"], start=1)
    }
    seats = [
        Seating(
            index=index,
            kind=Seating.Kind.AGENT,
            name=registry.called(address) if index else "You",
            address=address,
        )
        for index, address in enumerate(record["seats"])
    ]
    game = replayed(Rules.standard(len(seats)), record["deck"], moves).last
    return unsaved(game, seats, (), said, slug="showcase", help=Table.Help.NONE)


def _short(frame: p.Frame) -> p.Frame:
    """Return a copy of a frame without the fields that only players need, and with the log
    addressed to seat 0 as “you”. The cards of the given frame are changed too.
    """
    for card in (card for hand in frame.hands for card in hand):
        card.common = card.odds = card.said = card.asked = None
        card.chop = card.focus = False
    seats = [msgspec.structs.replace(seat, address=None, type=None) for seat in frame.seats]
    log = [msgspec.structs.replace(line, text=to_you(line.text)) for line in frame.log]
    return msgspec.structs.replace(frame, seats=seats, log=log, legal=None, ending=None)
