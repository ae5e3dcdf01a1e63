"""The recorded game shown on the front page."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import msgspec

from agents import registry
from game import protocol as p
from game.board.perspective import frames
from game.board.viewpoint import Viewpoint
from game.models import Move as MoveRow
from game.models import Seating, Table
from game.tables.state import TableState, playback_of

RECORD = Path(__file__).with_name("showcase.json")
"""The deck, the seats' agents, and pairs of a move and its reason."""


@cache
def showcase() -> bytes:
    """Return the front page's recorded game, all hands open, as JSON, cached per process."""
    told = frames(recorded_game(), Viewpoint(None, open=True))
    return msgspec.json.encode({"frames": [_short(frame) for frame in told]})


def recorded_game() -> TableState:
    """Return the front page's recorded game, on an unsaved table."""
    record = json.loads(RECORD.read_text())
    table = Table(
        slug="showcase",
        status=Table.Status.FINISHED,
        players=len(record["seats"]),
        deck=record["deck"],
        version=len(record["moves"]),
        ending="out_of_turns",
    )
    rows = [
        MoveRow(turn=turn, seat=(turn - 1) % table.players, text=text, version=turn, detail=why)
        for turn, (text, why) in enumerate(record["moves"], start=1)
    ]
    seats = [
        Seating(
            index=index,
            kind=Seating.Kind.AGENT,
            name=registry.called(address),
            address=address,
        )
        for index, address in enumerate(record["seats"])
    ]
    playback = playback_of(table, rows)
    assert playback is not None
    table.stacks = table.zero = playback.last.score
    return TableState(table, seats, rows, [], playback)


def _short(frame: p.Frame) -> p.Frame:
    """Return a copy of the frame without the fields that only players need."""
    for card in (card for hand in frame.hands for card in hand):
        card.common = card.odds = card.said = card.asked = None
        card.chop = card.focus = False
    return msgspec.structs.replace(frame, ending=None)
