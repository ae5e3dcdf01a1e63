"""The improved algorithm against the published one, over the same number of games."""

import numpy as np
import pytest

from agents.archives import Archive, ArchiveSummary, Recipe, Setting, summary
from agents.generator import improved
from agents.generator.evaluation import RunEvaluator
from agents.generator.executors import executor
from agents.generator.population import Population
from agents.generator.remeasure import remeasure
from agents.generator.run import State, batches
from native.play.matches import RESULT, Results
from native.play.measures import CERTAIN
from tests.serial import Serial

SETTING = Setting(grid=(2, 2))
RECIPE = Recipe("few", 100, 10, games=20, algorithm="improved")


TURNS, CERTAINTY = 10, 0.75


def result(games: int, score: int, clues: float) -> Results:
    """So many games of that score, with this share of clues in their turns."""
    one = np.zeros(1, RESULT)
    one["games"], one["points"], one["squares"] = games, games * score, games * score**2
    one["offered"] = one["plays"] = games * TURNS
    one["clues"] = round(games * TURNS * clues)
    one["certainty"] = round(games * TURNS * CERTAINTY) * CERTAIN
    return one


def population(**elites: Results) -> Population:
    """Elites by the numbers of their cells, such as c3."""
    made = Population.empty(SETTING)
    for number, (cell, played) in enumerate(elites.items()):
        made.put(int(cell[1:]), np.full(15, 8, np.uint8), played[0], number)
    return made


SURE, UNSURE = 0.75, 0.505
"""Shares of clues well within the second row, and so near to its edge that chance decides."""


def test_a_better_candidate_takes_the_cell_unless_it_is_unsure_and_the_elite_is_not() -> None:
    for old, new, taken in (
        (result(100, 5, SURE), result(100, 6, SURE), True),
        (result(100, 5, SURE), result(100, 5, SURE), False),
        (result(100, 5, SURE), result(100, 9, UNSURE), False),
        (result(100, 9, UNSURE), result(100, 5, SURE), True),
        (result(100, 5, UNSURE), result(100, 6, UNSURE), True),
    ):
        elites = population(c3=old)
        improved._enter(elites, SETTING, np.full(15, 9, np.uint8), new, 77)
        assert (elites.individual[3] == 77) == taken


def test_a_candidate_must_beat_the_sure_elite_of_its_cell_and_score_at_all() -> None:
    elites = population(c3=result(100, 5, SURE))
    for played, may in (
        (result(20, 6, SURE), True),
        (result(20, 5, SURE), False),
        (result(20, 1, 0.25), True),
        (result(20, 0, 0.25), False),
    ):
        assert improved._may_enter(elites, SETTING, played, False)[0] == may
    assert improved._may_enter(elites, SETTING, result(5, 0, 0.25), True)[0]
    unsure = population(c3=result(100, 5, UNSURE))
    assert improved._may_enter(unsure, SETTING, result(20, 1, SURE), False)[0]


@pytest.mark.parametrize(("games", "more"), [(19 * 40, 20), (20 * 40, 0)])
def test_an_unsure_elite_plays_more_games_up_to_a_limit(games: int, more: int) -> None:
    elites = population(c3=result(games, 5, 0.5001))
    evaluator = RunEvaluator(SETTING, "few", Serial())
    improved._play_on(elites, RECIPE, evaluator, np.zeros(0, np.int64))
    assert evaluator.games == more
    assert elites.results["games"].sum() == games + more


def test_a_sure_elite_plays_more_games_only_when_challenged() -> None:
    evaluator = RunEvaluator(SETTING, "few", Serial())
    elites = population(c3=result(100, 5, SURE))
    improved._play_on(elites, RECIPE, evaluator, np.array([0]))
    assert evaluator.games == 0
    improved._play_on(elites, RECIPE, evaluator, np.array([3, 3]))
    assert evaluator.games == RECIPE.games
    assert elites.results["games"].sum() == 100 + RECIPE.games


def evolved(algorithm: str, seed: int, individuals: int, games: int | None = None) -> Archive:
    """An archive of so many individuals or, if that is less, of so many games, re-measured."""
    recipe = Recipe(str(seed), individuals, 1000, algorithm=algorithm)
    with executor() as pool:
        evaluator = RunEvaluator(Setting(), recipe.seed, pool)
        for state in batches(State(Population.empty(Setting())), recipe, evaluator):
            if games is not None and state.games > games:
                break
            last = state
        archive = Archive(
            run=algorithm,
            setting=Setting(),
            recipe=recipe,
            games=last.games,
            cells=last.population.cells(Setting()),
        )
        return remeasure(archive, pool, best_games=1)


@pytest.mark.slow
def test_the_improved_algorithm_finds_more_and_better_elites_that_stay_in_their_cells() -> None:
    published = evolved("paper", 1, 5_000)
    better = evolved("improved", 1, 100_000, published.games)
    assert better.games <= published.games
    old, new = summary(published), summary(better)
    assert new.found_coverage > old.found_coverage
    assert (new.mean_valid or 0) > (old.mean_valid or 0)
    assert new.found_qd_score > old.found_qd_score
    assert _share_at_home(old) < 0.7
    assert _share_at_home(new) > 0.85


def _share_at_home(found: ArchiveSummary) -> float:
    return found.in_own_cell / found.coverage
