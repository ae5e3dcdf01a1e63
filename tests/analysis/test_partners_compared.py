"""How much higher one agent's result is than another's: on the deals of both, if they are known."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.partners.adhoc import AdHocResult, compare
from analysis.statistics import Estimate, mean, mean_of_strata, welch

ONE = np.array([10.0, 14.0, 9.0, 12.0, 8.0])
OTHER = np.array([9.0, 12.0, 10.0])


def result(deals: object, seed: str = "1") -> AdHocResult:
    """Of means that differ from those of the deals, so that it shows which is compared."""
    some = None if deals is None else np.array(deals, np.float64)
    level = 20.0 if some is None else float(some.mean()) + 5
    return AdHocResult("pool", Estimate(level, 0.5, 40), 40, None, (), seed=seed, deals=some)


def test_on_the_deals_that_both_were_given_they_are_compared_deal_by_deal() -> None:
    found = compare(result(ONE), result(OTHER))
    assert found == mean(ONE[:3] - OTHER)
    assert found.value == pytest.approx(2 / 3)
    back = compare(result(OTHER), result(ONE))
    assert back.value == pytest.approx(-2 / 3)
    assert back.sem == pytest.approx(found.sem)


def test_where_each_member_has_deals_of_its_own_members_are_strata() -> None:
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
def test_on_other_deals_they_are_compared_as_independent(
    one: AdHocResult, other: AdHocResult
) -> None:
    assert compare(one, other) == welch(one.mean, other.mean)
