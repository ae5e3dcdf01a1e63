"""What anybody at the table may be told of a move while the game runs: what everybody sees of it.

What made an agent choose may be a card in the reader's own hand. So nothing here asks the agent:
the sentence is a function of the public record and the move.
"""

from __future__ import annotations

from agents.kinds.saying import giver, last_clue, place, places, unclued, value, whose
from native import Move, MoveKind, View


def why(view: View, move: Move) -> str:
    """One or two sentences about the move of the view's seat."""
    if move.is_clue:
        return _clue(view, move)
    assert move.slot is not None
    slot = place(view, view.seat, move.slot)
    left = view.clued(view.seat, move.slot)
    clue = last_clue(view, view.seat, move.slot)
    if move.kind is MoveKind.PLAY:
        if not left & ~view.playable:
            return f"By the clues I got, I knew that {slot} was playable."
        if clue is None:
            return f"No clue had touched {slot}, but I took the chance."
        return f"{giver(view, clue)} clued {value(view, clue.move)}, so I played {slot}."
    if not left & ~view.useless:
        return f"By the clues I got, {slot} could not score any more."
    if clue is not None:
        return f"I could spare {slot} best, although it was clued."
    oldest = "oldest " if move.slot == unclued(view)[0] else ""
    none = "There was no clue token left, and " if not view.clue_tokens else ""
    said = f"{none}{slot} was my {oldest}card without a clue, so I discarded it."
    return said[0].upper() + said[1:]


def _clue(view: View, move: Move) -> str:
    assert move.target is not None
    rules = view.rules
    target = (view.seat + move.target) % rules.players
    mask = clue_mask(view, move)
    touched = [
        slot
        for slot, card in enumerate(view.hands[target])
        if card and mask >> rules.identity(card) & 1
    ]
    fresh = [slot for slot in touched if not view.touched(target, slot)]
    told = f"I clued {whose(view, target)}{value(view, move)}: {places(view, target, touched)}"
    if not fresh:
        return f"{told}, clued before."
    left = 0
    for slot in fresh:
        left |= view.clued(target, slot) & mask
    if fresh != touched:
        told += f", {places(view, target, fresh)} for the first time"
    them = "It" if len(fresh) == 1 else "Each of them"
    if not left & ~view.playable:
        return f"{told}. {them} can be played now, whatever it is."
    if not left & ~view.useless:
        return f"{told}. {them} can't score any more."
    if not left & ~view.critical:
        return f"{told}. {them} is the last of its kind, so keep it."
    return f"{told}."


def clue_mask(view: View, move: Move) -> int:
    """The identities that a clue touches."""
    assert move.value is not None
    if move.kind is MoveKind.RANK:
        return view.rules.rank_masks[move.value - 1]
    return view.rules.colours[move.value].touches
