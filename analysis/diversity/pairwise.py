"""What a cross-play table says of each elite: how well it plays with all, and with whom best."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from analysis.diversity.crossplay import CrossPlay
from analysis.statistics import Estimate

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def means_with_all(table: CrossPlay) -> Floats:
    """(n,): mean score of each elite with all of the pool, itself included, as in the paper."""
    means: Floats = table.mean.mean(axis=1)
    return means


def mean_of_all(table: CrossPlay) -> Estimate:
    """Mean of `means_with_all` over the elites as given. The error is that of the games; both
    orders of two elites are the same games."""
    count = len(table.places)
    variance = table.sem**2
    total = 2 * float(variance.sum()) - float(np.diag(variance).sum())
    games = table.games * len(table.points)
    return Estimate(float(table.mean.mean()), sqrt(total) / count**2, games)


def best_partners(table: CrossPlay) -> Ints:
    """(n,): the elite that scores most with each, possibly itself; the first of equals."""
    best: Ints = table.mean.argmax(axis=1)
    return best


def times_best(table: CrossPlay) -> Ints:
    """(n,): for how many elites each is the best partner."""
    return np.bincount(best_partners(table), minlength=len(table.places))


def ranked_partners(table: CrossPlay, index: int) -> Ints:
    """(n,): all elites from the best partner of this one to the worst."""
    return np.argsort(-table.mean[index], kind="stable")
