"""Pools in which members that play alike do not count twice, and pools of fewer elites."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from agents.archives import BadRun, Recipe, Setting, runs
from agents.challengers import challenger
from agents.contract import AgentError
from agents.matchups.playing import Plan
from analysis.evaluate import pools
from analysis.evaluate.evaluation import effective, evaluate, mixture, weights
from analysis.evaluate.pools import generated, pool
from native import Rules

RULES = Rules.standard(2)


def value(paid: np.ndarray) -> float:
    """What the column player can be sure of: every pair of equally large supports is tried."""
    best = -np.inf
    rows, columns = paid.shape
    for size in range(1, min(rows, columns) + 1):
        for chosen in combinations(range(columns), size):
            for against in combinations(range(rows), size):
                part = paid[np.ix_(against, chosen)]
                system = np.block([[part, -np.ones((size, 1))], [np.ones(size), 0.0]])
                try:
                    solved = np.linalg.solve(system, np.append(np.zeros(size), 1.0))
                except np.linalg.LinAlgError:
                    continue
                if (solved[:size] < -1e-9).any():
                    continue
                mixed = np.zeros(columns)
                mixed[list(chosen)] = solved[:size]
                best = max(best, float((paid @ mixed).min()))
    return best


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_the_mixture_guarantees_the_value_of_the_matrix_game(seed: int) -> None:
    rng = np.random.default_rng(seed)
    paid = rng.uniform(0, 12, (rng.integers(2, 6), rng.integers(2, 6)))
    mixed = mixture(paid)
    assert mixed.sum() == pytest.approx(1)
    assert (mixed >= 0).all()
    assert (paid @ mixed).min() == pytest.approx(value(paid), abs=0.02)


@pytest.mark.long
def test_a_copy_of_a_member_shares_its_weight() -> None:
    table = np.array([[20.0, 4, 4], [5, 18, 3], [2, 6, 16]])
    once = weights(table)
    twice = weights(table[:, [0, 1, 2, 2]])
    assert twice[:2] == pytest.approx(once[:2], abs=0.01)
    assert twice[2:] == pytest.approx([once[2] / 2] * 2, abs=0.01)
    both = weights(table[np.ix_([0, 1, 2, 2], [0, 1, 2, 2])])
    assert both == pytest.approx(twice, abs=0.01)
    assert effective(once) <= 3


@pytest.mark.long
def test_a_member_that_plays_badly_with_all_has_no_weight() -> None:
    table = np.array([[20.0, 4, 1.2], [5, 18, 1.2], [1.2, 1.2, 1.2]])
    assert weights(table)[2] < 0.01
    assert weights(np.array([[7.0]])) == [1.0]


def test_members_that_score_alike_with_all_have_equal_weights() -> None:
    assert weights(np.full((4, 4), 9.0)) == pytest.approx([0.25] * 4)


def test_an_evaluation_has_a_plain_and_a_weighted_mean() -> None:
    report = evaluate(
        challenger("rules:piers"),
        pool("rules:iggi;rules:outer;rules:focus", RULES),
        Plan(RULES, 40, "1"),
    )
    shares = [member.weight for member in report.members]
    assert sum(shares) == pytest.approx(1)
    means = [member.mean for member in report.members]
    assert report.weighted == pytest.approx(np.dot(shares, means))
    assert 1 <= report.effective_members <= 3


def test_a_pool_can_have_fewer_elites() -> None:
    cells = runs.load("paper-1").by_place
    whole = pool("pool:paper-1", RULES).members
    good = pool("pool:paper-1?least=10", RULES).members
    coarse = pool("pool:paper-1?least=10&grid=5", RULES).members

    def score(address: str) -> float:
        row, column = map(int, address.split("/")[1].split(","))
        return cells[row, column].latest.objective

    assert {one.address for one in good} == {
        one.address for one in whole if score(one.address) >= 10
    }
    assert len(coarse) <= 25
    best = max(good, key=lambda one: score(one.address))
    assert best.address in {one.address for one in coarse}
    assert len(pool("pool:paper-1@1?grid=20", RULES).members) == len(whole)


def test_a_pool_without_a_map_cannot_be_thinned() -> None:
    with pytest.raises(AgentError, match="has no place on a map"):
        pool("pool:literature7?least=5", RULES)


class Generator:
    """Notes what is asked of it, and makes nothing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.runs: list[tuple[str, Setting, Recipe]] = []
        self.made: list[str] = []
        self.threads: list[int] = []
        monkeypatch.setattr(pools, "started", self.started)
        monkeypatch.setattr(pools, "make", lambda run, _: self.made.append(run))
        monkeypatch.setattr(pools, "executor", self.executor)

    @contextmanager
    def started(self, name: str, setting: Setting, recipe: Recipe) -> Iterator[str]:
        self.runs.append((name, setting, recipe))
        yield name

    @contextmanager
    def executor(self, kind: str, threads: int, _: str) -> Iterator[None]:
        assert kind == "threads"
        self.threads.append(threads)
        yield None


@pytest.mark.parametrize(("individuals", "initial"), [(1, 1), (9, 1), (400, 80)])
def test_a_fifth_of_the_individuals_are_random_before_breeding_begins(
    monkeypatch: pytest.MonkeyPatch, individuals: int, initial: int
) -> None:
    generator = Generator(monkeypatch)
    name = generated(f"fresh:{individuals}", 3, 2)
    ((run, setting, recipe),) = generator.runs
    assert name == f"pool:{run}"
    assert run.startswith("fresh-")
    assert len(run) == len("fresh-") + 12
    assert setting == Setting(players=3)
    assert recipe == Recipe(seed=recipe.seed, individuals=individuals, initial=initial)
    assert len(recipe.seed) == 32
    assert (generator.made, generator.threads) == ([run], [2])


def test_two_fresh_pools_have_nothing_in_common(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = Generator(monkeypatch)
    names = {generated("fresh:20", 2, 1) for _ in range(2)}
    assert len(names) == len({recipe.seed for _, _, recipe in generator.runs}) == 2


def test_an_invalid_number_of_individuals_is_refused_with_a_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generator = Generator(monkeypatch)
    with pytest.raises(AgentError, match="individuals"):
        generated("fresh:0", 2, 1)
    for name in ("fresh:", "fresh:-1", "fresh:1e3", "fresh:٣", "fresh:1000000000"):
        with pytest.raises(AgentError, match="Write fresh:<individuals>"):
            generated(name, 2, 1)
    assert generated("pool:paper-1", 2, 1) == "pool:paper-1"
    assert generated("fresh:999999999", 2, 1).startswith("pool:fresh-")
    assert len(generator.made) == 1


def test_a_run_that_cannot_be_made_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise BadRun("There is no room.")

    Generator(monkeypatch)
    monkeypatch.setattr(pools, "make", broken)
    with pytest.raises(AgentError, match=r"There is no room\."):
        generated("fresh:20", 2, 1)
