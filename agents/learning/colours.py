"""Data augmentation: training on turns with their colours permuted.

No colour is better than another, so what is learned about one should hold for all. A `Renaming`
maps observations, beliefs, actions and cards to those of the same turn with the suits permuted (as
in Hu et al., "Other-play for zero-shot coordination", 2020).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents.learning.recipe import LearningRecipe
from native import Rules
from native.environment.environment import MISSING
from native.environment.observation import bits

Index = npt.NDArray[np.int64]


class Renaming(NamedTuple):
    """A permutation of the suits, as index arrays for everything that depends on suits.

    `inputs` and `moves`, for network inputs and vectors over moves, reorder arrays:
    `new[i] = old[index[i]]`. `names` and `cards` map the old number of an action or identity to
    its new one.
    """

    inputs: Index
    """(inputs,) old position of each network input: the observation's bits and the appended
    beliefs."""
    moves: Index
    names: Index
    """(moves + 1,) new number of each action; the last action, to follow the adviser, is
    unchanged."""
    cards: Index
    """(256,) new number of each identity; MISSING, the number for no card, is unchanged."""


def renaming(rules: Rules, recipe: LearningRecipe, suits: Sequence[int]) -> Renaming:
    """Return the permutation by which suit s becomes suit `suits[s]`, for the observations,
    beliefs, actions and cards of a recipe's network.
    """
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


def random_renaming(rules: Rules, recipe: LearningRecipe, random: np.random.Generator) -> Renaming:
    """Return a uniformly random permutation of the suits, for the observations, beliefs, actions
    and cards of a recipe's network.
    """
    return renaming(rules, recipe, np.argsort(random.random(len(rules.suits))).tolist())


def _blocks(times: int, old: Index, width: int) -> Index:
    """Return the index that reorders `times` consecutive blocks of suits, each suit `width`
    positions wide; `old` has the old suit of each new one.
    """
    one = (old[:, None] * width + np.arange(width)).reshape(-1)
    return (np.arange(times)[:, None] * len(one) + one).reshape(-1)


def _moves(rules: Rules, old: Index) -> Index:
    """Return the index that reorders the moves; only colour clues change. `old` has the old suit
    of each new one.
    """
    order, cards = np.arange(rules.move_count), 2 * rules.hand_size
    clues = _blocks(rules.players - 1, old, 1)
    order[cards : cards + len(clues)] = cards + clues
    return order


def _observation(rules: Rules, old: Index) -> Index:
    """Return the index that reorders an observation's bits, section by section of
    `native/environment/observation.h`. `old` has the old suit of each new one.
    """
    players, hand, ranks = rules.players, rules.hand_size, rules.ranks
    card, colour, copies = (
        _blocks(1, old, width) for width in (ranks, 1, rules.deck_size // len(rules.suits))
    )
    same = np.arange

    known = [card, colour, same(ranks)]
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
        *(known * (players * hand)),
    ]
    starts = np.cumsum([0, *(len(section) for section in sections)])
    assert starts[-1] == bits(rules)
    return np.concatenate([part + at for part, at in zip(sections, starts, strict=False)])
