"""Estimates from correlated values: several values of each person, or values of pairs that share
members.

Functions about people take arrays with one entry per person, such as the number and the sum of
their values; people are the units. `mean_of_pairs` is for values of pairs.
"""

from dataclasses import replace
from math import sqrt
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from analysis.statistics.estimate import LEVEL, Estimate, Interval, mean, wilson
from analysis.statistics.student import critical

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Sums = npt.ArrayLike
ROUNDS = 50
"""Number of bisection steps that estimate the variance between people."""
CLOSE = 1e-9
"""The spread (sum of squared deviations) of x up to which `slope_of_each` has no slope."""


def effective(counts: Sums) -> float:
    """Return the effective number of people (Kish 1965), (sum n)² / sum n², if person i has n =
    counts[i] values; 0 without values.
    """
    sizes = np.asarray(counts, np.float64)
    return float(sizes.sum() ** 2 / (sizes @ sizes)) if sizes.any() else 0.0


def mean_of_each(totals: Sums, counts: Sums) -> Estimate:
    """Return the mean of people's means, each person counting once. `totals` and `counts` are each
    person's sum and number of values, shape (people,).
    """
    return mean(np.asarray(totals, np.float64) / np.asarray(counts, np.float64))


def mean_of_all(totals: Sums, squares: Sums, counts: Sums) -> Estimate:
    """Return the mean of all values, in which people with more values weigh more. `totals`,
    `squares` and `counts` are each person's sum, sum of squares and number of values, shape
    (people,).

    If two people have half of the values, intervals from a bootstrap over people or a linearised
    error cover the truth only 80 to 91 times in 100, because these two show too little of how
    people differ. So the error follows a model, value = person's level + deviation, whose variance
    between people is estimated from all of them, by restricted maximum likelihood with
    Satterthwaite's (1946) degrees of freedom. The model assumes that levels are unrelated to the
    number of values.
    """
    sizes, sums = np.asarray(counts, np.float64), np.asarray(totals, np.float64)
    people, values = len(sizes), sizes.sum()
    if not values:
        return Estimate(None, None, people)
    middle = float(sums.sum() / values)
    own = sums / sizes
    if people < 2 or values == people:
        return replace(mean(own), value=middle)
    freedom = values - people
    within = max(0.0, float((np.asarray(squares, np.float64) - sums * own).sum() / freedom))
    between, doubt = _variance_of_levels(own, sizes, within)
    weight = 1 / effective(sizes)
    variance = weight * between + within / values
    spread = weight**2 * doubt + 2 * (within / values) ** 2 / freedom
    degrees = 2 * variance**2 / spread if spread else people - 1.0
    return Estimate(middle, sqrt(variance), people, freedom=degrees)


def level_of_people(totals: Sums, squares: Sums, counts: Sums) -> Estimate:
    """Return the expected level (long-run mean) of a new person: the mean of people's means, each
    weighted by its precision under the model of `mean_of_all`. `totals`, `squares` and `counts`
    are each person's sum, sum of squares and number of values.
    """
    sizes, sums = np.asarray(counts, np.float64), np.asarray(totals, np.float64)
    people, values = len(sizes), sizes.sum()
    if people < 2 or values == people:
        return mean_of_each(sums, sizes)
    own = sums / sizes
    within = float((np.asarray(squares, np.float64) - sums * own).sum() / (values - people))
    if within <= 0:
        return mean(own)
    between, _ = _variance_of_levels(own, sizes, within)
    weights = 1 / (between + within / sizes)
    return Estimate(float(weights @ own / weights.sum()), sqrt(1 / float(weights.sum())), people)


