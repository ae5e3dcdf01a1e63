"""MAP-Elites for noisy evaluations: more reliable elites, for fewer games.

The algorithm `paper` gives every candidate, and the elite it challenges, the same number of games.
This algorithm

- breeds from filled cells only;
- evaluates a candidate briefly and doubles its games only while it may still beat the elite in its
  cell (the idea of Justesen et al., “MAP-Elites for noisy domains by adaptive sampling”, GECCO
  2019);
- prefers elites with a reliable cell, which they do not leave if their measures change by one
  standard error: only a better candidate with a reliable cell replaces such an elite;
- accumulates games: an elite is judged by all its games, and plays more while its cell is
  unreliable and whenever a candidate for its cell reached the last round of evaluation; if its
  measures then lie in another cell, it moves there or is removed.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents.archives.measuring import Ints, cells, objective, steady
from agents.archives.setting import Recipe, Setting
from agents.generator.evaluation import GAMES, RunEvaluator, streams
from agents.generator.population import Population, Variation
from native.play.matches import RESULT, Chromosomes, Results, added

VARIATION = Variation()


class Rounds(NamedTuple):
    """The rounds of games in which a candidate is evaluated: the length of the first one, and the
    largest number of rounds that a candidate may play.
    """

    first: int = 4
    """The first round plays 1 / `first` of `Recipe.games`, the games by which the algorithm
    `paper` judges a candidate."""
    most: int = 5
    """The largest number of rounds. Each round after the first doubles the games so far: five
    rounds make 16 times the games of the first."""


ROUNDS = Rounds()


MOST = 40
"""An elite plays no more games once it has played MOST times `Recipe.games`."""


def parents(population: Population) -> Chromosomes:
    """Return the chromosomes of all filled cells, from which children are bred."""
    return population.genes[population.filled]


def compete(
    population: Population,
    recipe: Recipe,
    evaluator: RunEvaluator,
    individuals: Ints,
    genes: Chromosomes,
    rounds: Rounds = ROUNDS,
) -> None:
    """Evaluate candidates, the rows of `genes` with the numbers `individuals`, in several rounds of
    games. Candidates that beat the elite of their cell, or whose cell is empty, enter `population`.

    `rounds` sets the number of rounds and the games of the first; each later round doubles the
    games played so far. After each round, only candidates that may still enter continue. At the
    end, elites that were challenged in the last round, or whose measures lie near the border of
    their cell, play more games.
    """
    setting = evaluator.setting
    results = np.zeros(len(genes), RESULT)
    left = finalists = np.arange(len(genes))
    played, length = 0, max(1, recipe.games // rounds.first)
    for _ in range(rounds.most):
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
    """Return whether each candidate may enter its cell: it scores better, or the cell is
    unreliable.

    To enter an empty cell a candidate must score, but not within its first few games: some elites
    at the border of the covered region score in one game of fifty.
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
    """Make an individual the elite of its cell if it ranks above the current one."""
    place = int(cells(result, setting.measures, setting.grid)[0])
    if _rank(result, setting) > _rank(population.results[place : place + 1], setting):
        population.put(place, genes, result[0], individual)


def _rank(result: Results, setting: Setting) -> tuple[bool, float]:
    """Return the sort key of a result: a reliable cell first, then the objective (0 without
    games).
    """
    score = float(np.nan_to_num(objective(result, setting.scoring), nan=0.0)[0])
    sure = bool(steady(result, setting.measures, setting.grid)[0])
    return (sure and score > 0, score)


def _play_on(
    population: Population, recipe: Recipe, evaluator: RunEvaluator, challenged: Ints
) -> None:
    """Play more games with challenged and unreliable elites, and move those whose cell has
    changed.
    """
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
