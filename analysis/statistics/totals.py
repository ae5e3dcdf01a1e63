"""Means over several samples of the same size, given by their sums."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from analysis.statistics.estimate import Estimate
from native.play.sums import sample_variance


def mean_of_strata(values: npt.NDArray[np.float64]) -> Estimate:
    """The mean of the rows' means, each row a sample of its own."""
    return mean_of_totals(values.sum(axis=1), (values**2).sum(axis=1), values.shape[1])


def mean_of_totals(
    totals: npt.NDArray[np.int64] | npt.NDArray[np.float64],
    squares: npt.NDArray[np.int64] | npt.NDArray[np.float64],
    each: int,
) -> Estimate:
    """The mean of the samples' means, from the sums of each sample's values and of their squares.

    The samples are strata, so the error is that of the values within them.
    """
    samples = len(totals)
    if not samples:
        return Estimate(None, None, 0)
    value = float((totals / each).mean())
    if each < 2:
        return Estimate(value, None, samples * each)
    variances = sample_variance(np.full(samples, each), totals, squares)
    sem = sqrt(float(variances.sum()) / each) / samples
    return Estimate(value, sem, samples * each)
