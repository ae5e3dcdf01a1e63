"""Properties of a move at a table: the clued seat, the touched slots, its message and its name."""

from collections.abc import Sequence
from typing import Any, Literal, cast

from game.board import words
from native import Card, Move, View

Kind = Literal["play", "discard", "clue"]


def kind(move: Move) -> Kind:
    """Return the kind of a move: “play”, “discard” or “clue”."""
    return cast(Kind, "clue" if move.is_clue else move.kind.name.lower())


def receiver(view: View, move: Move) -> int:
    """Return the number of the seat that receives the clue `move`, given by the seat of `view`."""
    assert move.target is not None
    return (view.seat + move.target) % view.rules.players


def touched(view: View, move: Move, hand: Sequence[Card | None] | None = None) -> tuple[int, ...]:
    """Return the slots (in the engine's numbering) of the cards that the clue `move` touches in
    its receiver's hand.

    `hand` has the receiver's cards by slot; by default the cards that `view` shows.
    """
    mask = move.touches(view.rules)
    if hand is None:
        hand = view.hands[receiver(view, move)]
    return tuple(
        slot for slot, card in enumerate(hand) if card and mask >> view.rules.identity(card) & 1
    )


def that_matter(view: View, move: Move) -> tuple[int, ...]:
    """Return the slots of the cards that the clue `move` touches and that are playable now or
    critical.
    """
    hand = view.hands[receiver(view, move)]
    wanted = view.playable | view.critical
    return tuple(
        slot
        for slot in touched(view, move)
        if (card := hand[slot]) and wanted >> view.rules.identity(card) & 1
    )


def sent(view: View, move: Move) -> tuple[Kind, dict[str, Any]]:
    """Return a move in the form in which clients send it, as a pair: its kind, and the message's
    other fields: `seat` and `value` of a clue, or `order` (draw number) of a card.
    """
    if move.is_clue:
        return "clue", {"seat": receiver(view, move), "value": move.clue_value(view.rules)}
    assert move.slot is not None
    return kind(move), {"order": view.order(view.seat, move.slot)}


def name(view: View, move: Move, names: Sequence[str]) -> str:
    """Return a move's name for people, such as “Clue red to Piers” or “Play slot 2”; `names` are
    the players' names by seat.
    """
    if move.is_clue:
        value = words.clue_name(view.rules, move.clue_value(view.rules))
        return f"Clue {value} to {names[receiver(view, move)]}"
    assert move.slot is not None
    return f"{move.kind.name.capitalize()} slot {view.position(view.seat, move.slot)}"
