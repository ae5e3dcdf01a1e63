"""What the search says about its moves.

What everybody may read tells whether it kept to its base strategy, in that one's own words. What
each move is worth depends on the hands that it sees, so that is told apart, for replays and open
tables.
"""

from __future__ import annotations

from agents.contract import Decision
from agents.entry import Entry
from native import Move, MoveKind, View
from native.search.search import Thought, Value

MOST_NAMED = 4


def departure(view: View, thought: Thought, base: Entry) -> Decision:
    """Another move than the base's."""
    assert thought.move is not None
    what = {MoveKind.PLAY: "to play", MoveKind.DISCARD: "to discard"}
    better = f"{what[thought.move.kind]} this card" if thought.move.kind in what else "this clue"
    why = f"I looked ahead and prefer {better} to what {base.title} would do."
    return _decision(view, thought, why, ["better", thought.move.id(view.rules)])


def usual(view: View, thought: Thought, base: Entry, told: Decision) -> Decision:
    """The base's move, with its reason; where the base draws lots it may tell of another move."""
    assert thought.move is not None
    if told.move == thought.move:
        why = f"{told.why} I looked ahead and nothing was better."
        said = [
            told.data.get("position"),
            thought.move.id(view.rules),
            _touched(view, thought.move),
        ]
        return _decision(view, thought, why, ["usual", *said])
    why = f"I looked ahead, and nothing was better than what {base.title} plays."
    return _decision(view, thought, why, ["lots", thought.move.id(view.rules)])


def _touched(view: View, move: Move) -> list[int]:
    """The slots that a clue touches, as everybody will see."""
    if move.target is None or move.value is None:
        return []
    rules = view.rules
    rank = move.kind is MoveKind.RANK
    touches = rules.rank_masks[move.value - 1] if rank else rules.colours[move.value].touches
    hand = view.hands[(view.seat + move.target) % rules.players]
    return [slot for slot, card in enumerate(hand) if card and touches >> rules.identity(card) & 1]


def _decision(view: View, thought: Thought, why: str, position: list[object]) -> Decision:
    assert thought.move is not None
    tried = sorted(
        (value for value in thought.values if value.worlds),
        key=lambda value: (value.move != thought.move, -value.worlds, -value.value),
    )
    named = ", ".join(f"{_move(view, one.move)} {one.value:.1f}" for one in tried[:MOST_NAMED])
    return Decision(
        move=thought.move,
        why=why,
        detail=f"{why} {named[:1].upper()}{named[1:]}." if named else why,
        data={
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
