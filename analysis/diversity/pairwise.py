"""Summaries of a cross-play table by elite: its mean with all elites, and its best partners."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from analysis.diversity.crossplay import CrossPlay
from analysis.statistics import Estimate

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def means_with_all(table: CrossPlay) -> Floats:
    """(n,): each elite's mean score with all elites of the pool, itself included, as in the
    paper."""
    means: Floats = table.mean.mean(axis=1)
    return means


def mean_of_all(table: CrossPlay) -> Estimate:
    """Return the mean of `means_with_all` with the elites as given. The error is that of the games;
    both orders of a pair are the same games."""
    count = len(table.places)
    variance = table.sem**2
    total = 2 * float(variance.sum()) - float(np.diag(variance).sum())
    games = table.games * len(table.points)
    return Estimate(float(table.mean.mean()), sqrt(total) / count**2, games)


def best_partners(table: CrossPlay) -> Ints:
    """(n,): the index of each elite's best partner, possibly itself; the first of equals."""
    best: Ints = table.mean.argmax(axis=1)
    return best


def times_best(table: CrossPlay) -> Ints:
    """(n,): the number of elites whose best partner each elite is."""
    return np.bincount(best_partners(table), minlength=len(table.places))


def ranked_partners(table: CrossPlay, index: int) -> Ints:
    """(n,): the indices of all elites, from this elite's best partner to its worst."""
    return np.argsort(-table.mean[index], kind="stable")
