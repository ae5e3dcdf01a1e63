"""Means and ratios of totals, each with its 95% interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt

import numpy as np
import numpy.typing as npt

from analysis.statistics.student import critical, outside
from native.play.sums import sample_variance

LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """A value and where it may lie. Without at least two units there is no interval."""

    value: float | None
    sem: float | None
    """Standard error."""
    units: int
    """What was drawn independently: games, or people with all their games."""
    least: float = -inf
    most: float = inf
    """Bounds of the true value; intervals are cut there."""
    freedom: float | None = None
    """Degrees of freedom of the standard error; None: one fewer than the units."""

    @property
    def degrees(self) -> int:
        """Degrees of freedom, rounded down."""
        return self.units - 1 if self.freedom is None else max(1, int(self.freedom))

    @property
    def margin(self) -> float | None:
        """Half the 95% interval: Student's t times the standard error."""
        return None if self.sem is None else critical(LEVEL, self.degrees) * self.sem

    @property
    def low(self) -> float | None:
        if self.value is None or self.margin is None:
            return None
        return max(self.least, self.value - self.margin)

    @property
    def high(self) -> float | None:
        if self.value is None or self.margin is None:
            return None
        return min(self.most, self.value + self.margin)

    @property
    def p(self) -> float | None:
        """How likely a value is that lies at least so far from 0, if the truth is 0 (two-sided)."""
        if self.value is None or self.sem is None or self.degrees < 1:
            return None
        if not self.sem:
            return 0.0 if self.value else 1.0
        return outside(abs(self.value) / self.sem, self.degrees)

    def within(self, least: float, most: float = inf) -> Estimate:
        """The same estimate of a value that lies within these bounds."""
        return replace(self, least=least, most=most)

    def times(self, factor: float) -> Estimate:
        """Of a value in other units, without bounds."""
        if self.value is None:
            return self
        error = None if self.sem is None else self.sem * abs(factor)
        scaled = replace(self, value=self.value * factor, sem=error)
        return scaled.within(-inf)


def mean(values: Sequence[float] | npt.NDArray[np.float64]) -> Estimate:
    """The mean of independent values."""
    return ratio(values, np.ones(len(values)))


def mean_of_counts(counts: Mapping[int, int]) -> Estimate:
    """The mean of values given as how often each occurs, such as games by score."""
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    return mean_of_sums(sum(counts.values()), total, squares)


def mean_of_sums(units: int, total: float, squares: float) -> Estimate:
    """The mean of `units` values, from their sum and the sum of their squares."""
    if not units:
        return Estimate(None, None, 0)
    if units < 2:
        return Estimate(total / units, None, units)
    variance = float(sample_variance(units, total, squares))
    return Estimate(total / units, sqrt(variance / units), units)


def ratio(
    above: Sequence[float] | npt.NDArray[np.float64],
    below: Sequence[float] | npt.NDArray[np.float64],
) -> Estimate:
    """Σ above / Σ below over independent units, by linearisation (Cochran, "Sampling Techniques",
    3rd ed., eq. 2.46 with no finite population): the residuals are above - ratio * below.

    A unit is whatever was drawn by itself. For the mean score of an agent with people it is a
    person, with the sum of their scores above and the number of their games below, since games of
    one person are alike; where a few people have most of the games, see `clusters.mean_of_all`.
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
    return Estimate(value, error, units)
