"""Who enters a cell in the published loop."""

from __future__ import annotations

import numpy as np

from agents.archives import Recipe, Setting
from agents.archives.measuring import Ints
from agents.generator import paper
from agents.generator.population import GENES, Population
from native.play.matches import RESULT, Chromosomes, Results, Words

SETTING = Setting(grid=(2, 2))
RECIPE = Recipe("1", 100, 10, games=10)


class Told:
    """An evaluator that plays nothing: gene 0 says what is scored over ten games, gene 1 in how
    many of ten turns a clue is given; an elite's games all score `defence` if that is set."""

    setting, seed, games = SETTING, "", 0

    def __init__(self, defence: dict[int, int] | None = None) -> None:
        self.defence = defence or {}
        self.calls = 0

    def play(self, genes: Chromosomes, _streams: Words, first: int | Ints, games: int) -> Results:
        results = np.zeros(len(genes), RESULT)
        self.calls += 1
        scores = genes[:, 0].astype(np.uint64)
        if self.calls > 1:
            scores = np.array([self.defence.get(int(score), int(score)) for score in scores])
        results["games"], results["points"] = games, scores
        results["offered"], results["clues"] = 10, genes[:, 1]
        return results


def chromosomes(*pairs: tuple[int, int]) -> Chromosomes:
    genes = np.zeros((len(pairs), GENES), np.uint8)
    genes[:, :2] = pairs
    return genes


def compete(population: Population, genes: Chromosomes, told: Told, first: int = 0) -> None:
    individuals = np.arange(first, first + len(genes))
    paper.compete(population, RECIPE, told, individuals, genes)  # type: ignore[arg-type]


def test_a_candidate_enters_an_empty_cell_with_a_single_point() -> None:
    population = Population.empty(SETTING)
    compete(population, chromosomes((1, 0), (1, 9)), Told())
    assert population.individual.tolist() == [0, -1, 1, -1]


def test_a_candidate_without_a_point_never_enters() -> None:
    population = Population.empty(SETTING)
    compete(population, chromosomes((0, 0)), Told())
    assert not population.filled.any()


def test_a_candidate_must_score_strictly_more() -> None:
    population = Population.empty(SETTING)
    compete(population, chromosomes((5, 0)), Told())
    compete(population, chromosomes((5, 0)), Told(), first=1)
    assert population.individual[0] == 0
    compete(population, chromosomes((6, 0)), Told(), first=2)
    assert population.individual[0] == 2


def test_an_elite_is_judged_by_fresh_games_and_not_by_its_old_score() -> None:
    population = Population.empty(SETTING)
    compete(population, chromosomes((9, 0)), Told())
    compete(population, chromosomes((4, 0)), Told(defence={9: 3}), first=1)
    assert population.individual[0] == 1


def test_what_a_surviving_elite_scores_again_is_not_kept() -> None:
    population = Population.empty(SETTING)
    compete(population, chromosomes((9, 0)), Told())
    compete(population, chromosomes((4, 0)), Told(defence={9: 8}), first=1)
    assert population.results["points"][0] == 9


def test_a_candidate_meets_the_elite_that_entered_before_it_in_the_batch() -> None:
    population = Population.empty(SETTING)
    compete(population, chromosomes((5, 0), (7, 0), (6, 0), (8, 0), (8, 0)), Told())
    assert population.individual[0] == 3


def test_offspring_may_have_an_empty_cell_for_a_parent() -> None:
    population = Population.empty(SETTING)
    compete(population, chromosomes((5, 0)), Told())
    parents = paper.parents(population)
    assert len(parents) == SETTING.cells
    assert (parents[1:] == 0).all()
