"""An agent's results with each kind of partners say whose they are and how bad it can be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents import registry
from agents.archives import runs
from agents.matchups.core_games import Played
from agents.matchups.playing import Plan
from agents.pools.members import LITERATURE7
from agents.registry import Entry
from analysis.evaluate.archive_evaluation import GAMES, ArchiveEvaluation
from analysis.evaluate.pools import Pool
from analysis.evaluate.report import Report
from analysis.partners import adhoc
from analysis.statistics import welch
from native import Rules
from tests.reports import a_report

REPORT = a_report()


def test_a_result_of_another_version_says_so() -> None:
    assert adhoc.with_pool(REPORT, "2").name == "p"
    assert adhoc.with_pool(REPORT, "3").name == "p (version 2)"


def test_a_pools_result_has_the_reports_numbers() -> None:
    result = adhoc.with_pool(REPORT, "2")
    assert (result.games, result.members, result.worst, result.struck) == (20, 2, 3, 0.25)
    assert (result.best_fixed, result.best_partners) == (8, 12)
    assert (result.mean.value, result.mean.sem, result.mean.units) == (9, 0.5, 10)
    alone = adhoc.with_itself(REPORT)
    assert (alone.mean.value, alone.games, alone.struck) == (15, 10, None)


def test_an_archives_result_has_its_worst_member_and_share_of_strikeouts() -> None:
    archive = runs.load("paper-1")
    elites = len(archive.valid)
    stacks = np.full((1, elites, GAMES), 10, np.uint8)
    stacks[0, 4], stacks[0, 7] = 2, 24
    struck = np.zeros(stacks.shape, bool)
    struck[0, 4, : GAMES // 2] = True
    evaluation = ArchiveEvaluation(archive, Played(stacks, struck))
    result = adhoc.with_elites(evaluation, "stacks")
    assert (result.worst, result.members, result.games) == (2, elites, elites * GAMES)
    assert result.struck == pytest.approx(0.5 / elites)
    assert result.mean.value == pytest.approx((10 * elites + 6) / elites)
    assert adhoc.with_elites(evaluation, "zero").worst == 1
    assert result.distribution[2] == result.distribution[24] == GAMES


def with_deals(deals: list[float], seed: str = "1") -> adhoc.AdHocResult:
    report = a_report(by_deal=deals, mean=float(np.mean(deals)), seed=seed)
    return adhoc.with_pool(report, "2")


def test_results_on_the_same_deals_are_compared_deal_by_deal() -> None:
    hard = [3.0, 14.0, 9.0, 20.0]
    one, other = with_deals([deal + 1 for deal in hard]), with_deals(hard[:3])
    gap = adhoc.compare(one, other)
    assert (gap.value, gap.sem, gap.units) == (1, 0, 3)


def test_results_on_other_deals_are_compared_by_welch() -> None:
    one = with_deals([3.0, 14.0])
    older = adhoc.with_pool(REPORT, "2")
    for other in (with_deals([3.0, 14.0], seed="2"), older):
        assert adhoc.compare(one, other) == welch(one.mean, other.mean)


def test_results_with_an_archive_are_compared_within_its_elites() -> None:
    archive = runs.load("paper-1")
    levels = np.arange(len(archive.valid), dtype=np.uint8)[None, :, None] % 20
    stacks = np.broadcast_to(levels, (1, len(archive.valid), GAMES)).copy()
    lost = np.zeros(stacks.shape, bool)
    one = adhoc.with_elites(ArchiveEvaluation(archive, Played(stacks + 1, lost)), "stacks")
    other = adhoc.with_elites(ArchiveEvaluation(archive, Played(stacks, lost)), "stacks")
    gap = adhoc.compare(one, other)
    assert (gap.value, gap.sem) == (pytest.approx(1), pytest.approx(0))


@pytest.mark.parametrize(
    ("address", "games"), [("rules:piers", adhoc.GAMES), ("mwum:knowing-2", adhoc.SLOW_GAMES)]
)
def test_an_agent_that_plays_in_python_plays_fewer_games_for_a_page(
    monkeypatch: pytest.MonkeyPatch, address: str, games: int
) -> None:
    plans: list[Plan] = []

    def evaluate(entry: Entry, pool: Pool, plan: Plan, table: object) -> Report:
        assert (entry.address, pool.name, table) == (address, "rules:iggi;rules:outer", plan.games)
        assert [member.address for member in pool.members] == ["rules:iggi", "rules:outer"]
        plans.append(plan)
        return REPORT

    monkeypatch.setattr(adhoc, "evaluate", evaluate)
    monkeypatch.setattr(adhoc, "members_table", lambda _, plan: plan.games)
    adhoc._report.cache_clear()
    adhoc._table_of.cache_clear()
    adhoc.report_with(address, "rules:iggi;rules:outer", 2, "zero")
    adhoc._report.cache_clear()
    adhoc._table_of.cache_clear()
    assert plans == [Plan(Rules.standard(2), games, adhoc.SEED, "zero")]


def test_a_changed_agent_and_another_table_are_played_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(adhoc, "_report", lambda *key: asked.append(key) or REPORT)
    for pool, players, scoring in (
        (adhoc.LITERATURE, 2, "zero"),
        ("rules:iggi;rules:outer", 3, "stacks"),
    ):
        adhoc.report_with("rules:piers", pool, players, scoring)
    literature, few = asked
    assert literature[:3] == ("rules:piers", "pool:literature7", LITERATURE7)
    members = ("rules:iggi", "rules:outer")
    versions = tuple(registry.find(one).version for one in ("rules:piers", *members))
    assert few == ("rules:piers", ";".join(members), members, versions, 3, "stacks", True)
