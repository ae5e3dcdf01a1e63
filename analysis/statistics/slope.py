"""Straight lines through values in order."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from analysis.statistics.estimate import Estimate


def slope(values: Sequence[float]) -> Estimate:
    """How much a value grows from one to the next, by least squares.

    Its interval takes the deviations from the line as independent and of one variance (Student's
    t with two degrees of freedom fewer than values); there is none below three values.
    """
    count = len(values)
    if count < 2:
        return Estimate(None, None, 0)
    places, heights = np.arange(count) - (count - 1) / 2, np.asarray(values, np.float64)
    spread = float(places @ places)
    growth = float(places @ heights) / spread
    if count < 3:
        return Estimate(growth, None, count - 1)
    left = heights - heights.mean() - growth * places
    return Estimate(growth, sqrt(float(left @ left) / (count - 2) / spread), count - 1)
