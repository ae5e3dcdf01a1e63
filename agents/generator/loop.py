"""The generator's loop: batch after batch, each a function of the seed and of what was before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from agents.archives.grid import Ints
from agents.archives.recipe import Recipe
from agents.generator import improved, paper
from agents.generator.breeding import offspring, random_chromosomes
from agents.generator.evaluation import Evaluator
from agents.generator.population import Population
from native import Rng
from native.play.matches import Chromosomes

ALGORITHMS = {"paper": paper, "improved": improved}


@dataclass(frozen=True)
class State:
    """Where a run stands after a batch."""

    population: Population
    individuals: int = 0
    games: int = 0


def batches(state: State, recipe: Recipe, evaluator: Evaluator) -> Iterator[State]:
    """The states after each batch that is still to be made."""
    algorithm = ALGORITHMS[recipe.algorithm]
    seed = Rng(evaluator.seed)
    while state.individuals < recipe.individuals:
        end = min(state.individuals + recipe.batch, recipe.individuals)
        individuals = np.arange(state.individuals, end)
        before = evaluator.games
        population = state.population.copy()
        genes = _breed(seed, recipe, evaluator, individuals, algorithm.parents(population))
        algorithm.compete(population, recipe, evaluator, individuals, genes)
        state = State(population, end, state.games + evaluator.games - before)
        yield state


def _breed(
    seed: Rng, recipe: Recipe, evaluator: Evaluator, individuals: Ints, parents: Chromosomes
) -> Chromosomes:
    """Random chromosomes for the initial individuals, offspring for the others."""
    alphabet = len(evaluator.setting.rules)
    initial, bred = np.split(individuals, [np.searchsorted(individuals, recipe.initial)])
    if not len(parents):
        initial, bred = individuals, individuals[:0]
    return np.concatenate(
        [random_chromosomes(seed, initial, alphabet), offspring(seed, bred, alphabet, parents)]
    )
