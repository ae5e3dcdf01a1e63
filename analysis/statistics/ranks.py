"""Ranks that leave open what the data cannot separate."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from analysis.statistics.estimate import LEVEL, Estimate
from analysis.statistics.student import critical


def ranks(estimates: Sequence[Estimate]) -> list[tuple[int, int]]:
    """The best and the worst rank that each may have, 1 for the highest value.

    Two are separated when Welch's t test says so at 5 % divided by the number of pairs
    (Bonferroni), so that with 95 % probability no separation on the whole list is wrong.
    """
    pairs = max(1, len(estimates) * (len(estimates) - 1) // 2)
    level = 1 - (1 - LEVEL) / pairs
    places = []
    for one in estimates:
        above = sum(separated(other, one, level) for other in estimates)
        below = sum(separated(one, other, level) for other in estimates)
        places.append((1 + above, len(estimates) - below))
    return places


def separated(better: Estimate, worse: Estimate, level: float = LEVEL) -> bool:
    """Whether the first is significantly higher than the second, by Welch's t test."""
    if None in (better.value, worse.value, better.sem, worse.sem):
        return False
    assert better.value is not None
    assert worse.value is not None
    assert better.sem is not None
    assert worse.sem is not None
    one, other = better.sem**2, worse.sem**2
    difference = better.value - worse.value
    if difference <= 0 or one + other == 0:
        return difference > 0
    # Welch and Satterthwaite's degrees of freedom.
    shares = one**2 / (better.units - 1) + other**2 / (worse.units - 1)
    freedom = int((one + other) ** 2 / shares)
    return difference > critical(level, freedom) * sqrt(one + other)
