"""New chromosomes: random ones, and offspring by crossover and mutation, as published."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.archives.grid import Ints
from agents.generator.population import GENES
from agents.generator.streams import BREEDING, streams
from native import Rng
from native.play.matches import Chromosomes, Words, draws

CROSSOVER = 0.5
"""Chance of a second parent, from whom each gene then comes with chance one half."""
MUTATION = 0.1
"""Chance of each gene to be drawn anew."""


def random_chromosomes(seed: Rng, individuals: Ints, alphabet: int) -> Chromosomes:
    """Fifteen different genes each: the first of a random order of the alphabet."""
    words = draws(seed, streams(individuals, BREEDING), alphabet)
    return np.argsort(words, axis=1, kind="stable")[:, :GENES].astype(np.uint8)


def offspring(seed: Rng, individuals: Ints, alphabet: int, parents: Chromosomes) -> Chromosomes:
    """A child for each individual, its parents drawn uniformly from these chromosomes."""
    words = draws(seed, streams(individuals, BREEDING), 3 + 3 * GENES)
    first, second, crossing = words[:, 0], words[:, 1], words[:, 2]
    from_second, mutating, fresh = np.split(words[:, 3:], 3, axis=1)
    mother = parents[_below(first, len(parents))]
    father = parents[_below(second, len(parents))]
    crossed = _chance(crossing, CROSSOVER)[:, None] & _chance(from_second, 0.5)
    children = np.where(crossed, father, mother)
    mutated = np.where(_chance(mutating, MUTATION), _below(fresh, alphabet), children)
    return mutated.astype(np.uint8)


def _below(words: Words, bound: int) -> Ints:
    """Uniform numbers below a small bound, uneven by less than one part in 2^32 / bound."""
    return ((words >> 32) * np.uint64(bound) >> 32).astype(np.int64)


def _chance(words: Words, chance: float) -> npt.NDArray[np.bool_]:
    """True with this chance."""
    return (words >> 11) * 2.0**-53 < chance
