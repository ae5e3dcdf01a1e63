"""MAP-Elites as published (Canaan et al. 2019), a batch of individuals at a time.

The published program is github.com/rocanaan/Hanabi-Map-Elites. A batch differs from one individual
after another in one thing: its parents are all drawn from the archive as it was when the batch
began, so the newest of them lack the last few hundred individuals of a million. Each candidate
still meets the elite that stands in its cell when its turn has come.
"""

from __future__ import annotations

from itertools import count

import numpy as np

from agents.archives.grid import Ints, cells
from agents.archives.objective import points
from agents.archives.recipe import Recipe
from agents.generator.evaluation import Evaluator
from agents.generator.population import Population
from agents.generator.streams import GAMES, INCUMBENT, streams
from native.play.matches import Chromosomes, Results


def parents(population: Population) -> Chromosomes:
    """Every cell, the empty ones too: they give a chromosome of fifteen zeros."""
    return population.genes


def compete(
    population: Population,
    recipe: Recipe,
    evaluator: Evaluator,
    individuals: Ints,
    genes: Chromosomes,
) -> None:
    """Let each candidate, in order, try to enter the cell that it fell into.

    It enters if it scored strictly more over its games than the incumbent does over as many fresh
    ones; an empty cell scores 0. What the incumbent scored is not kept.
    """
    setting = evaluator.setting
    results = evaluator.play(genes, streams(individuals, GAMES), 0, recipe.games)
    places = cells(results, setting.measures, setting.grid)
    scores = points(results, setting.scoring)
    waiting = np.flatnonzero(scores > 0)
    for rematch in count():
        if not len(waiting):
            return
        defended = _defend(population, recipe, evaluator, individuals, places, waiting, rematch)
        taken: set[int] = set()
        put_off = []
        for candidate, defence in zip(waiting, defended, strict=True):
            place = int(places[candidate])
            if place in taken:
                put_off.append(candidate)
            elif scores[candidate] > defence:
                taken.add(place)
                number = int(individuals[candidate])
                population.put(place, genes[candidate], results[candidate], number)
        waiting = np.array(put_off, np.int64)


def _defend(
    population: Population,
    recipe: Recipe,
    evaluator: Evaluator,
    individuals: Ints,
    places: Ints,
    waiting: Ints,
    rematch: int,
) -> Ints:
    """What the incumbents of the waiting candidates' cells score over fresh games, 0 for none."""
    defended = np.zeros(len(waiting), np.int64)
    held = np.flatnonzero(population.filled[places[waiting]])
    challengers = waiting[held]
    results: Results = evaluator.play(
        population.genes[places[challengers]],
        streams(individuals[challengers], INCUMBENT + rematch),
        0,
        recipe.games,
    )
    defended[held] = points(results, evaluator.setting.scoring)
    return defended
