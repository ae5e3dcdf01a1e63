"""The improved algorithm against the published one, over the same number of games."""

from __future__ import annotations

import pytest

from agents.archives import Archive, Recipe, Setting, Summary, summary
from agents.generator.evaluation import Evaluator
from agents.generator.executors import executor
from agents.generator.loop import State, batches
from agents.generator.population import Population
from agents.generator.remeasure import remeasure


def evolved(algorithm: str, seed: int, individuals: int, games: int | None = None) -> Archive:
    """An archive of so many individuals or, if that is less, of so many games, re-measured."""
    recipe = Recipe(str(seed), individuals, 1000, algorithm=algorithm)
    with executor() as pool:
        evaluator = Evaluator(Setting(), recipe.seed, pool)
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
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_finds_more_and_better_elites_that_are_where_it_says(seed: int) -> None:
    published = evolved("paper", seed, 5_000)
    better = evolved("improved", seed, 100_000, published.games)
    assert better.games <= published.games
    old, new = summary(published), summary(better)
    assert new.found_coverage > old.found_coverage
    assert (new.mean_valid or 0) > (old.mean_valid or 0)
    assert new.found_qd_score > old.found_qd_score
    assert _share_at_home(old) < 0.7
    assert _share_at_home(new) > 0.85


def _share_at_home(found: Summary) -> float:
    return found.in_own_cell / found.coverage
