"""What the search says about its moves.

Whether it kept to its base strategy, and what each move is worth, depends on the hands that it
sees. So that is told apart, for replays and open tables; everybody may read what everybody sees.
"""

from __future__ import annotations

from agents.contract import Decision
from agents.entry import Entry
from agents.kinds import plain_reasons
from agents.kinds.whole_reasons import whole
from native import Move, MoveKind, View
from native.search.search import Thought, Value

MOST_NAMED = 4


def departure(view: View, thought: Thought, base: Entry) -> Decision:
    """Another move than the base's."""
    assert thought.move is not None
    what = {MoveKind.PLAY: "to play", MoveKind.DISCARD: "to discard"}
    better = f"{what[thought.move.kind]} this card" if thought.move.kind in what else "this clue"
    told = (
        f"{whole(view, thought.move)} I looked ahead and preferred {better} to what "
        f"{base.title} would do."
    )
    return _decision(view, thought, told, ["better", thought.move.id(view.rules)])


def usual(view: View, thought: Thought, base: Entry, told: Decision) -> Decision:
    """The base's move, with its reason if it tells the same move."""
    assert thought.move is not None
    if told.move == thought.move:
        reason = f"{told.detail or told.why} I looked ahead, and nothing was better."
        return _decision(view, thought, reason, ["usual", told.data.get("position")])
    reason = (
        f"{whole(view, thought.move)} I looked ahead, and nothing was better than what "
        f"{base.title} would do."
    )
    return _decision(view, thought, reason, ["usual", thought.move.id(view.rules)])


def _decision(view: View, thought: Thought, told: str, position: list[object]) -> Decision:
    assert thought.move is not None
    tried = sorted(
        (value for value in thought.values if value.worlds),
        key=lambda value: (value.move != thought.move, -value.worlds, -value.value),
    )
    named = ", ".join(f"{_move(view, one.move)} {one.value:.1f}" for one in tried[:MOST_NAMED])
    return Decision(
        move=thought.move,
        why=f"{plain_reasons.why(view, thought.move)} I looked ahead.",
        detail=told,
        data={
            "how": f"Points expected: {named}." if named else "",
            "position": position,
            "rollouts": thought.rollouts,
            "usual": None if thought.usual is None else thought.usual.text(view.rules),
            "values": [_value(view, one) for one in tried],
        },
    )


def _value(view: View, value: Value) -> dict[str, object]:
    """What a move is worth, for programs: its mean score, and what it gains over the base's."""
    return {
        "move": value.move.text(view.rules),
        "value": round(value.value, 3),
        "gain": round(value.gain, 3),
        "error": round(value.error, 3),
        "worlds": value.worlds,
    }


def _move(view: View, move: Move) -> str:
    """Clue 5s to seat 2; play slot 1."""
    if move.slot is not None:
        return f"{move.kind.name.lower()} slot {view.position(view.seat, move.slot)}"
    assert move.target is not None
    assert move.value is not None
    seat = (view.seat + move.target) % view.rules.players + 1
    if move.kind is MoveKind.RANK:
        return f"clue {move.value}s to seat {seat}"
    return f"clue {view.rules.colours[move.value].name.lower()} to seat {seat}"
