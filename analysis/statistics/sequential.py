"""Sequential tests of a mean: intervals valid at every sample size, so that a test may stop
early.
"""

from dataclasses import dataclass, replace
from math import inf, log, sqrt
from typing import Self

LEAST_UNITS = 100
"""The default number of units before the first decision: the interval rests on the central limit
theorem."""
TIGHTEST_AT = 1_000
"""The number of units for which the confidence sequence is tuned to be narrowest; it is valid at
any number."""


@dataclass(frozen=True)
class Watched:
    """The running mean of values that arrive one by one, with a confidence sequence: an interval
    that is valid at every number of values, so that one may stop at any time.

    It is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
    "Time-uniform central limit theory and asymptotic confidence sequences" (Annals of Statistics
    2024), theorem 2.2: with probability `level` the true mean lies inside at all sample sizes at
    once.
    """

    level: float = 0.95
    units: int = 0
    total: float = 0.0
    squares: float = 0.0
    least: int = LEAST_UNITS
    """The number of values before the first decision."""
    most: float = inf
    """The largest possible absolute value. Equal values have no spread, but another value may be
    as frequent as its absence allows and as far away as this; without it they settle nothing."""

    def __post_init__(self) -> None:
        if not 0 < self.level < 1:
            raise ValueError(f"The level must be between 0 and 1, not {self.level}.")

    def plus(self, value: float) -> Self:
        """Return the running mean updated with one more value."""
        return replace(
            self,
            units=self.units + 1,
            total=self.total + value,
            squares=self.squares + value * value,
        )

    @property
    def mean(self) -> float:
        """The mean of the values so far. Raises ZeroDivisionError if there are none."""
        return self.total / self.units

    @property
    def margin(self) -> float:
        """Half the width of the confidence interval of the mean so far; infinite with fewer than
        `least` values.
        """
        if self.units < self.least:
            return inf
        variance = max(0.0, self.squares / self.units - self.mean**2)
        alpha = 1 - self.level
        if not variance:
            return float((self.most + abs(self.mean)) * (1 - alpha ** (1 / self.units)))
        # The ρ² with the narrowest interval at TIGHTEST_AT units (appendix B.2 of the paper).
        rho2 = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / TIGHTEST_AT
        spread = self.units * rho2 + 1
        return sqrt(variance * 2 * spread / (self.units**2 * rho2) * log(sqrt(spread) / alpha))

    @property
    def low(self) -> float:
        """The lower end of the confidence interval of the mean so far."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the confidence interval of the mean so far."""
        return self.mean + self.margin

    @property
    def decided(self) -> bool:
        """Whether the interval excludes 0, so that the test may stop."""
        return self.units >= self.least and not self.low <= 0 <= self.high
