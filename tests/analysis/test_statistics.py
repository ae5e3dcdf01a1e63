"""The statistics give known answers on synthetic data."""

from __future__ import annotations

from collections import Counter
from math import inf, sqrt

import numpy as np
import pytest

from analysis.statistics import (
    Estimate,
    mean,
    mean_of_counts,
    mean_of_each,
    mean_of_pairs,
    mean_of_totals,
    next_run,
    ranks,
    ratio,
    recipe_difference,
    share,
    slope,
    welch,
)
from analysis.statistics.comparisons import separated
from analysis.statistics.student import critical, inside

RNG = np.random.default_rng(11)
SCORES = RNG.integers(0, 26, 300)

# Percentage points of Student's t, as tables and scipy.stats.t.ppf have them.
T_TABLE = [
    (0.95, 1, 12.7062047),
    (0.95, 2, 4.3026527),
    (0.95, 5, 2.5705818),
    (0.95, 10, 2.2281389),
    (0.95, 30, 2.0422725),
    (0.95, 100, 1.9839715),
    (0.95, 399, 1.9659272),
    (0.99, 4, 4.6040949),
    (0.999, 20, 3.8495163),
]


@pytest.mark.parametrize(("level", "freedom", "value"), T_TABLE)
def test_students_t_is_as_in_the_tables(level: float, freedom: int, value: float) -> None:
    assert critical(level, freedom) == pytest.approx(value, abs=2e-6)


def test_students_t_with_one_degree_of_freedom_is_cauchys() -> None:
    assert inside(3.0, 1) == pytest.approx(2 / np.pi * np.arctan(3.0), abs=1e-12)


def test_without_freedom_nothing_is_certain() -> None:
    assert critical(0.95, 0) == inf
    with pytest.raises(ValueError, match="between 0 and 1"):
        critical(1.0, 5)


def test_a_mean_has_numpys_standard_error() -> None:
    found = mean(SCORES)
    assert found.value == pytest.approx(SCORES.mean())
    assert found.sem == pytest.approx(SCORES.std(ddof=1) / sqrt(len(SCORES)))
    assert found.units == 300


def test_a_mean_of_counts_is_the_mean_of_the_values() -> None:
    counted, plain = mean_of_counts(Counter(SCORES.tolist())), mean(SCORES)
    assert counted.value == pytest.approx(plain.value)
    assert counted.sem == pytest.approx(plain.sem)


def test_one_game_has_a_mean_and_no_interval() -> None:
    assert mean([7.0]) == Estimate(7.0, None, 1)
    assert mean([7.0]).low is None
    assert mean([]) == mean_of_counts({}) == Estimate(None, None, 0)


def test_the_interval_of_a_mean_holds_the_truth_19_times_of_20() -> None:
    samples = RNG.normal(3, 2, (4000, 8))
    hits = [found.low <= 3 <= found.high for found in map(mean, samples)]  # type: ignore[operator]
    assert np.mean(hits) == pytest.approx(0.95, abs=0.012)


def test_a_ratio_is_one_of_totals_and_not_a_mean_of_ratios() -> None:
    assert ratio([1, 3], [1, 9]).value == pytest.approx(0.4)
    assert ratio([0, 0], [0, 0]).value is None


def test_the_interval_of_a_ratio_is_that_of_the_bootstrap() -> None:
    offered = RNG.integers(10, 40, 200)
    clues = RNG.binomial(offered, RNG.beta(8, 8, 200))
    found = ratio(clues, offered)
    picks = RNG.integers(0, 200, (4000, 200))
    resampled = clues[picks].sum(1) / offered[picks].sum(1)
    low, high = np.quantile(resampled, [0.025, 0.975])
    assert found.low == pytest.approx(low, abs=0.004)
    assert found.high == pytest.approx(high, abs=0.004)


def test_games_of_one_person_do_not_pass_for_many_people() -> None:
    """Twenty people of their own level, fifty games each: the level is what varies."""
    levels = RNG.normal(12, 4, 20)
    games = levels[:, None] + RNG.normal(0, 1, (20, 50))
    by_person = ratio(games.sum(1), [50] * 20)
    by_game = mean(games.ravel())
    assert by_person.value == pytest.approx(by_game.value)
    assert by_person.sem == pytest.approx(levels.std(ddof=1) / sqrt(20), rel=0.05)
    assert by_person.sem > 4 * by_game.sem  # type: ignore[operator]


# Computed with binomtest and proportion_ci of SciPy, method "wilson".
@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775328), (5, 10, 0.2365931, 0.7634069), (81, 263, 0.2552885, 0.3662096)],
)
def test_a_share_has_wilsons_interval(hits: int, of: int, low: float, high: float) -> None:
    found = share(hits, of)
    assert found is not None
    assert found[1:] == pytest.approx((low, high), abs=1e-6)
    assert share(0, 0) is None
    with pytest.raises(ValueError, match="not a share"):
        share(of + 1, of)


def test_what_cannot_be_separated_shares_its_places() -> None:
    clear, close, closer = Estimate(20, 0.1, 100), Estimate(15, 1.0, 100), Estimate(14.5, 1.0, 100)
    assert ranks([close, clear, closer]) == [(2, 3), (1, 1), (2, 3)]


def above(one: Estimate, other: Estimate) -> bool:
    """Whether Welch's test puts the first above the other."""
    difference = welch(one, other)
    return separated(difference) and (difference.value or 0) > 0


