"""How much people differ, learnt by restricted maximum likelihood, against a slow reference."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt
import pytest

from analysis.statistics import level_of_people, mean, mean_of_all, share_of_each, slope_of_each
from analysis.statistics.student import critical

Floats = npt.NDArray[np.float64]
PEOPLE = [[2.0, 6.0], [9.0, 15.0, 12.0], [20.0, 22.0, 18.0, 25.0, 20.0, 21.0], [4.0, 3.0, 8.0]]
SIZES = np.array([len(values) for values in PEOPLE], np.float64)
MEANS = np.array([np.mean(values) for values in PEOPLE])
WITHIN = sum(float(np.var(values)) * len(values) for values in PEOPLE) / (SIZES.sum() - 4)


def sums() -> tuple[list[float], list[float], list[int]]:
    squares = [sum(value**2 for value in values) for values in PEOPLE]
    return [sum(values) for values in PEOPLE], squares, [len(values) for values in PEOPLE]


def between() -> float:
    """The variance of levels that makes the means likeliest, all deviations from a level apart."""
    tried = np.linspace(0, 300, 30_001)
    weights = 1 / (tried[:, None] + WITHIN / SIZES)
    levels = weights @ MEANS / weights.sum(axis=1)
    gaps = (weights * (MEANS - levels[:, None]) ** 2).sum(axis=1)
    unlikely = -np.log(weights).sum(axis=1) + np.log(weights.sum(axis=1)) + gaps
    return float(tried[unlikely.argmin()])


def test_the_error_of_all_games_has_what_people_differ_by_and_what_games_do() -> None:
    found, share = mean_of_all(*sums()), float((SIZES**2).sum() / SIZES.sum() ** 2)
    variance = share * between() + WITHIN / SIZES.sum()
    assert found.value == pytest.approx(sum(map(sum, PEOPLE)) / 14)
    assert found.sem == pytest.approx(sqrt(variance), rel=1e-3)
    of_levels = 2 / float((1 / (between() + WITHIN / SIZES) ** 2).sum())
    of_games = 2 * (WITHIN / 14) ** 2 / 10
    assert found.freedom == pytest.approx(
        2 * variance**2 / (share**2 * of_levels + of_games), rel=1e-3
    )


def test_a_persons_mean_tells_of_the_level_as_well_as_their_games_allow() -> None:
    found, weights = level_of_people(*sums()), 1 / (between() + WITHIN / SIZES)
    assert found.value == pytest.approx(weights @ MEANS / weights.sum(), rel=1e-4)
    assert found.sem == pytest.approx(1 / sqrt(weights.sum()), rel=1e-3)
    assert (found.units, found.degrees) == (4, 3)


def test_the_level_of_one_person_or_of_a_game_each_is_the_plain_mean() -> None:
    alone = level_of_people([12.0], [74.0], [2])
    assert (alone.value, alone.sem, alone.units) == (6, None, 1)
    assert level_of_people([3.0, 8.0, 4.0], [9.0, 64.0, 16.0], [1, 1, 1]) == mean([3.0, 8.0, 4.0])
    assert level_of_people([6.0, 16.0], [12.0, 128.0], [3, 2]) == mean([2.0, 8.0])


def test_levels_that_are_exact_leave_one_degree_of_freedom_fewer_than_people() -> None:
    """Three people who always score 1, 2 and 6: a variance of 7, weighed by 24 / 64."""
    found = mean_of_all([2.0, 4.0, 24.0], [2.0, 8.0, 144.0], [2, 2, 4])
    assert found.sem == pytest.approx(sqrt(7 * (4 + 4 + 16) / 64))
    assert found.freedom == pytest.approx(2)


def test_a_share_of_few_people_is_as_uncertain_as_students_t_makes_it() -> None:
    """Shares of 0, 1/2 and 1: an error of sqrt(1/12), so 3 units, or fewer by (1.96 / 4.30)²."""
    found = share_of_each([0, 1, 4], [3, 2, 4])
    assert found is not None
    z = critical(0.95, 10**6)
    units = 3 * (z / 4.3026527) ** 2
    margin = z / (units + z * z) * sqrt(units / 4 + z * z / 4)
    assert found == pytest.approx((0.5, 0.5 - margin, 0.5 + margin), abs=1e-6)


def test_two_people_make_a_slope_without_an_interval_and_three_have_one() -> None:
    two = slope_of_each([1, 1], [0, 1], [1, 3], [0, 1], [0, 3])
    assert (two.value, two.sem, two.units) == (pytest.approx(2), None, 2)
    three = slope_of_each([1, 1, 1], [0, 1, 2], [0, 3, 0], [0, 1, 4], [0, 3, 0])
    assert (three.value, three.degrees) == (pytest.approx(0), 1)
    # The deviations multiplied are 1, 0 and -1, over a spread of 2.
    assert three.sem == pytest.approx(sqrt(2 * 3 / 2) / 2)


def test_people_of_one_level_leave_degrees_of_freedom_for_games_too() -> None:
    """Scores of 1 and 3 twice, and 0 to 4: every mean is 2, so that levels vary by nothing."""
    people = [[1, 3], [1, 3], [0, 1, 2, 3, 4]]
    sizes = np.array([2.0, 2.0, 5.0])
    within = (2 + 2 + 10) / 6
    found = mean_of_all(
        [sum(one) for one in people], [sum(v * v for v in one) for one in people], sizes
    )
    assert found.sem == pytest.approx(sqrt(within / 9))
    share = 33 / 81
    of_levels = share**2 * 2 * within**2 / float((sizes**2).sum())
    of_games = 2 * (within / 9) ** 2 / 6
    assert found.freedom == pytest.approx(2 * (within / 9) ** 2 / (of_levels + of_games))
