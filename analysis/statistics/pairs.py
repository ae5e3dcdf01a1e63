"""Means over pairs whose members each occur in many pairs."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from analysis.statistics.estimate import Estimate

Ints = npt.NDArray[np.int64]


def mean_of_pairs(first: Ints, second: Ints, values: npt.NDArray[np.float64]) -> Estimate:
    """The mean of a value a pair, whose two members are named by number.

    Pairs with a common member are not independent, so the units are the members: the error is that
    of the jackknife that leaves out one member with all its pairs (Efron and Stein 1981). There is
    no error if one member takes part in every pair.
    """
    size = int(max(first.max(), second.max())) + 1 if len(values) else 0
    ends = np.concatenate([first, second[first != second]])
    twice = np.concatenate([values, values[first != second]])
    counts = np.bincount(ends, minlength=size)
    present = counts > 0
    units = int(present.sum())
    if not units:
        return Estimate(None, None, 0)
    left = len(values) - counts[present]
    value = float(values.mean())
    if not left.all():
        return Estimate(value, None, units)
    sums = np.bincount(ends, twice, size)[present]
    without = (values.sum() - sums) / left
    deviations = float(((without - without.mean()) ** 2).sum())
    return Estimate(value, sqrt(deviations * (units - 1) / units), units)
