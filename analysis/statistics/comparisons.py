"""Differences between two estimates or two training recipes, and ranks of many estimates.

Training runs are the units of a recipe: runs that differ by their seed alone differ by more than
the sampling error of the deals that measure them.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import TypeVar

from analysis.statistics.estimate import LEVEL, Estimate, mean
from analysis.statistics.student import critical

Unit = TypeVar("Unit", bound=Hashable)
Thing = TypeVar("Thing")
Scores = Sequence[float]
"""The mean score of each training run of one recipe."""


def paired(one: Mapping[Unit, float], other: Mapping[Unit, float]) -> Estimate:
    """Return the mean of one[u] - other[u] over the units u, such as deals or people, that have a
    value in both.
    """
    return mean([value - other[unit] for unit, value in one.items() if unit in other])


def welch(one: Estimate, other: Estimate) -> Estimate:
    """Return the difference `one` - `other` of two independent estimates, with Welch and
    Satterthwaite's degrees of freedom; without a standard error if either lacks one. An estimate
    whose values are all equal counts as exact only if its bounds are unknown.
    """
    units, errors = one.units + other.units, (_error(one), _error(other))
    if one.value is None or other.value is None:
        return Estimate(None, None, units)
    difference = one.value - other.value
    if errors[0] is None or errors[1] is None:
        return Estimate(difference, None, units)
    first, second = errors[0] ** 2, errors[1] ** 2
    if not first + second:
        return Estimate(difference, 0.0, units)
    shares = first**2 / max(1, one.degrees) + second**2 / max(1, other.degrees)
    freedom = (first + second) ** 2 / shares
    return Estimate(difference, sqrt(first + second), units, freedom=freedom)


def _error(of: Estimate) -> float | None:
    """Return the standard error of an estimate; if all its values are equal, the one that its
    interval would come from.
    """
    if of.sem or of.value is None or of.low is None or of.high is None:
        return of.sem
    return max(of.high - of.value, of.value - of.low) / critical(of.level, of.degrees)


def deviation(recipes: Sequence[Scores]) -> tuple[float, int]:
    """Return the standard deviation between training runs of one recipe, pooled over several
    recipes, and its degrees of freedom. `recipes` has the scores of the runs of each recipe; both
    results are 0 if no recipe has several runs.
    """
    several = [scores for scores in recipes if len(scores) > 1]
    freedom = sum(len(scores) - 1 for scores in several)
    if not freedom:
        return 0.0, 0
    squares = sum(variance(scores) * (len(scores) - 1) for scores in several)
    return sqrt(squares / freedom), freedom


def recipe_difference(one: Scores, other: Scores) -> Estimate:
    """Return the mean score of one training recipe minus that of another, given the scores of
    their runs. Runs are the units, with Student's interval for two samples of equal variance;
    there is no interval if neither recipe has several runs.
    """
    units = len(one) + len(other)
    if not one or not other:
        return Estimate(None, None, units)
    spread, freedom = deviation([one, other])
    error = spread * sqrt(1 / len(one) + 1 / len(other)) if freedom else None
    return Estimate(fmean(one) - fmean(other), error, units, freedom=freedom or None)


def next_run(scores: Scores, recipes: Sequence[Scores]) -> Estimate:
    """Return the expected score of one more training run of a recipe, from the `scores` of its
    runs.

    Its interval is the 95% prediction interval, with the standard deviation between runs pooled
    over `recipes`; there is none if no recipe has several runs.
    """
    if not scores:
        return Estimate()
    spread, freedom = deviation(recipes)
    error = spread * sqrt(1 + 1 / len(scores)) if freedom else None
    return Estimate(fmean(scores), error, len(scores), freedom=freedom or None)


def next_difference(one: Scores, other: Scores) -> Estimate:
    """Return the expected score of one more training run of one recipe minus that of one more run
    of another, from the scores of their runs.

    Its interval is the 95% prediction interval, with the standard deviation between runs pooled
    over both recipes; there is none if neither has several runs.
    """
    expected = recipe_difference(one, other)
    if expected.sem is None:
        return expected
    inverse = 1 / len(one) + 1 / len(other)
    sem = expected.sem * sqrt((2 + inverse) / inverse)
    return Estimate(expected.value, sem, expected.units, freedom=expected.freedom)


def ranks(
    things: Sequence[Thing],
    compare: Callable[[Thing, Thing], Estimate] = welch,  # type: ignore[assignment]
) -> list[tuple[int, int]]:
    """Return the best and the worst possible rank of each item, in the order of `things`; rank 1
    has the highest value.

    `compare` returns the first item's value minus the second's. Two items are separated if a t
    test of that difference is significant at 5% divided by the number of pairs (Bonferroni): with
    95% probability no separation in the whole list is wrong.
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
    """Return whether a t test finds that a difference is not 0, with the confidence `level`, such
    as 0.95.
    """
    value, error, p = difference.value, difference.sem, difference.p
    if not value or error is None or p is None:
        return False
    return abs(value) > critical(level, difference.degrees) * error if error else p < 1 - level


def rank_text(rank: tuple[int, int]) -> str:
    """Format a (best, worst) range of ranks: "2" if both are equal, or "2–4"."""
    best, worst = rank
    return f"{best}" if best == worst else f"{best}–{worst}"
