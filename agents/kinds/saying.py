"""Slots, cards, clues and seats as agents say them. A table puts the players' names for seats."""

from __future__ import annotations

from collections.abc import Sequence

from native import Card, Event, Move, MoveKind, View
from native.engine.variants import suits_of


def last_clue(view: View, seat: int, slot: int) -> Event | None:
    """The latest clue that touched a card, or None."""
    if not view.touched(seat, slot):
        return None
    drawn = view.order(seat, slot)
    for event in reversed(view.history):
        if event.drawn == drawn:
            return None
        if event.target == seat and slot in event.touched:
            return event
    return None


def giver(view: View, clue: Event) -> str:
    """Who gave a clue: with two players it can only be you."""
    return "You" if view.rules.players == 2 else f"Seat {clue.seat + 1}"


def whose(view: View, seat: int) -> str:
    """“your ”, “seat 2's ”."""
    return "your " if view.rules.players == 2 else f"seat {seat + 1}'s "


def value(view: View, move: Move) -> str:
    """What a clue names: “red”, “5s”."""
    assert move.value is not None
    if move.kind is MoveKind.RANK:
        return f"{move.value}s"
    return view.rules.colours[move.value].name.lower()


def named(view: View, move: Move) -> str:
    """“play slot 2”, “clue red to seat 1”: slots and seats as people count."""
    if move.slot is not None:
        return f"{move.kind.name.lower()} slot {view.position(view.seat, move.slot)}"
    assert move.target is not None
    seat = (view.seat + move.target) % view.rules.players + 1
    what = move.value if move.kind is MoveKind.RANK else value(view, move)
    return f"clue {what} to seat {seat}"


def name(view: View, card: Card) -> str:
    """“red 3”; a deck that is no known variant has letters only."""
    variant = view.rules.variant
    suit = suits_of(variant)[card.suit].name.lower() if variant else view.rules.suits[card.suit]
    return f"{suit} {card.rank}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """“a”, “a and b”, “a, b and c”."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def place(view: View, seat: int, slot: int) -> str:
    """“slot 2”: 1 is the newest."""
    return f"slot {view.position(seat, slot)}"


def places(view: View, seat: int, slots: Sequence[int]) -> str:
    """“slot 2”, “slots 1, 2 and 4”."""
    numbers = [str(n) for n in sorted(view.position(seat, slot) or 0 for slot in slots)]
    return f"slot{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


def unclued(view: View) -> list[int]:
    """My slots that no clue has touched, the oldest card first."""
    slots = [slot for slot in view.own_slots if not view.touched(view.seat, slot)]
    return sorted(slots, key=lambda slot: -(view.position(view.seat, slot) or 0))
