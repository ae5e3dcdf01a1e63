"""Estimates of few values, of equal values, and of values that have bounds."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from analysis.statistics import (
    Estimate,
    mean,
    mean_of_counts,
    mean_of_means,
    mean_of_sums,
    mean_of_totals,
    ratio,
    share,
    slope,
)


def test_an_interval_is_cut_at_the_bounds_of_the_value_and_only_there() -> None:
    free = Estimate(1.0, 0.5, 10)
    assert free.margin == pytest.approx(2.2621572 * 0.5)
    assert (free.low, free.high) == pytest.approx((-0.1310786, 2.1310786))
    assert (free.within(0).low, free.within(0).high) == pytest.approx((0, 2.1310786))
    assert (free.within(0, 2).low, free.within(0, 2).high) == pytest.approx((0, 2))
    assert free.within(-9, 9).low == free.low
    assert free.within(-9, 9).high == free.high


def test_a_value_without_error_has_no_ends() -> None:
    bare = Estimate(3.0, None, 5).within(0, 10)
    assert (bare.margin, bare.low, bare.high) == (None, None, None)


@pytest.mark.parametrize("made", [mean([1.0, 4.0]), mean_of_counts({1: 1, 4: 1})])
def test_two_values_have_an_interval_with_one_degree_of_freedom(made: Estimate) -> None:
    assert made.sem == pytest.approx(1.5)
    assert made.margin == pytest.approx(12.7062047 * 1.5)


def test_equal_values_have_no_error_though_their_sums_were_rounded() -> None:
    for value in (0.1, 0.2, 0.3, 0.7, 1.1):
        for count in range(2, 60):
            total, squares = sum([value] * count), sum([value * value] * count)
            assert mean_of_sums(count, total, squares).sem == pytest.approx(0, abs=1e-7)
    flat = np.full(3, 10, np.int64)
    assert mean_of_totals(flat, flat, 10).sem == 0


def test_samples_of_one_value_have_no_interval() -> None:
    single = mean_of_totals(np.array([3, 5]), np.array([9, 25]), 1)
    assert (single.value, single.sem, single.units) == (4.0, None, 2)
    assert mean_of_totals(np.array([], int), np.array([], int), 5) == Estimate(None, None, 0)


def test_independent_means_add_their_errors_as_squares_and_those_of_the_same_deals_do_not() -> None:
    values, errors, units = np.array([4.0, 8.0]), np.array([0.3, 0.4]), np.array([10, 6])
    found = mean_of_means(values, errors, units, np.array([True, True]))
    assert (found.value, found.units, found.degrees) == (6, 16, 2 * 5)
    assert found.sem == pytest.approx(0.5 / 2)
    shared = mean_of_means(values, errors, units, np.array([False, False]))
    assert (shared.value, shared.degrees) == (6, 5)
    assert shared.sem == pytest.approx(0.7 / 2)
    weighted = mean_of_means(values, errors, units, np.array([True, False]), np.array([1, 3]))
    assert weighted.value == 7
    assert weighted.sem == pytest.approx((0.3**2 + 1.2**2) ** 0.5 / 4)
    assert mean_of_means(values, np.array([0.3, np.nan]), units, np.array([True, True])).sem is None
    assert mean_of_means(values[:0], errors[:0], units[:0], np.array([], bool)) == Estimate()


def test_the_error_of_a_ratio_is_cochrans_worked_by_hand() -> None:
    """Residuals 1 - 0.5 * 3, 2 - 0.5 * 4, 3 - 0.5 * 5: -0.5, 0 and 0.5."""
    worked = ratio([1, 2, 3], [3, 4, 5])
    assert worked.value == 0.5
    assert worked.sem == pytest.approx(sqrt(0.5 * 3 / 2) / 12)
    assert ratio([4], [8]) == Estimate(0.5, None, 1)


def test_a_slope_through_three_points_has_one_degree_of_freedom() -> None:
    line = slope([0, 2, 1])
    assert line.value == pytest.approx(0.5)
    assert line.sem == pytest.approx(sqrt(1.5 / 2))
    assert line.margin == pytest.approx(12.7062047 * sqrt(0.75))
    assert slope([1, 4]).units == 1


@pytest.mark.parametrize("hits", [0, 3, 20, 37, 40])
def test_wilsons_ends_are_the_shares_that_the_count_would_just_not_reject(hits: int) -> None:
    """Both ends solve (p - hits/n)² = z² p (1 - p) / n."""
    ends = share(hits, 40)
    assert ends is not None
    for end in ends[1:]:
        assert (end - hits / 40) ** 2 == pytest.approx(1.959963985**2 * end * (1 - end) / 40)
    assert 0 <= ends[1] <= ends[0] <= ends[2] <= 1


def test_a_share_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 of 5"):
        share(-1, 5)


def test_the_wilson_interval_holds_the_truth_about_19_times_of_20() -> None:
    draws = np.random.default_rng(5).binomial(60, 0.07, 4000)
    ends = [share(int(hits), 60) for hits in draws]
    held = [e[1] <= 0.07 <= e[2] for e in ends if e]
    assert np.mean(held) == pytest.approx(0.95, abs=0.025)


def test_the_interval_of_a_ratio_over_people_holds_the_truth() -> None:
    """Thirty people with different levels and different numbers of games."""
    rng, held = np.random.default_rng(6), []
    for _ in range(1500):
        games = rng.integers(5, 30, 30)
        totals = rng.binomial(games, rng.beta(6, 4, 30))
        made = ratio(totals, games)
        assert made.low is not None
        assert made.high is not None
        held.append(made.low <= 0.6 <= made.high)
    assert np.mean(held) == pytest.approx(0.95, abs=0.02)


def test_the_interval_of_a_slope_holds_the_truth() -> None:
    rng, held = np.random.default_rng(7), []
    for _ in range(2000):
        made = slope((0.3 * np.arange(7) + rng.normal(0, 1, 7)).tolist())
        assert made.low is not None
        assert made.high is not None
        held.append(made.low <= 0.3 <= made.high)
    assert np.mean(held) == pytest.approx(0.95, abs=0.016)
