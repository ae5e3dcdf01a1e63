"""How far apart elites are, on the map and in their genes, and what changes with the distance."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from analysis.diversity.crossplay import CrossPlay
from analysis.diversity.elites import Places
from analysis.statistics import Estimate, mean_of_pairs

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


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
    points = []
    for distance in np.unique(far):
        there = far == distance
        points.append((int(distance), mean_of_pairs(first[there], second[there], table[there])))
    return points


def score_by_distance(table: CrossPlay) -> list[tuple[int, Estimate]]:
    """The mean score of the pairs at each Manhattan distance, an elite with itself at 0; pairs are
    as given, and the error is that of their games."""
    upper = np.triu_indices(len(table.places))
    far, means, errors = (t[upper] for t in (distances(table.places), table.mean, table.sem))
    listed = []
    for distance in np.unique(far):
        there = far == distance
        count = int(there.sum())
        sem = sqrt(float((errors[there] ** 2).sum())) / count
        listed.append(
            (int(distance), Estimate(float(means[there].mean()), sem, table.games * count))
        )
    return listed


def hamming(genes: npt.NDArray[np.uint8]) -> Floats:
    """(n, n): in how many places two chromosomes of one length differ."""
    differing: Ints = (genes[:, None, :] != genes[None, :, :]).sum(axis=2)
    return differing.astype(np.float64)