def share_of_each(hits: Sums, counts: Sums) -> Interval | None:
    """Return the mean of people's shares hits / counts, each person counting once, with its
    interval; None without people. `hits` and `counts` have one entry per person.

    The interval is Wilson's, for as many independent values as would have the same standard error
    (Korn and Graubard 1998), or for the number of people if there is one, or all shares are 0 or
    all are 1.
    """
    sizes = np.asarray(counts, np.float64)
    if not len(sizes):
        return None
    found = mean_of_each(hits, sizes)
    assert found.value is not None
    p, units = found.value, float(len(sizes))
    if found.sem:
        # Fewer degrees of freedom count as fewer units.
        normal = NormalDist().inv_cdf((1 + LEVEL) / 2)
        units = p * (1 - p) / found.sem**2 * (normal / critical(LEVEL, found.degrees)) ** 2
    elif 0 < p < 1 and len(sizes) > 1:
        units = float(sizes.sum())
    return wilson(p, units * p, units * p * (1 - p), units)


def slope_of_each(counts: Sums, x: Sums, y: Sums, xx: Sums, xy: Sums) -> Estimate:
    """Return the least-squares slope of y on x over people's values, each person counting once.

    `counts`, `x`, `y`, `xx` and `xy` are each person's number of values and their sums of x, y, x²
    and xy. The error is linearised over people (Liang and Zeger 1986), with people - 2 degrees of
    freedom.
    """
    sizes = np.asarray(counts, np.float64)
    people = len(sizes)
    ex, ey, exx, exy = (np.asarray(sums, np.float64) / sizes for sums in (x, y, xx, xy))
    middle, height = (float(part.mean()) if people else 0.0 for part in (ex, ey))
    squares = exx - 2 * middle * ex + middle**2
    spread = float(squares.sum())
    if spread <= CLOSE:
        return Estimate(None, None, people)
    products = exy - middle * ey - height * ex + middle * height
    growth = float(products.sum()) / spread
    if people < 3:
        return Estimate(growth, None, people)
    left = products - growth * squares
    error = sqrt(float(left @ left) * people / (people - 1)) / spread
    return Estimate(growth, error, people, freedom=people - 2)


def _variance_of_levels(own: Floats, sizes: Floats, within: float) -> tuple[float, float]:
    """Estimate the variance between people from their means; return it with its own variance."""
    noise = within / sizes
    if not within:
        between = float(own.var(ddof=1))
        return between, 2 * between**2 / (len(own) - 1)

    def short_by(variance: float) -> float:
        """Return the derivative of the likelihood: positive below the estimate."""
        weights = 1 / (variance + noise)
        total = weights.sum()
        gaps = (own - weights @ own / total) ** 2 + 1 / total
        return float(weights**2 @ (gaps - noise - variance))

    low, high = 0.0, float(np.ptp(own)) ** 2
    if short_by(low) > 0:
        for _ in range(ROUNDS):
            between = (low + high) / 2
            low, high = (between, high) if short_by(between) > 0 else (low, between)
    return low, 2 / float((1 / (low + noise) ** 2).sum())


def mean_of_pairs(first: Ints, second: Ints, values: npt.NDArray[np.float64]) -> Estimate:
    """Return the mean of one value per pair of members; `first` and `second` have the members'
    indices, shape (pairs,).

    Pairs with a common member are not independent, so the units are the members: the error is that
    of the jackknife that leaves out one member with all its pairs (Efron and Stein 1981). There is
    no error if one member takes part in every pair.
    """
    size = int(max(first.max(), second.max())) + 1 if len(values) else 0
    ends = np.concatenate([first, second[first != second]])
    twice = np.concatenate([values, values[first != second]])
    counts = np.bincount(ends, minlength=size)
    present = counts > 0
    units = int(present.sum())
    if not units:
        return Estimate()
    left = len(values) - counts[present]
    value = float(values.mean())
    if not left.all():
        return Estimate(value, None, units)
    sums = np.bincount(ends, twice, size)[present]
    without = (values.sum() - sums) / left
    deviations = float(((without - without.mean()) ** 2).sum())
    return Estimate(value, sqrt(deviations * (units - 1) / units), units)
