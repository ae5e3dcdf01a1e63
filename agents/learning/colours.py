"""Turns with their colours renamed: the same to whoever plays, and new to a network.

No colour is better than another, so what was learnt with one should hold with all. A renaming
takes observations, beliefs, actions and cards to those of the same turn if each suit had another
suit's name (Hu et al., "Other-play for zero-shot coordination", 2020, learn so).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents.learning.recipe import Recipe
from native import Rules
from native.environment.environment import MISSING
from native.environment.observation import bits

Index = npt.NDArray[np.int64]


class Renaming(NamedTuple):
    """Where everything goes. What is now at place i came from place `index[i]`."""

    inputs: Index
    """Of an observation with what is added to it."""
    moves: Index
    names: Index
    """(moves + 1,) what each action is called now; taking the advice stays what it is."""
    cards: Index
    """(256,) what each identity is called now; MISSING stays."""


def renaming(rules: Rules, recipe: Recipe, suits: Sequence[int]) -> Renaming:
    """Suit s is called `suits[s]` now."""
    old = np.argsort(np.asarray(suits))
    moves = _moves(rules, old)
    parts = [_observation(rules, old)]
    if recipe.belief != "none":
        parts.append(_blocks(rules.hand_size, old, rules.ranks))
    if recipe.advice:
        parts.append(moves)
    starts = np.cumsum([0, *(len(part) for part in parts)])
    inputs = np.concatenate([part + start for part, start in zip(parts, starts, strict=False)])
    cards = np.arange(MISSING + 1)
    cards[: rules.max_score] = np.argsort(_blocks(1, old, rules.ranks))
    return Renaming(inputs, moves, np.append(np.argsort(moves), len(moves)), cards)


def by_lot(rules: Rules, recipe: Recipe, random: np.random.Generator) -> Renaming:
    """Every order of the suits as likely."""
    return renaming(rules, recipe, np.argsort(random.random(len(rules.suits))).tolist())


def _blocks(times: int, old: Index, width: int) -> Index:
    """So many runs of suits, each suit `width` places wide."""
    one = (old[:, None] * width + np.arange(width)).reshape(-1)
    return (np.arange(times)[:, None] * len(one) + one).reshape(-1)


def _moves(rules: Rules, old: Index) -> Index:
    """Actions: those of cards, colours by target, ranks."""
    order, cards = np.arange(rules.move_count), 2 * rules.hand_size
    clues = _blocks(rules.players - 1, old, 1)
    order[cards : cards + len(clues)] = cards + clues
    return order


def _observation(rules: Rules, old: Index) -> Index:
    """Bits, section by section as `native/environment/observation.h` has them."""
    players, hand, ranks = rules.players, rules.hand_size, rules.ranks
    card, colour, copies = (
        _blocks(1, old, width) for width in (ranks, 1, rules.deck_size // len(rules.suits))
    )
    same = np.arange

    told = [card, colour, same(ranks)]
    sections = [
        _blocks((players - 1) * hand, old, ranks),
        same(players + rules.deck_size - players * hand),
        card,
        same(rules.clue_tokens + rules.strikes),
        copies,
        same(players + 4 + players),
        colour,
        same(ranks + 2 * hand),
        card,
        same(2),
        *(told * (players * hand)),
    ]
    starts = np.cumsum([0, *(len(section) for section in sections)])
    assert starts[-1] == bits(rules)
    return np.concatenate([part + at for part, at in zip(sections, starts, strict=False)])