def test_a_single_game_is_never_separated() -> None:
    assert ranks([Estimate(25.0, None, 1), Estimate(1.0, 0.1, 50)]) == [(1, 2), (1, 2)]
    assert not above(Estimate(None, None, 0), Estimate(1.0, 0.1, 50))


@pytest.mark.long
def test_twenty_equal_agents_are_rarely_ranked() -> None:
    false_ranks = 0
    for _ in range(200):
        table = [mean(values) for values in RNG.normal(10, 3, (20, 15))]
        false_ranks += any(place != (1, 20) for place in ranks(table))
    assert false_ranks / 200 < 0.1


def test_pairs_that_share_members_leave_one_member_out_at_a_time() -> None:
    values = np.random.default_rng(3).normal(size=(6, 6))
    first, second = np.triu_indices(6)
    found = mean_of_pairs(first, second, values[first, second])
    without = np.array(
        [values[first, second][(first != out) & (second != out)].mean() for out in range(6)]
    )
    assert found.value == pytest.approx(values[first, second].mean())
    assert found.sem == pytest.approx(np.sqrt(((without - without.mean()) ** 2).sum() * 5 / 6))
    assert found.units == 6


def test_a_member_of_every_pair_leaves_no_interval() -> None:
    found = mean_of_pairs(np.array([0, 0]), np.array([1, 2]), np.array([1.0, 3.0]))
    assert (found.value, found.sem, found.units) == (2.0, None, 3)
    assert mean_of_pairs(np.array([], int), np.array([], int), np.array([])).value is None


def test_samples_given_by_their_sums_have_the_mean_of_their_means() -> None:
    values = RNG.integers(0, 26, (4, 50))
    found = mean_of_totals(values.sum(axis=1), (values**2).sum(axis=1), 50)
    errors = values.std(axis=1, ddof=1) / sqrt(50)
    assert found.value == pytest.approx(values.mean())
    assert found.sem == pytest.approx(sqrt((errors**2).sum()) / 4)
    assert found.units == 200


def test_a_slope_is_that_of_least_squares() -> None:
    for values in (SCORES[:3], SCORES[:30], SCORES):
        places = np.arange(len(values))
        (steep, _), covariance = np.polyfit(places, values, 1, cov="unscaled")
        left = values - np.polyval(np.polyfit(places, values, 1), places)
        found = slope(values.tolist())
        assert found.value == pytest.approx(steep)
        error = sqrt((left @ left) / (len(values) - 2) * covariance[0, 0])
        assert found.sem == pytest.approx(error)
        assert found.units - 1 == len(values) - 2


def test_a_slope_has_the_interval_of_the_textbook() -> None:
    """By hand: 13 / 10, and the root of 4.3 / 3 / 10."""
    found = slope([2, 3, 5, 4, 8])
    assert found.value == pytest.approx(1.3)
    assert found.sem == pytest.approx(sqrt(4.3 / 30))
    assert found.margin == pytest.approx(3.1824463 * sqrt(4.3 / 30))


def test_two_points_make_a_line_without_an_interval_and_one_makes_none() -> None:
    assert (slope([1, 4]).value, slope([1, 4]).low) == (3, None)
    assert slope([1]).value is None


def test_two_people_who_both_scored_0_do_not_show_that_everybody_does() -> None:
    people = mean_of_each([0, 0], [3, 1]).within(0, 30)
    assert people.value == people.low == 0
    # 0.05 ** (1 / 2): so rarely two people both score 0 if 77.6% of all people score more.
    assert people.high == pytest.approx(30 * (1 - 0.05**0.5))
    more = mean_of_each([0] * 100, [1] * 100).within(0, 30)
    assert 0 < (more.high or 0) < 1


def test_equal_units_without_bounds_have_no_interval_and_are_judged_by_their_signs() -> None:
    two, many = mean([1.0, 1.0]), mean([1.0] * 20)
    assert (two.low, two.high, two.p) == (None, None, 0.5)
    assert not separated(two)
    assert separated(many)


def test_an_estimate_prints_its_interval_as_it_is_cut() -> None:
    assert str(mean([0.0, 0.0, 3.0]).within(0, 30)) == "1 (0 to 5.303)"
    assert "inf" not in repr(mean([1.0, 2.0]))
    assert str(mean([2.0])) == "2 (no interval)"


def test_a_family_has_wider_intervals_so_that_all_hold_together() -> None:
    alone = Estimate(1.0, 0.5, 1_000)
    assert alone.of_family(9).low == pytest.approx(1.0 - 2.773 * 0.5, abs=1e-3)
    assert alone.of_family(1).low == alone.low


def test_a_single_run_takes_the_deviation_of_the_recipe_that_has_several() -> None:
    # Rainbow with three seeds and HCIC with one, as a review computed them by hand.
    change = recipe_difference([6.43], [4.55, 5.19, 4.72])
    assert change.value == pytest.approx(1.61, abs=0.005)
    assert change.low == pytest.approx(-0.03, abs=0.02)
    assert change.high == pytest.approx(3.26, abs=0.02)
    assert change.p == pytest.approx(0.052, abs=0.001)


def test_two_single_runs_have_a_difference_and_no_interval() -> None:
    change = recipe_difference([6.0], [4.0])
    assert (change.value, change.low, change.p) == (2.0, None, None)


def test_one_more_run_is_less_certain_than_the_mean_of_those_there_are() -> None:
    runs = [4.0, 5.0, 6.0]
    expected, own = next_run(runs, [runs]), mean(runs)
    assert expected.value == own.value
    assert (expected.margin or 0) == pytest.approx(2 * (own.margin or 0))
    assert next_run([4.0], [[4.0], [5.0]]).low is None
