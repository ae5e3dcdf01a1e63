"""What a learner says of its moves and its cards, to those who see all hands."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from agents.kinds.saying import named
from agents.learning.beliefs import ExactBelief
from agents.learning.weight_files import Array
from native import Move, View

TOLD = 3
"""Moves whose values are told."""


class Choice(NamedTuple):
    """A move that it may make, and what it expects of it."""

    move: Move
    value: float
    advised: bool
    """Whether it is the move of its adviser, as one action more."""

    def text(self, view: View) -> str:
        """For programs."""
        text = self.move.text(view.rules)
        return f"advice {text}" if self.advised else text


def words_of_values(view: View, choices: list[Choice]) -> str:
    told = [
        f"{named(view, choice.move)}{' as advised' if choice.advised else ''} {choice.value:.2f}"
        for choice in choices[:TOLD]
    ]
    return f"Points expected from here on: {', '.join(told)}."


def words_of_card(view: View, move: Move, chances: Array | None) -> str:
    """What it takes the card for that it moves."""
    if chances is None or move.slot is None:
        return ""
    card = view.rules.cards[_likeliest(view, move.slot, chances)[1]]
    return f" I take this card for a {view.rules.colours[card.suit].name.lower()} {card.rank}."


def words_of_chance(view: View, move: Move, chances: Array | None, counted: Array) -> str:
    """How likely it takes that card to be what it takes it for, beside what counting gives."""
    if chances is None or move.slot is None:
        return ""
    place, likely = _likeliest(view, move.slot, chances)
    card = view.rules.cards[likely].text(view.rules.suits)
    sure, known = chances[place][likely], counted[place][likely]
    return f" Chance that the card is {card}: {100 * sure:.0f}%, by counting {100 * known:.0f}%."


def _likeliest(view: View, slot: int, chances: Array) -> tuple[int, int]:
    """The place of a slot among the own cards, and the identity that its card is taken for."""
    place = view.own_slots.index(slot)
    return place, int(chances[place].argmax())


def data_of_cards(view: View, chances: Array, counted: Array) -> list[dict[str, object]]:
    """Each own card, the oldest first: what it is taken for, and how likely that is by counting."""
    likely = [int(place) for place in chances.argmax(axis=1)]
    return [
        {
            "slot": view.position(view.seat, slot),
            "card": view.rules.cards[likely[place]].text(view.rules.suits),
            "chance": round(float(chances[place][likely[place]]), 3),
            "counted": round(float(counted[place][likely[place]]), 3),
        }
        for place, slot in enumerate(view.own_slots)
    ]


def counted_of(view: View) -> Array:
    """(hand_size, identities) the exact odds."""
    return np.asarray(ExactBelief().of_view(view).reshape(view.rules.hand_size, -1))
