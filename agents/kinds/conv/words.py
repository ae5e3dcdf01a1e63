"""What the convention agent says about its moves.

What everybody may read is made of the public record and the move alone: the reader learns what the
move says by convention, never what the speaker saw. What it saw is told apart.
"""

from __future__ import annotations

from agents.kinds.plain_reasons import giver, last_clue, value
from native import Card, Move, MoveKind, View
from native.engine.variants import suits_of
from native.strategies.conv.conv import Reason, Told

MOST_NAMED = 4

SEEN = {
    Reason.PLAY_TOLD: "By what was said and what I see, it is playable.",
    Reason.PLAY_PROMPT: "A clue to another hand needs this clued card first.",
    Reason.PLAY_BLIND: "A clue to another hand needs a card that I see nowhere, so I have it here.",
    Reason.PLAY_RISK: "Nothing is lost by trying.",
    Reason.DISCARD_KNOWN: "By what was said and what I see, it is useless.",
    Reason.DISCARD_CHOP: "Nobody saved it, and there was nothing better to do.",
    Reason.DISCARD_LOCKED: "Every card of mine is clued, so I gave the least valuable one.",
    Reason.CLUE_PLAY: "I want it played.",
    Reason.CLUE_FINESSE: "Another player holds the card before it and will play that first.",
    Reason.CLUE_SAVE: "I want it kept.",
    Reason.CLUE_FIX: "The clue stops a mistake.",
    Reason.CLUE_FILL: "The clue tells more about cards that were clued before.",
    Reason.CLUE_STALL: "Nothing else was better.",
}


def why(view: View, move: Move, told: Told) -> str:
    """One sentence from the public record and the move."""
    if told.target is not None:
        return _clue(view, move, told)
    assert move.slot is not None
    slot = f"slot {view.position(view.seat, move.slot)}"
    if move.kind is MoveKind.DISCARD:
        return _discard(view, move.slot, slot)
    if (clue := last_clue(view, view.seat, move.slot)) is not None:
        return f"{giver(view, clue)} clued {value(view, clue.move)}, so I play {slot}."
    return f"I play {slot} unclued: a clue to another hand asks for it, or it is worth the try."


def detail(view: View, reason: Reason, told: Told) -> str:
    """What it saw, for those who see all hands."""
    if told.target is None or told.focus is None:
        return SEEN[reason]
    card = view.hands[told.target][told.focus]
    return f"It is a {_name(view, card)}. {SEEN[reason]}" if card else SEEN[reason]


def _clue(view: View, move: Move, told: Told) -> str:
    assert told.target is not None
    assert told.focus is not None
    slot = view.position(told.target, told.focus)
    cards = [_name(view, card) for card in view.rules.cards_in(told.said)]
    chop = ", the chop" if told.chop else ""
    if not cards:
        meaning = "nothing useful any more"
    elif len(cards) > MOST_NAMED:
        meaning = "a useful card"
    else:
        meaning = " or ".join(cards)
    about = f"slot {slot}{chop}, which is {meaning}"
    return f"{value(view, move).capitalize()} to seat {told.target + 1} is about {about}."


def _discard(view: View, own: int, slot: str) -> str:
    kept = [
        str(view.position(view.seat, other))
        for other in reversed(view.own_slots)
        if other != own and view.touched(view.seat, other)
    ]
    plural = "s" if len(kept) > 1 else ""
    were = "were" if plural else "was"
    keeping = f" I keep slot{plural} {' and '.join(kept)}, which {were} clued." if kept else ""
    if view.touched(view.seat, own):
        return f"By what was clued and played, I can spare {slot}, so I discard it.{keeping}"
    return f"No clue touched {slot}, so I discard it.{keeping}"


def _name(view: View, card: Card) -> str:
    variant = view.rules.variant
    suit = suits_of(variant)[card.suit].name.lower() if variant else view.rules.suits[card.suit]
    return f"{suit} {card.rank}"
