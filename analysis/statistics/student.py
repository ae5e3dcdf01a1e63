"""Quantiles and tail probabilities of Student's t distribution."""

from functools import lru_cache
from math import atan, erfc, inf, sqrt
from statistics import NormalDist

import numpy as np

NODES, WEIGHTS = np.polynomial.legendre.leggauss(64)
NEARLY_NORMAL = 400
"""The degrees of freedom from which the normal distribution is used, whose quantile then differs
by less than 0.3%."""


@lru_cache(maxsize=4096)
def critical(level: float, freedom: int) -> float:
    """Return the t with P(|T| < t) = `level`, for a variable T with Student's distribution with
    `freedom` degrees of freedom; infinite if `freedom` is below 1. Raises ValueError if `level` is
    not between 0 and 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"The level must be between 0 and 1, not {level}.")
    if freedom < 1:
        return inf
    if freedom >= NEARLY_NORMAL:
        return NormalDist().inv_cdf((1 + level) / 2)
    low, high = 0.0, 1.0
    while inside(high, freedom) < level:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle, freedom) < level else (low, middle)
    return high


def inside(t: float, freedom: int) -> float:
    """Return P(|T| < t) for a variable T with Student's distribution with `freedom` degrees of
    freedom.

    With T = √ν tan θ the density is cos^(ν-1) θ, which is smooth on a bounded interval.
    """
    return _integral(0, atan(t / sqrt(freedom)), freedom) / _integral(0, np.pi / 2, freedom)


def outside(t: float, freedom: float) -> float:
    """Return P(|T| > t) for a variable T with Student's distribution with `freedom` degrees of
    freedom; accurate for tiny probabilities too, where 1 - `inside` loses all digits.
    """
    if freedom >= NEARLY_NORMAL:
        return erfc(t / sqrt(2))
    end = np.pi / 2
    return _integral(atan(t / sqrt(freedom)), end, freedom) / _integral(0, end, freedom)


def _integral(start: float, end: float, freedom: float) -> float:
    """Integrate cos^(ν-1) between two angles by Gauss-Legendre quadrature."""
    half = (end - start) / 2
    return float(WEIGHTS @ np.cos(start + (NODES + 1) * half) ** (freedom - 1)) * half
