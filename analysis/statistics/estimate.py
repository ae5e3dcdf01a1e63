"""Estimates and their 95% intervals: means, ratios, shares and slopes of independent values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, isinf, sqrt
from statistics import NormalDist
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from analysis.statistics.student import critical, outside
from native.play.measures import sample_variance

LEVEL = 0.95
"""The default confidence level."""
Z = 1.96
"""Half the width of a 95% interval of a normal distribution, in standard errors."""
ROUNDING = 1e-12
"""A standard error that is a smaller part of its value than this comes from rounding: it is 0."""


@dataclass(frozen=True)
class Estimate:
    """An estimated value with its 95% confidence interval. `value` is None if nothing could be
    estimated; with fewer than two units there is no interval.
    """

    value: float | None = None
    sem: float | None = None
    """The standard error of the value; None if unknown."""
    units: int = 0
    """The number of independent units of the sample, such as games, or people each with all their
    games."""
    least: float = -inf
    """The smallest possible true value, to which the interval is clipped."""
    most: float = inf
    """The largest possible true value, to which the interval is clipped."""
    freedom: float | None = None
    """Degrees of freedom of the standard error; None means `units - 1`."""
    level: float = LEVEL
    """The confidence level of the interval, such as 0.95."""

    def __str__(self) -> str:
        """Format as value and interval: 8.21 (7.90 to 8.52)."""
        if self.value is None:
            return "no value"
        if self.low is None or self.high is None:
            return f"{self.value:.4g} (no interval)"
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"

    def __repr__(self) -> str:
        """Format as Estimate(8.21 (7.90 to 8.52), 40 units), with the clipped interval."""
        return f"Estimate({self}, {self.units} units)"

    @property
    def degrees(self) -> int:
        """Degrees of freedom of the standard error, rounded down."""
        return self.units - 1 if self.freedom is None else max(1, int(self.freedom))

    @property
    def margin(self) -> float | None:
        """Half the width of the unclipped interval, Student's t times the standard error; None if
        there is no standard error.
        """
        return None if self.sem is None else critical(self.level, self.degrees) * self.sem

    @property
    def low(self) -> float | None:
        """The lower end of the interval, at least `least`; None if there is no interval."""
        return self._ends[0]

    @property
    def high(self) -> float | None:
        """The upper end of the interval, at most `most`; None if there is no interval."""
        return self._ends[1]

    @property
    def _ends(self) -> tuple[float | None, float | None]:
        """The ends of the interval. Equal units have no spread, but two people who both scored 0 do
        not prove that everybody does: unseen values may be as frequent as their absence allows and
        as far away as the bounds. Without bounds there is no interval in that case.
        """
        if self.value is None or self.margin is None:
            return None, None
        if self.sem:
            return max(self.least, self.value - self.margin), min(
                self.most, self.value + self.margin
            )
        if isinf(self.least) or isinf(self.most):
            return None, None
        others = 1 - (1 - self.level) ** (1 / self.units)
        return (
            self.value - others * (self.value - self.least),
            self.value + others * (self.most - self.value),
        )

    @property
    def p(self) -> float | None:
        """The two-sided p-value of the hypothesis that the true value is 0, by a t test, or by a
        sign test if all values are equal; None if it cannot be computed.
        """
        if self.value is None or self.sem is None or self.degrees < 1:
            return None
        if not self.sem:
            return 2.0 ** (1 - self.units) if self.value else 1.0
        exact = self.units - 1 if self.freedom is None else max(1.0, self.freedom)
        return outside(abs(self.value) / self.sem, exact)

    def within(self, least: float, most: float = inf) -> Self:
        """Return a copy of the estimate whose true value is known to lie from `least` to `most`:
        its interval is clipped to these bounds.
        """
        return replace(self, least=least, most=most)

    def of_family(self, comparisons: int) -> Self:
        """Return a copy of the estimate at the Bonferroni-corrected confidence level for this
        number of simultaneous comparisons, at 95% in all.
        """
        return replace(self, level=1 - (1 - LEVEL) / comparisons)

    def times(self, factor: float) -> Self:
        """Return the estimate multiplied by a factor, such as 100 for percent. Its interval is no
        longer clipped to bounds that `within` set.
        """
        if self.value is None:
            return self
        error = None if self.sem is None else self.sem * abs(factor)
        scaled = replace(self, value=self.value * factor, sem=error)
        return scaled.within(-inf)


class Interval(NamedTuple):
    """A value with the two ends of its 95% interval, which need not be symmetric."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def drawn(self, units: int) -> Estimate:
        """Return an Estimate of this value with a symmetric interval of the same width, for
        charts; `units` is the sample size.
        """
        return Estimate(self.value, self.margin / Z, units)


def mean(values: Sequence[float] | npt.NDArray[np.float64]) -> Estimate:
    """Return the mean of independent values; its units are the values."""
    return ratio(values, np.ones(len(values)))


def mean_of_counts(counts: Mapping[int, int]) -> Estimate:
    """Return the mean of independent values. `counts` is the number of times that each value
    occurs, such as the number of games by score.
    """
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    return mean_of_sums(sum(counts.values()), total, squares)


