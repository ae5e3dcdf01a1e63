"""A fresh pool: what is made for it, and how it is named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from agents.archives import BadRun, Recipe, Setting
from agents.contract import AgentError
from analysis.evaluate import fresh_pools
from analysis.evaluate.fresh_pools import generated


class Generator:
    """Notes what is asked of it, and makes nothing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.runs: list[tuple[str, Setting, Recipe]] = []
        self.made: list[str] = []
        self.threads: list[int] = []
        monkeypatch.setattr(fresh_pools, "started", self.started)
        monkeypatch.setattr(fresh_pools, "make", lambda run, _: self.made.append(run))
        monkeypatch.setattr(fresh_pools, "executor", self.executor)

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
def test_one_in_five_is_drawn_at_random_before_breeding_begins(
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


def test_a_number_of_individuals_that_cannot_be_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generator = Generator(monkeypatch)
    with pytest.raises(AgentError, match="individuals"):
        generated("fresh:0", 2, 1)
    with pytest.raises(AgentError, match="Write fresh:<individuals>"):
        generated("fresh:1000000000", 2, 1)
    assert generated("fresh:999999999", 2, 1).startswith("pool:fresh-")
    assert len(generator.made) == 1


def test_a_run_that_cannot_be_made_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise BadRun("There is no room.")

    Generator(monkeypatch)
    monkeypatch.setattr(fresh_pools, "make", broken)
    with pytest.raises(AgentError, match=r"There is no room\."):
        generated("fresh:20", 2, 1)
