"""Two estimates compared: paired over what they share, else by Welch's test."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import sqrt
from typing import TypeVar

from analysis.statistics.estimate import Estimate, mean

Unit = TypeVar("Unit", bound=Hashable)


def paired(one: Mapping[Unit, float], other: Mapping[Unit, float]) -> Estimate:
    """How much higher the first is, over the units that both have a value of."""
    return mean([value - other[unit] for unit, value in one.items() if unit in other])


def welch(one: Estimate, other: Estimate) -> Estimate:
    """How much higher the first is, the two being independent. Without an error where one of them
    has none; the degrees of freedom are Welch's and Satterthwaite's."""
    units = one.units + other.units
    if one.value is None or other.value is None:
        return Estimate(None, None, units)
    difference = one.value - other.value
    if one.sem is None or other.sem is None:
        return Estimate(difference, None, units)
    first, second = one.sem**2, other.sem**2
    if not first + second:
        return Estimate(difference, 0.0, units)
    shares = first**2 / max(1, one.degrees) + second**2 / max(1, other.degrees)
    freedom = (first + second) ** 2 / shares
    return Estimate(difference, sqrt(first + second), units, freedom=freedom)