def mean_of_sums(units: int, total: float, squares: float) -> Estimate:
    """Return the mean of `units` independent values, given their sum `total` and the sum of their
    squares.
    """
    if not units:
        return Estimate()
    if units < 2:
        return Estimate(total / units, None, units)
    variance = float(sample_variance(units, total, squares))
    return Estimate(total / units, sqrt(variance / units), units)


def ratio(
    above: Sequence[float] | npt.NDArray[np.float64],
    below: Sequence[float] | npt.NDArray[np.float64],
) -> Estimate:
    """Return the ratio sum(above) / sum(below), with a linearised error; above[i] and below[i] are
    the two values of the independent unit i. The ratio has no value if sum(below) is 0.

    The error follows Cochran, "Sampling Techniques", 3rd ed., eq. 2.46 without finite population
    correction: the residuals are above - ratio * below.

    For an agent's mean score with people, a unit is a person, because one person's games are
    correlated: above[i] is the sum of their scores and below[i] the number of their games. Where a
    few people have most of the games, see `clusters.mean_of_all`.
    """
    tops, bottoms = np.asarray(above, np.float64), np.asarray(below, np.float64)
    units, total = len(tops), float(bottoms.sum())
    if not total:
        return Estimate(None, None, units)
    value = float(tops.sum()) / total
    if units < 2:
        return Estimate(value, None, units)
    residuals = tops - value * bottoms
    error = sqrt(float(residuals @ residuals) * units / (units - 1)) / total
    return Estimate(value, error if error > ROUNDING * abs(value) else 0.0, units)


def share(hits: int, of: int) -> Interval | None:
    """Return the share hits / of with Wilson's 95% interval; None if `of` is 0. Raises ValueError
    unless 0 <= hits <= of.
    """
    if not of:
        return None
    if not 0 <= hits <= of:
        raise ValueError(f"{hits} of {of} is not a share.")
    return wilson(hits / of, hits, hits * (of - hits) / of, of)


def wilson(p: float, hits: float, variance: float, units: float) -> Interval:
    """Return the share `p` with its 95% interval by Wilson (1927), which is accurate near 0 and 1,
    unlike the normal approximation.

    `units` is the sample size, `hits` the expected number of hits, p * units, and `variance` its
    binomial variance, units * p * (1 - p).
    """
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    middle = (hits + z * z / 2) / (units + z * z)
    margin = z / (units + z * z) * sqrt(variance + z * z / 4)
    return Interval(p, max(0.0, middle - margin), min(1.0, middle + margin))


def slope(values: Sequence[float]) -> Estimate:
    """Return the least-squares slope of a sequence of values: the change from one value to the
    next.

    The interval assumes independent deviations of equal variance (Student's t with n - 2 degrees
    of freedom for n values); there is none for fewer than three values.
    """
    count = len(values)
    if count < 2:
        return Estimate()
    places, heights = np.arange(count) - (count - 1) / 2, np.asarray(values, np.float64)
    spread = float(places @ places)
    growth = float(places @ heights) / spread
    if count < 3:
        return Estimate(growth, None, count - 1)
    left = heights - heights.mean() - growth * places
    return Estimate(growth, sqrt(float(left @ left) / (count - 2) / spread), count - 1)


def mean_of_strata(values: npt.NDArray[np.float64]) -> Estimate:
    """Return the mean of the row means of `values`, shape (strata, values). Each row is one
    stratum, so the error comes from the variation within rows.
    """
    return mean_of_totals(values.sum(axis=1), (values**2).sum(axis=1), values.shape[1])


def mean_of_totals(
    totals: npt.NDArray[np.int64] | npt.NDArray[np.float64],
    squares: npt.NDArray[np.int64] | npt.NDArray[np.float64],
    each: int,
) -> Estimate:
    """Return the mean of the means of several samples of equal size.

    `totals` and `squares` have each sample's sum of values and of squared values, shape
    (samples,); `each` is the number of values in every sample. The samples are strata, so the
    error comes from the variation within them.
    """
    samples = len(totals)
    if not samples:
        return Estimate()
    value = float((totals / each).mean())
    if each < 2:
        return Estimate(value, None, samples * each)
    variances = sample_variance(np.full(samples, each), totals, squares)
    sem = sqrt(float(variances.sum()) / each) / samples
    return Estimate(value, sem, samples * each)


def mean_of_means(
    values: npt.NDArray[np.float64],
    errors: npt.NDArray[np.float64],
    units: npt.NDArray[np.int64],
    apart: npt.NDArray[np.bool_],
    weights: npt.NDArray[np.int64] | None = None,
) -> Estimate:
    """Return the weighted mean of k means. `values` are the means, `errors` their standard errors
    and `units` their numbers of units, each of shape (k,); `weights` are equal by default.

    `apart`, a mask, marks the means that are independent of all others. The others share their
    deals, so their errors are added as if they were fully correlated, which is an upper bound. If
    any mean has no standard error (NaN), the result has none.
    """
    if not len(values):
        return Estimate()
    parts = np.ones(len(values)) if weights is None else weights.astype(np.float64)
    parts /= parts.sum()
    value, whole, shares = float(parts @ values), int(units.sum()), parts * errors
    error = sqrt(float((shares[apart] ** 2).sum()) + float(shares[~apart].sum()) ** 2)
    if np.isnan(error):
        return Estimate(value, None, whole)
    freedom = float(units.min() - 1) * (len(values) if apart.all() else 1)
    return Estimate(value, error, whole, freedom=freedom)
