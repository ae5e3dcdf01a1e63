"""Which cell of a grid measures fall into, and how surely."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from native.play.matches import Results
from native.play.measures import MEASURES
from native.play.sums import Floats

Ints = npt.NDArray[np.int64]


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
        bins(MEASURES[name].of_each(results), side)
        for name, side in zip(measures, grid, strict=True)
    )
    return row * grid[1] + column


def steady(
    results: Results, measures: tuple[str, str], grid: tuple[int, int]
) -> npt.NDArray[np.bool_]:
    """Whether both measures lie in their bins by more than their standard errors."""
    inside = np.ones(len(results), np.bool_)
    for name, side in zip(measures, grid, strict=True):
        measure = MEASURES[name]
        mean, error = measure.of_each(results), measure.standard_error(results)
        low, high = np.maximum(mean - error, 0), np.minimum(mean + error, 1)
        inside &= bins(low, side) == bins(high, side)
    return inside
