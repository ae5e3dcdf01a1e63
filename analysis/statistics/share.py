"""Shares, such as that of games lost by strikes."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from analysis.statistics.estimate import LEVEL


def share(hits: int, of: int) -> tuple[float, float, float] | None:
    """The share with the ends of Wilson's 95% interval; None if `of` is 0.

    Wilson (1927): unlike the plain normal interval it is right near 0 and 1.
    """
    if not of:
        return None
    if not 0 <= hits <= of:
        raise ValueError(f"{hits} of {of} is not a share.")
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    middle = (hits + z * z / 2) / (of + z * z)
    margin = z / (of + z * z) * sqrt(hits * (of - hits) / of + z * z / 4)
    return hits / of, max(0.0, middle - margin), min(1.0, middle + margin)
