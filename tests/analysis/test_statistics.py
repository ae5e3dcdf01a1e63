"""The statistics give known answers on synthetic data."""

from collections import Counter
from math import inf, sqrt

import numpy as np
import numpy.typing as npt
import pytest

from analysis.statistics import (
    Estimate,
    level_of_people,
    mean,
    mean_of_all,
    mean_of_counts,
    mean_of_each,
    mean_of_means,
    mean_of_pairs,
    mean_of_sums,
    mean_of_totals,
    next_run,
    paired,
    rank_text,
    ranks,
    ratio,
    recipe_difference,
    share,
    share_of_each,
    slope,
    slope_of_each,
    welch,
)
from analysis.statistics.comparisons import separated
from analysis.statistics.student import critical

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


def test_without_degrees_of_freedom_intervals_are_infinite() -> None:
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
    bare = mean([7.0]).within(0, 10)
    assert (bare.margin, bare.low, bare.high) == (None, None, None)
    assert mean([]) == mean_of_counts({}) == Estimate(None, None, 0)


def test_a_ratio_is_one_of_totals_and_not_a_mean_of_ratios() -> None:
    assert ratio([1, 3], [1, 9]).value == pytest.approx(0.4)
    assert ratio([0, 0], [0, 0]).value is None


# Computed with binomtest and proportion_ci of SciPy, method "wilson".
@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775328), (5, 10, 0.2365931, 0.7634069), (81, 263, 0.2552885, 0.3662096)],
)
def test_a_share_has_wilsons_interval(hits: int, of: int, low: float, high: float) -> None:
    found = share(hits, of)
    assert found[1:] == pytest.approx((low, high), abs=1e-6)
    assert share(0, 0) is None
    for wrong in (-1, of + 1):
        with pytest.raises(ValueError, match=f"{wrong} of {of}"):
            share(wrong, of)


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


def test_a_slope_has_the_interval_of_the_textbook() -> None:
    """By hand: 13 / 10, and the root of 4.3 / 3 / 10."""
    found = slope([2, 3, 5, 4, 8])
    assert found.value == pytest.approx(1.3)
    assert found.sem == pytest.approx(sqrt(4.3 / 30))
    assert found.margin == pytest.approx(3.1824463 * sqrt(4.3 / 30)), "three degrees of freedom"


def test_two_points_make_a_line_without_an_interval_and_one_makes_none() -> None:
    two = slope([1, 4])
    assert (two.value, two.low, two.units) == (3, None, 1)
    assert slope([1]).value is None


def test_two_people_who_both_scored_0_leave_an_interval_above_0() -> None:
    people = mean_of_each([0, 0], [3, 1]).within(0, 30)
    assert people.value == people.low == 0
    # 0.05 ** (1 / 2): so rarely two people both score 0 if 77.6% of all people score more.
    assert people.high == pytest.approx(30 * (1 - 0.05**0.5))
    assert not above(Estimate(2.0, 0.5, 60), people)
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


def test_the_interval_of_one_further_run_is_wider_than_that_of_the_mean() -> None:
    runs = [4.0, 5.0, 6.0]
    expected, own = next_run(runs, [runs]), mean(runs)
    assert expected.value == own.value
    assert (expected.margin or 0) == pytest.approx(2 * (own.margin or 0))
    assert next_run([4.0], [[4.0], [5.0]]).low is None


def test_an_interval_is_cut_at_the_bounds_of_the_value_and_only_there() -> None:
    free = Estimate(1.0, 0.5, 10)
    assert free.margin == pytest.approx(2.2621572 * 0.5)
    assert (free.low, free.high) == pytest.approx((-0.1310786, 2.1310786))
    assert (free.within(0).low, free.within(0).high) == pytest.approx((0, 2.1310786))
    assert (free.within(0, 2).low, free.within(0, 2).high) == pytest.approx((0, 2))
    assert free.within(-9, 9).low == free.low
    assert free.within(-9, 9).high == free.high


def test_equal_values_have_no_error_though_their_sums_were_rounded() -> None:
    for value in (0.1, 0.2, 0.3, 0.7, 1.1):
        for count in range(2, 60):
            total, squares = sum([value] * count), sum([value * value] * count)
            assert mean_of_sums(count, total, squares).sem == pytest.approx(0, abs=1e-7)
            assert mean([value] * count).sem == 0
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


