"""The first game as JSON for its page: the table at every step, as seen from the learner's seat."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from game import protocol as p
from game.board.perspective import frames
from game.board.viewpoint import Viewpoint
from game.board.words import to_you
from game.learn.first_game import DECK, MOVES, PARTNER, STEPS, Step
from game.models import Move as MoveRow
from game.models import Seating, Table
from game.tables.state import TableState, playback_of
from native import Game, Move, MoveKind

LEARNER = 0


@cache
def lesson() -> bytes:
    """Return the introductory lesson's steps and table states as JSON, cached per process."""
    state = first_game()
    told = frames(state, Viewpoint(LEARNER, open=False))
    return msgspec.json.encode(
        {
            "steps": [_step(state, step) for step in STEPS],
            "frames": _shown(told, sorted({step.turn for step in STEPS})),
        }
    )


def first_game() -> TableState:
    """Return the lesson's finished game, on an unsaved table."""
    table = Table(
        slug="first-game",
        status=Table.Status.FINISHED,
        players=2,
        deck=DECK,
        version=len(MOVES),
        ending="out_of_turns",
    )
    rows = [
        MoveRow(turn=turn, seat=(turn - 1) % 2, text=text, version=turn)
        for turn, text in enumerate(MOVES, start=1)
    ]
    seats = [
        Seating(index=LEARNER, kind=Seating.Kind.AGENT, name="You"),
        Seating(index=1, kind=Seating.Kind.AGENT, name=PARTNER),
    ]
    playback = playback_of(table, rows)
    assert playback is not None
    table.stacks = table.zero = playback.last.score
    return TableState(table, seats, rows, [], playback)


def _shown(told: list[p.Frame], turns: list[int]) -> list[p.Frame]:
    """Return the frames of these turns, each with the log lines since the turn before it."""
    shown, before = [], -1
    for turn in turns:
        log = [
            msgspec.structs.replace(entry, text=to_you(entry.text))
            for one in told[before + 1 : turn + 1]
            for entry in one.log
        ]
        shown.append(msgspec.structs.replace(told[turn], log=log))
        before = turn
    return shown


def _step(state: TableState, step: Step) -> dict[str, Any]:
    assert state.playback is not None
    turns = sorted({one.turn for one in STEPS})
    return {
        "frame": turns.index(step.turn),
        "say": step.say,
        "look": step.look,
        "order": step.order,
        "go_on": step.go_on,
        "act": _act(state.playback.positions[step.turn]) if step.do else None,
    }


def _act(before: Game) -> dict[str, Any]:
    """Return the next move as the message that the board sends."""
    move = Move.parse(MOVES[before.turn], before.rules)
    if move.is_clue:
        return {"t": "clue", "seat": 1, "value": move.clue_value(before.rules)}
    assert move.slot is not None
    kind = "play" if move.kind is MoveKind.PLAY else "discard"
    return {"t": kind, "order": before.order(LEARNER, move.slot)}
