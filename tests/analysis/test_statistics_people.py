"""People are the units: estimates over people who each played several games."""

import numpy as np
import pytest

from analysis.statistics import (
    Estimate,
    effective,
    mean,
    mean_of_all,
    mean_of_each,
    paired,
    share_of_each,
    slope_of_each,
)
from analysis.statistics.simulated import (
    CHECKS,
    NOT_USED,
    POWER,
    POWER_CHECKS,
    SIZES,
    coverage,
    power,
)
from analysis.statistics.student import outside
from tests.game.conftest import said

RANDOM = np.random.default_rng(4)


@pytest.mark.long
@pytest.mark.parametrize("name", CHECKS)
def test_intervals_hold_the_truth_93_to_97_times_of_100(name: str) -> None:
    held, error = coverage(CHECKS[name], 500, seed=2)
    assert 0.93 - error < held < 0.97 + error


@pytest.mark.long
@pytest.mark.parametrize("name", NOT_USED)
def test_rejected_methods_have_too_low_a_coverage(name: str) -> None:
    assert coverage(NOT_USED[name], 600, seed=1)[0] < 0.93


@pytest.mark.slow
@pytest.mark.parametrize("name", POWER_CHECKS)
def test_an_experiment_of_the_computed_size_has_the_stated_power(name: str) -> None:
    found, error = power(POWER_CHECKS[name], 500, seed=2)
    assert POWER - 0.02 - 2 * error < found < POWER + 0.02 + 2 * error


def test_the_command_prints_every_check() -> None:
    told = said("check_statistics", times=2)
    assert all(name in told for name in (*CHECKS, *NOT_USED, *POWER_CHECKS))


def test_a_person_counts_once_however_often_they_played() -> None:
    found = mean_of_each([10, 300], [1, 100])
    assert found.value == pytest.approx(6.5)
    assert found.sem == pytest.approx(3.5)
    assert mean_of_each([], []).value is None


def test_two_people_with_most_of_the_games_are_few() -> None:
    assert effective([5] * 12) == pytest.approx(12)
    assert effective([100, 100, 1, 1]) == pytest.approx(202**2 / 20002)
    assert effective(SIZES) == pytest.approx(6.5, abs=0.01)
    assert effective([]) == 0


def test_one_game_a_person_is_a_mean_of_values() -> None:
    values = RANDOM.normal(3, 1, 12)
    found, plain = mean_of_all(values, values**2, np.ones(12)), mean(values)
    assert (found.value, found.low) == (pytest.approx(plain.value), pytest.approx(plain.low))
    assert mean_of_all([], [], []) == Estimate(None, None, 0)
    assert mean_of_all([5], [25], [1]) == Estimate(5, None, 1)
    assert mean_of_all([6], [20], [2]) == Estimate(3, None, 1)


def test_equally_many_games_make_both_means_and_both_errors_alike() -> None:
    values = RANDOM.normal(0, 3, (40, 1)) + RANDOM.normal(0, 2, (40, 25))
    sums, squares, counts = values.sum(axis=1), (values**2).sum(axis=1), [25] * 40
    whole, each = mean_of_all(sums, squares, counts), mean_of_each(sums, counts)
    assert whole.value == pytest.approx(each.value)
    assert whole.sem == pytest.approx(each.sem, rel=1e-6)
    assert whole.degrees == pytest.approx(39, abs=1)


def test_a_share_of_people_has_wilsons_interval_where_none_or_all_of_them_do() -> None:
    none, every = share_of_each([0] * 10, [3] * 10), share_of_each([3] * 10, [3] * 10)
    assert none == pytest.approx((0, 0, 0.2775328), abs=1e-6)
    assert every == pytest.approx((1, 1 - 0.2775328, 1), abs=1e-6)
    assert share_of_each([], []) is None


def test_a_share_of_people_is_the_mean_of_their_shares() -> None:
    value, low, high = share_of_each([1, 0, 5, 2], [1, 1, 10, 8])
    assert value == pytest.approx((1 + 0 + 0.5 + 0.25) / 4)
    assert 0 < low < value < high < 1
    alike = share_of_each([5, 1], [10, 2])
    assert alike[1:] == pytest.approx((0.2538, 0.7462), abs=1e-4)
    assert share_of_each([50], [100])[1] < 0.1, "a hundred games of one person are one person"


def test_a_slope_of_one_value_a_person_is_that_of_least_squares() -> None:
    x = RANDOM.normal(0, 1, 30)
    y = 2 * x + RANDOM.normal(0, 1, 30)
    found = slope_of_each(np.ones(30), x, y, x * x, x * y)
    assert found.value == pytest.approx(np.polyfit(x, y, 1)[0])
    assert found.degrees == 28
    assert slope_of_each([], [], [], [], []).value is None
    assert slope_of_each([2, 1], [2, 1], [4, 3], [2, 1], [4, 3]).value is None


def test_games_repeated_do_not_change_a_slope_over_people() -> None:
    x, y = RANDOM.normal(0, 1, (2, 12))
    times = RANDOM.integers(1, 9, 12)
    once = slope_of_each(np.ones(12), x, y, x * x, x * y)
    often = slope_of_each(times, times * x, times * y, times * x * x, times * x * y)
    assert often.value == pytest.approx(once.value)
    assert often.sem == pytest.approx(once.sem)


def test_a_pair_needs_both_of_its_values() -> None:
    found = paired({"a": 3.0, "b": 5.0, "c": 9.0}, {"b": 4.0, "c": 6.0, "d": 0.0})
    assert (found.value, found.sem, found.units) == (2, 1, 2)
    assert paired({"a": 1.0}, {"b": 1.0}).value is None


# Two-sided: scipy.stats.t.sf and norm.sf have the same numbers.
@pytest.mark.parametrize(
    ("t", "freedom", "p"),
    [(5.507, 68, 6.04e-7), (2.2281389, 10, 0.05), (12.7062047, 1, 0.05), (8, 500, 1.244e-15)],
)
def test_p_is_exact_where_it_is_small(t: float, freedom: int, p: float) -> None:
    assert outside(t, freedom) == pytest.approx(p, rel=2e-3)
    assert Estimate(-t, 1.0, freedom + 1).p == pytest.approx(p, rel=2e-3)


def test_p_of_equal_values_is_that_of_their_signs_and_of_a_single_value_unknown() -> None:
    assert [Estimate(v, 0.0, 5).p for v in (2.0, 0.0)] == [1 / 16, 1]
    assert Estimate(2.0, None, 1).p is None


def test_an_estimate_in_other_units_has_the_converted_interval() -> None:
    found = Estimate(4.0, 1.0, 9, freedom=3.0).times(-0.5)
    assert (found.value, found.sem, found.degrees) == (-2, 0.5, 3)
    assert Estimate(None, None, 0).times(2).value is None
