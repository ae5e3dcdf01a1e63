"""Means over several samples of the same size, given by their sums."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from analysis.statistics.estimate import Estimate


def mean_of_totals(
    totals: npt.NDArray[np.int64], squares: npt.NDArray[np.int64], each: int
) -> Estimate:
    """The mean of the samples' means, from the sums of each sample's values and of their squares.

    The samples are taken as given (they are strata), so the error is that of the values in them.
    """
    samples = len(totals)
    if not samples:
        return Estimate(None, None, 0)
    means = totals / each
    value = float(means.mean())
    if each < 2:
        return Estimate(value, None, samples * each)
    deviations = np.maximum(squares - totals * means, 0)
    sem = sqrt(float(deviations.sum()) / (each - 1) / each) / samples
    return Estimate(value, sem, samples * each)
