"""What the convention agent says about its moves.

What everybody may read is made of the public record and the move alone: the reader learns what the
move says by convention, never what the speaker saw. What it saw is told apart.
"""

from __future__ import annotations

from agents.kinds.plain_reasons import why as plain
from agents.kinds.saying import giver, last_clue, listed, name, place, places, value, whose
from agents.kinds.whole_reasons import whole
from native import Move, MoveKind, View
from native.strategies.conv.conv import Reason, Told

MOST_NAMED = 4

SEEN = {
    Reason.PLAY_PROMPT: "A clue to another hand needed this clued card first.",
    Reason.PLAY_BLIND: "A clue to another hand needed a card that I saw nowhere, so I had it.",
    Reason.PLAY_RISK: "Nothing was lost by trying.",
    Reason.PLAY_LIKELY: "It was not certain, and worth the try.",
    Reason.DISCARD_LOCKED: "Every card of mine was clued, so I gave the least valuable one.",
    Reason.CLUE_FINESSE: "Another player held the card before it and would play that first.",
    Reason.CLUE_FIX: "The clue stopped a mistake.",
    Reason.CLUE_STALL: "Nothing else was better.",
}
"""What the sentence about the cards does not say."""


def why(view: View, move: Move, told: Told) -> str:
    """One sentence or two from the public record and the move."""
    if told.target is not None:
        said = f"I clued {whose(view, told.target)}{value(view, move)}."
        return f"{said} {_meant(view, told)}".strip()
    assert move.slot is not None
    slot = place(view, view.seat, move.slot)
    if move.kind is MoveKind.DISCARD:
        return _discard(view, move)
    if (clue := last_clue(view, view.seat, move.slot)) is not None:
        return f"{giver(view, clue)} clued {value(view, clue.move)}, so I played {slot}."
    return (
        f"No clue had touched {slot}. I played it because a clue to another hand asked for it, "
        "or it was worth the try."
    )


def detail(view: View, move: Move, reason: Reason, told: Told) -> str:
    """About what it saw, for those who see all hands."""
    parts = (whole(view, move), SEEN.get(reason, ""), _meant(view, told))
    return " ".join(part for part in parts if part)


def how(reason: Reason) -> str:
    """Which of its decisions it was."""
    return f"By the conventions: {reason.name.lower().replace('_', ' ')}."


def _meant(view: View, told: Told) -> str:
    """What the clue says by convention."""
    if told.target is None or told.focus is None:
        return ""
    slot = place(view, told.target, told.focus).capitalize()
    cards = [name(view, card) for card in view.rules.cards_in(told.said)]
    chop = ", the chop," if told.chop else ""
    if not cards:
        return f"{slot}{chop} is meant: it can't score any more."
    if len(cards) <= MOST_NAMED:
        return f"{slot}{chop} is meant: {listed(cards, 'or')}."
    what = "it can be played now" if not told.said & ~view.playable else "it is still needed"
    return f"{slot}{chop} is meant: {what}."


def _discard(view: View, move: Move) -> str:
    kept = [
        other for other in view.own_slots if other != move.slot and view.touched(view.seat, other)
    ]
    keeping = f" I kept {places(view, view.seat, kept)}." if kept else ""
    return f"{plain(view, move)}{keeping}"
