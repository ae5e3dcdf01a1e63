"""MAP-Elites for noisy evaluations: elites that hold what they promise, for fewer games.

Where the published loop gives every candidate, and the elite that it meets, the same number of
games, this one

- breeds from filled cells only,
- looks at a candidate briefly and goes on, twice as long each time, only while it may still be
  better than the elite in its cell (the idea of Justesen et al., “MAP-Elites for noisy domains by
  adaptive sampling”, GECCO 2019),
- prefers elites that will be found in their cells again: one whose measures lie inside the cell
  by more than their error gives way only to another such,
- never forgets a game: an elite is judged by all that it has played, and plays more while it is
  unsure of its cell and whenever it holds it against a candidate that came far; if its measures
  then lie elsewhere, it moves there or leaves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.archives.grid import Ints, cells, steady
from agents.archives.objective import objective
from agents.archives.recipe import Recipe
from agents.archives.setting import Setting
from agents.generator.evaluation import Evaluator
from agents.generator.population import Population
from agents.generator.streams import GAMES, streams
from native.play.matches import RESULT, Chromosomes, Results, added

FIRST_LOOK = 4
"""The first look takes this fraction of the games that judge a candidate in the paper."""
LOOKS = 5
"""Each look after the first doubles what was played, so the last one makes 16 times the first."""
MOST = 40
"""An elite plays no more once it has played this many times the games that judge a candidate."""


def parents(population: Population) -> Chromosomes:
    """The elites."""
    return population.genes[population.filled]


def compete(
    population: Population,
    recipe: Recipe,
    evaluator: Evaluator,
    individuals: Ints,
    genes: Chromosomes,
) -> None:
    """Look at the candidates longer and longer; let those that are left in, in order."""
    setting = evaluator.setting
    results = np.zeros(len(genes), RESULT)
    left = finalists = np.arange(len(genes))
    played, length = 0, max(1, recipe.games // FIRST_LOOK)
    for _ in range(LOOKS):
        finalists = left
        more = evaluator.play(genes[left], streams(individuals[left], GAMES), played, length)
        results[left] = added(results[left], more)
        played += length
        length = played
        empty_is_open = played < recipe.games
        left = left[_may_enter(population, setting, results[left], empty_is_open)]
    for candidate in left:
        number = int(individuals[candidate])
        _enter(population, setting, genes[candidate], results[candidate : candidate + 1], number)
    challenged = cells(results[finalists], setting.measures, setting.grid)
    _play_on(population, recipe, evaluator, challenged)


def _may_enter(
    population: Population, setting: Setting, results: Results, empty_is_open: bool
) -> npt.NDArray[np.bool_]:
    """Whether each result beats the elite of its cell, or that is unsure of its cell.

    An empty cell asks for a point, but not from the first few games: some of the elites at the
    border of what there is score one in fifty.
    """
    elites = population.results
    sure = steady(elites, setting.measures, setting.grid)
    scores = np.nan_to_num(objective(elites, setting.scoring), nan=0.0)
    standards = np.where(sure, scores, 0.0)
    if empty_is_open:
        standards[~population.filled] = -1.0
    places = cells(results, setting.measures, setting.grid)
    return np.greater(objective(results, setting.scoring), standards[places])


def _enter(
    population: Population,
    setting: Setting,
    genes: Chromosomes,
    result: Results,
    individual: int,
) -> None:
    """Make an individual the elite of its cell if it is better than the one that is there."""
    place = int(cells(result, setting.measures, setting.grid)[0])
    if _rank(result, setting) > _rank(population.results[place : place + 1], setting):
        population.put(place, genes, result[0], individual)


def _rank(result: Results, setting: Setting) -> tuple[bool, float]:
    """Sure of its cell before unsure, then by objective; no games rank as a score of 0."""
    score = float(np.nan_to_num(objective(result, setting.scoring), nan=0.0)[0])
    sure = bool(steady(result, setting.measures, setting.grid)[0])
    return (sure and score > 0, score)


def _play_on(
    population: Population, recipe: Recipe, evaluator: Evaluator, challenged: Ints
) -> None:
    """Let challenged and unsure elites play more games, and move those that lie elsewhere."""
    setting = evaluator.setting
    games = population.results["games"].astype(np.int64)
    wanting = ~steady(population.results, setting.measures, setting.grid)
    wanting[challenged] = True
    places = np.flatnonzero(wanting & population.filled & (games < MOST * recipe.games))
    more = evaluator.play(
        population.genes[places],
        streams(population.individual[places], GAMES),
        games[places],
        recipe.games,
    )
    population.results[places] = added(population.results[places], more)
    now = cells(population.results[places], setting.measures, setting.grid)
    for place in places[now != places]:
        genes, number = population.genes[place].copy(), int(population.individual[place])
        result = population.results[place : place + 1].copy()
        population.remove(int(place))
        _enter(population, setting, genes, result, number)
