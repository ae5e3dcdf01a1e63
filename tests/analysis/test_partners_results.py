"""An agent's results with each kind of partners say whose they are and how bad it can be."""

import numpy as np
import pytest

from agents.archives import runs
from agents.matchups.core_games import PlayedGames
from analysis.evaluate.archive_evaluation import GAMES, ArchiveEvaluation
from analysis.partners import adhoc
from analysis.partners.adhoc import AdHocResult, compare
from analysis.statistics import Estimate, mean, mean_of_strata, welch
from tests.reports import a_report

REPORT = a_report()


def test_a_pools_result_names_the_agents_version_if_it_changed_since() -> None:
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
    evaluation = ArchiveEvaluation(archive, PlayedGames(stacks, struck))
    result = adhoc.with_elites(evaluation, "stacks")
    assert (result.worst, result.members, result.games) == (2, elites, elites * GAMES)
    assert result.struck == pytest.approx(0.5 / elites)
    assert result.mean.value == pytest.approx((10 * elites + 6) / elites)
    assert adhoc.with_elites(evaluation, "zero").worst == 1
    assert result.distribution[2] == result.distribution[24] == GAMES


def test_results_with_an_archive_are_compared_within_its_elites() -> None:
    archive = runs.load("paper-1")
    levels = np.arange(len(archive.valid), dtype=np.uint8)[None, :, None] % 20
    stacks = np.broadcast_to(levels, (1, len(archive.valid), GAMES)).copy()
    lost = np.zeros(stacks.shape, bool)
    one = adhoc.with_elites(ArchiveEvaluation(archive, PlayedGames(stacks + 1, lost)), "stacks")
    other = adhoc.with_elites(ArchiveEvaluation(archive, PlayedGames(stacks, lost)), "stacks")
    gap = adhoc.compare(one, other)
    assert (gap.value, gap.sem) == (pytest.approx(1), pytest.approx(0))


ONE = np.array([10.0, 14.0, 9.0, 12.0, 8.0])
OTHER = np.array([9.0, 12.0, 10.0])


def result(deals: object, seed: str = "1") -> AdHocResult:
    """Of means that differ from those of the deals, so that it shows which is compared."""
    some = None if deals is None else np.array(deals, np.float64)
    level = 20.0 if some is None else float(some.mean()) + 5
    return AdHocResult("pool", Estimate(level, 0.5, 40), 40, None, None, seed=seed, deals=some)


def test_results_on_the_same_deals_are_compared_deal_by_deal() -> None:
    found = compare(result(ONE), result(OTHER))
    assert found == mean(ONE[:3] - OTHER)
    assert found.value == pytest.approx(2 / 3)
    back = compare(result(OTHER), result(ONE))
    assert back.value == pytest.approx(-2 / 3)
    assert back.sem == pytest.approx(found.sem)


def test_results_with_deals_of_each_members_own_have_members_as_strata() -> None:
    one, other = np.array([ONE, ONE + 1]), np.array([OTHER, OTHER[::-1]])
    assert compare(result(one), result(other)) == mean_of_strata(one[:, :3] - other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (result(ONE), result(OTHER, seed="2")),
        (result(None), result(OTHER)),
        (result(ONE), result(None)),
        (result(ONE), result([OTHER, OTHER])),
    ],
)
def test_results_on_different_deals_are_compared_as_independent(
    one: AdHocResult, other: AdHocResult
) -> None:
    assert compare(one, other) == welch(one.mean, other.mean)