def test_the_error_of_a_mean_has_the_variance_between_people_and_of_games() -> None:
    found, share = mean_of_all(*sums()), float((SIZES**2).sum() / SIZES.sum() ** 2)
    variance = share * between() + WITHIN / SIZES.sum()
    assert found.value == pytest.approx(sum(map(sum, PEOPLE)) / 14)
    assert found.sem == pytest.approx(sqrt(variance), rel=1e-3)
    of_levels = 2 / float((1 / (between() + WITHIN / SIZES) ** 2).sum())
    of_games = 2 * (WITHIN / 14) ** 2 / 10
    assert found.freedom == pytest.approx(
        2 * variance**2 / (share**2 * of_levels + of_games), rel=1e-3
    )


def test_a_persons_mean_is_weighted_by_its_precision() -> None:
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
    alike = mean_of_all([6, 30], [12, 60], [3, 15])
    assert (alike.value, alike.sem) == (2, 0)


def test_a_share_of_few_people_is_as_uncertain_as_students_t_makes_it() -> None:
    """Shares of 0, 1/2 and 1: an error of sqrt(1/12), so 3 units, or fewer by (1.96 / 4.30)²."""
    found = share_of_each([0, 1, 4], [3, 2, 4])
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


MANY = 10_000


def test_the_degrees_of_freedom_are_welchs() -> None:
    """One of three units decides against one that is known exactly: t with 2 degrees, 4.3027."""
    exact = Estimate(0.0, 0.0, 100)
    assert not above(Estimate(4.29, 1.0, 3), exact)
    assert above(Estimate(4.31, 1.0, 3), exact)
    assert not above(Estimate(0.0, 0.0, 100), Estimate(-4.29, 1.0, 3))
    assert above(Estimate(0.0, 0.0, 100), Estimate(-4.31, 1.0, 3))


def test_unequal_errors_share_the_degrees_of_freedom() -> None:
    """(1 + 1)² / (1/2 + 1/4) = 5.33, so 5 degrees: 2.5706 times the root of 2."""
    low = Estimate(0.0, 1.0, 5)
    assert not above(Estimate(3.63, 1.0, 3), low)
    assert above(Estimate(3.64, 1.0, 3), low)


def test_exact_values_are_separated_by_any_difference() -> None:
    one, other = Estimate(2.0, 0.0, 50), Estimate(1.0, 0.0, 50)
    assert above(one, other)
    assert not above(other, one)


def test_without_a_value_or_by_a_difference_of_exactly_nothing_none_is_above() -> None:
    assert not separated(Estimate(None, 0.0, 50))
    assert not separated(Estimate(0.0, 0.0, 50))
    assert ranks([[3.0], [3.0]], lambda _one, _other: Estimate(0.0, 0.0, 50)) == [(1, 2), (1, 2)]


@pytest.mark.parametrize(("count", "z"), [(2, 1.960), (3, 2.394), (5, 2.807)])
def test_the_level_is_divided_by_the_number_of_pairs(count: int, z: float) -> None:
    """1, 3 and 10 pairs: the normal quantiles of 1 - 0.05 / pairs, two-sided."""
    far = [Estimate(-1000.0 * i, 0.001, MANY) for i in range(1, count - 1)]
    for factor, places in ((0.995, (1, 2)), (1.005, (1, 1))):
        first = Estimate(z * factor * 2**0.5, 1.0, MANY)
        assert ranks([first, Estimate(0.0, 1.0, MANY), *far])[0] == places


def test_estimates_that_overlap_share_their_ranks() -> None:
    top, upper, lower = (Estimate(value, 1.0, MANY) for value in (20.0, 3.0, 1.0))
    assert ranks([lower, upper, top]) == [(2, 3), (2, 3), (1, 1)]
    assert ranks([top]) == [(1, 1)]
    assert ranks([]) == []


def test_paired_deals_separate_ranks_that_independent_values_do_not() -> None:
    """The deals differ by far more than the agents do, and all get the same ones."""
    deals = [float(value % 25) for value in range(0, 700, 7)]
    rows = [
        {deal: value + better * (1 + deal % 2) for deal, value in enumerate(deals)}
        for better in (0.0, 1.0)
    ]
    assert ranks(rows, paired) == [(2, 2), (1, 1)]
    assert ranks([mean(list(row.values())) for row in rows]) == [(1, 2), (1, 2)]


def test_an_undecided_rank_is_shown_as_a_range() -> None:
    assert [rank_text(rank) for rank in ((1, 1), (2, 4))] == ["1", "2–4"]
