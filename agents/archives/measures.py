"""Objective and measures of match results, and the cells that they fall into.

Communicativeness and risk aversion are those of Canaan et al. (2019), information per play that of
Canaan et al. (2020); all are ratios of totals over both seats and all games.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from native.play.matches import CERTAIN, Results

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SCORINGS = ("stacks", "zero")


def points(results: Results, scoring: str) -> Ints:
    """Scores added up over the games of each result."""
    lost = results["lost_points"] if scoring == "zero" else 0
    return (results["points"] - lost).astype(np.int64)


def squares(results: Results, scoring: str) -> Ints:
    """Squares of the scores added up over the games of each result."""
    lost = results["lost_squares"] if scoring == "zero" else 0
    return (results["squares"] - lost).astype(np.int64)


def objective(results: Results, scoring: str) -> Floats:
    """Mean score; not a number without games."""
    return _ratio(points(results, scoring), results["games"])


def spread(results: Results, scoring: str) -> Floats:
    """Sample standard deviation of the score of one game; not a number for fewer than two games."""
    games = results["games"].astype(np.float64)
    expected = _ratio(points(results, scoring).astype(np.float64) ** 2, games)
    deviations = squares(results, scoring) - expected
    return np.sqrt(np.maximum(_ratio(deviations, games - 1), 0))


def communicativeness(results: Results) -> Floats:
    """Share of the turns with a clue token on which a clue was given."""
    return _ratio(results["clues"], results["offered"])


def risk_aversion(results: Results) -> Floats:
    """Mean over the cards played of the chance to be playable, as their player saw it."""
    return _ratio(results["certainty"] / CERTAIN, results["plays"])


def information_per_play(results: Results) -> Floats:
    """Mean over the cards played of how much was known: colour and rank, half each."""
    return _ratio(results["known"] / 2, results["plays"])


MEASURES: dict[str, Callable[[Results], Floats]] = {
    "communicativeness": communicativeness,
    "risk_aversion": risk_aversion,
    "information_per_play": information_per_play,
}

COUNTED = {
    "communicativeness": "offered",
    "risk_aversion": "plays",
    "information_per_play": "plays",
}
"""What each measure is a mean over."""


def standard_error(name: str, results: Results) -> Floats:
    """Of a measure, at most: a number between 0 and 1 with mean m has a variance of m (1 - m) or
    less, and what is counted is taken as independent."""
    mean = MEASURES[name](results)
    return np.sqrt(_ratio(mean * (1 - mean), results[COUNTED[name]]))


def bins(values: Floats, count: int) -> Ints:
    """Which of `count` bins of [0, 1] each value falls into, as the published program computes it.

    The floor of the value over the width of a bin, in doubles (so 0.15 of twenty is bin 2, since
    0.15 / 0.05 is 2.9999999999999996). 1 is in the last bin; what is not a number, in bin 0.
    """
    index = np.floor(np.nan_to_num(values, nan=0.0) / (1.0 / count)).astype(np.int64)
    return np.minimum(index, count - 1)


def cells(results: Results, measures: tuple[str, str], grid: tuple[int, int]) -> Ints:
    """The number of the cell of each result: row * columns + column."""
    row, column = (
        bins(MEASURES[name](results), side) for name, side in zip(measures, grid, strict=True)
    )
    return row * grid[1] + column


def steady(
    results: Results, measures: tuple[str, str], grid: tuple[int, int]
) -> npt.NDArray[np.bool_]:
    """Whether both measures lie in their bins by more than their standard errors."""
    inside = np.ones(len(results), np.bool_)
    for name, side in zip(measures, grid, strict=True):
        mean, error = MEASURES[name](results), standard_error(name, results)
        low, high = np.maximum(mean - error, 0), np.minimum(mean + error, 1)
        inside &= bins(low, side) == bins(high, side)
    return inside


def _ratio(above: npt.ArrayLike, below: npt.ArrayLike) -> Floats:
    """Quotients, not a number where nothing was counted."""
    counts = np.asarray(below, np.float64)
    quotients = np.full(counts.shape, np.nan)
    np.divide(above, counts, out=quotients, where=counts > 0)
    return quotients
