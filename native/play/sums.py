"""Ratios and variances from sums, entry by entry, so that values need not be kept."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def ratios(above: npt.ArrayLike, below: npt.ArrayLike) -> Floats:
    """Quotients, not a number where nothing was counted."""
    counts = np.asarray(below, np.float64)
    quotients = np.full(counts.shape, np.nan)
    np.divide(above, counts, out=quotients, where=counts > 0)
    return quotients


def sample_variance(count: npt.ArrayLike, total: npt.ArrayLike, squares: npt.ArrayLike) -> Floats:
    """Of `count` values with this sum and this sum of squares; not a number for fewer than two."""
    values = np.asarray(count, np.float64)
    expected = ratios(np.asarray(total, np.float64) ** 2, values)
    return np.maximum(ratios(np.asarray(squares, np.float64) - expected, values - 1), 0)
