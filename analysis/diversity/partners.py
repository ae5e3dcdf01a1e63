"""What a table of cross-play says: how well each elite plays with all, and with whom best."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from analysis.diversity.crossplay import CrossPlay
from analysis.diversity.elites import Places
from analysis.statistics import Estimate, mean_of_pairs

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def pairwise(found: CrossPlay) -> Floats:
    """(n,): mean score of each elite with all of the pool, itself included, as in the paper."""
    means: Floats = found.mean.mean(axis=1)
    return means


def mean_of_all(found: CrossPlay) -> Estimate:
    """Mean of `pairwise` over the elites as given; the error is that of the games, of which both
    orders of two elites are the same."""
    count = len(found.places)
    variance = found.sem**2
    total = 2 * float(variance.sum()) - float(np.diag(variance).sum())
    games = found.games * len(found.points)
    return Estimate(float(found.mean.mean()), sqrt(total) / count**2, games)


def best_partners(found: CrossPlay) -> Ints:
    """(n,): the elite that scores most with each, possibly itself; the first of equals."""
    best: Ints = found.mean.argmax(axis=1)
    return best


def times_best(found: CrossPlay) -> Ints:
    """(n,): for how many elites each is the best partner."""
    return np.bincount(best_partners(found), minlength=len(found.places))


def ranked_partners(found: CrossPlay, index: int) -> Ints:
    """(n,): all elites from the best partner of this one to the worst."""
    return np.argsort(-found.mean[index], kind="stable")


def distances(places: Places) -> Ints:
    """(n, n): Manhattan distance between each two cells."""
    wide = places.astype(np.int64)
    apart: Ints = np.abs(wide[:, None, :] - wide[None, :, :]).sum(axis=2)
    return apart


def by_distance(places: Places, values: Floats) -> list[tuple[int, Estimate]]:
    """The mean of a symmetric (n, n) table over the pairs of cells at each Manhattan distance, with
    elites as the units: pairs share them."""
    first, second = np.triu_indices(len(places))
    far, table = distances(places)[first, second], values[first, second]
    found = []
    for distance in np.unique(far):
        there = far == distance
        found.append((int(distance), mean_of_pairs(first[there], second[there], table[there])))
    return found


def score_by_distance(found: CrossPlay) -> list[tuple[int, Estimate]]:
    """The mean score of the pairs at each Manhattan distance, an elite with itself at 0; pairs are
    as given, and the error is that of their games."""
    upper = np.triu_indices(len(found.places))
    far, means, errors = (t[upper] for t in (distances(found.places), found.mean, found.sem))
    listed = []
    for distance in np.unique(far):
        there = far == distance
        count = int(there.sum())
        sem = sqrt(float((errors[there] ** 2).sum())) / count
        listed.append(
            (int(distance), Estimate(float(means[there].mean()), sem, found.games * count))
        )
    return listed


def hamming(genes: npt.NDArray[np.uint8]) -> Floats:
    """(n, n): in how many places two chromosomes of one length differ."""
    differing: Ints = (genes[:, None, :] != genes[None, :, :]).sum(axis=2)
    return differing.astype(np.float64)
