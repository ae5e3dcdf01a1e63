"""When two estimates are separated: Welch's test, Bonferroni's level, and the ends of places."""

from __future__ import annotations

import pytest

from analysis.statistics import Estimate, mean, paired, rank_text, ranks, welch
from analysis.statistics.comparisons import separated

MANY = 10_000


def above(one: Estimate, other: Estimate) -> bool:
    """Whether Welch's test puts the first above the other."""
    difference = welch(one, other)
    return separated(difference) and (difference.value or 0) > 0


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


def test_errors_add_as_squares() -> None:
    low = Estimate(0.0, 4.0, MANY)
    assert not above(Estimate(1.95 * 5, 3.0, MANY), low)
    assert above(Estimate(1.97 * 5, 3.0, MANY), low)


def test_exact_values_are_separated_by_any_difference_and_not_by_none() -> None:
    one, other = Estimate(2.0, 0.0, 50), Estimate(1.0, 0.0, 50)
    assert above(one, other)
    assert not above(other, one)
    assert not above(one, one)
    assert not above(Estimate(0.0, 1.0, 50), Estimate(9.0, 1.0, 50))


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


def test_places_go_from_those_surely_better_to_those_surely_worse() -> None:
    top, upper, lower = (Estimate(value, 1.0, MANY) for value in (20.0, 3.0, 1.0))
    assert ranks([lower, upper, top]) == [(2, 3), (2, 3), (1, 1)]
    assert ranks([top]) == [(1, 1)]
    assert ranks([]) == []


def test_what_shares_its_deals_is_separated_where_independent_values_would_not_be() -> None:
    """The deals differ by far more than the agents do, and all get the same ones."""
    deals = [float(value % 25) for value in range(0, 700, 7)]
    rows = [
        {deal: value + better * (1 + deal % 2) for deal, value in enumerate(deals)}
        for better in (0.0, 1.0)
    ]
    assert ranks(rows, paired) == [(2, 2), (1, 1)]
    assert ranks([mean(list(row.values())) for row in rows]) == [(1, 2), (1, 2)]


def test_a_rank_is_told_as_a_range_where_it_is_open() -> None:
    assert [rank_text(rank) for rank in ((1, 1), (2, 4))] == ["1", "2–4"]
