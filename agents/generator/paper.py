"""MAP-Elites as published (Canaan et al. 2019), in batches of individuals.

The published program is github.com/rocanaan/Hanabi-Map-Elites. Its loop makes one individual at a
time; here, all parents of a batch come from the archive as it was when the batch began, so they
miss the latest few hundred of a million individuals. That is the only difference: each candidate
still meets the elite that occupies its cell at its turn.
"""

from itertools import count

import numpy as np

from agents.archives.measuring import Ints, cells, points
from agents.archives.setting import Recipe
from agents.generator.evaluation import GAMES, INCUMBENT, RunEvaluator, streams
from agents.generator.population import Population, Variation
from native.play.matches import Chromosomes

VARIATION = Variation()


def parents(population: Population) -> Chromosomes:
    """Return the chromosomes of all cells, shape (cells, 15), from which children are bred; for an
    empty cell, fifteen zeros.
    """
    return population.genes


def compete(
    population: Population,
    recipe: Recipe,
    evaluator: RunEvaluator,
    individuals: Ints,
    genes: Chromosomes,
) -> None:
    """Let the candidates, the rows of `genes` with the numbers `individuals`, compete in order for
    the cells in which their measures lie. Changes `population` in place.

    A candidate plays `recipe.games` games, and the elite of its cell as many fresh ones. The
    candidate replaces the elite if it scores more; it enters an empty cell if it scores more than
    0. The fresh games of elites are then discarded.
    """
    setting = evaluator.setting
    results = evaluator.play(genes, streams(individuals, GAMES), 0, recipe.games)
    places = cells(results, setting.measures, setting.grid)
    scores = points(results, setting.scoring)
    waiting = np.flatnonzero(scores > 0)
    for rematch in count():
        if not len(waiting):
            return
        # The incumbent's score over fresh games; 0 for an empty cell.
        held = population.filled[places[waiting]]
        challengers = waiting[held]
        fresh = evaluator.play(
            population.genes[places[challengers]],
            streams(individuals[challengers], INCUMBENT + rematch),
            0,
            recipe.games,
        )
        defended = np.zeros(len(waiting), np.int64)
        defended[held] = points(fresh, setting.scoring)
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
