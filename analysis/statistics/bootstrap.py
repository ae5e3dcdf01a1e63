"""Intervals of anything that can be computed from a sample."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from analysis.statistics.estimate import LEVEL

Floats = npt.NDArray[np.float64]


def bootstrap(
    sample: Sequence[float] | Floats,
    statistic: Callable[[Floats], Floats],
    seed: int = 0,
    resamples: int = 2000,
) -> tuple[float, float]:
    """The percentile interval (Efron 1979). `statistic` maps (resamples, n) values to (resamples,)
    results, as `lambda rows: np.quantile(rows, 0.1, axis=1)` does. Raises ValueError if there
    are no values."""
    values = np.asarray(sample, np.float64)
    if not len(values):
        raise ValueError("There are no values to resample.")
    rows = np.random.default_rng(seed).choice(values, (resamples, len(values)))
    low, high = np.quantile(statistic(rows), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)
