"""Ranks that leave open what the data cannot separate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from analysis.statistics.comparing import welch
from analysis.statistics.estimate import LEVEL, Estimate
from analysis.statistics.student import critical

Thing = TypeVar("Thing")


def ranks(
    things: Sequence[Thing],
    compare: Callable[[Thing, Thing], Estimate] = welch,  # type: ignore[assignment]
) -> list[tuple[int, int]]:
    """The best and the worst rank that each may have, 1 for the highest value.

    `compare` says how much higher the first of two is. Two are separated when a t test of that
    difference says so at 5% divided by the number of pairs (Bonferroni), so that with 95%
    probability no separation on the whole list is wrong.
    """
    pairs = max(1, len(things) * (len(things) - 1) // 2)
    level = 1 - (1 - LEVEL) / pairs
    above = [0] * len(things)
    below = [0] * len(things)
    for i, one in enumerate(things):
        for j, other in enumerate(things[:i]):
            difference = compare(one, other)
            if not separated(difference, level):
                continue
            assert difference.value is not None
            better, worse = (i, j) if difference.value > 0 else (j, i)
            below[better] += 1
            above[worse] += 1
    return [(1 + over, len(things) - under) for over, under in zip(above, below, strict=True)]


def separated(difference: Estimate, level: float = LEVEL) -> bool:
    """Whether a difference is significantly not 0."""
    value, error = difference.value, difference.sem
    if not value or error is None:
        return False
    return abs(value) > critical(level, difference.degrees) * error if error else True


def told(rank: tuple[int, int]) -> str:
    """A rank as it stands in a table: 2, or 2–4 where it is open."""
    best, worst = rank
    return f"{best}" if best == worst else f"{best}–{worst}"
