"""Distances between elites on the map and in their genes, and scores by distance."""

import numpy as np
import numpy.typing as npt

from analysis.diversity.crossplay import CrossPlay
from analysis.diversity.elites import Places
from analysis.statistics import Estimate, mean_of_pairs

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def distances(places: Places) -> Ints:
    """(n, n): the Manhattan distance between every two cells."""
    wide = places.astype(np.int64)
    apart: Ints = np.abs(wide[:, None, :] - wide[None, :, :]).sum(axis=2)
    return apart


def by_distance(places: Places, values: Floats) -> list[tuple[int, Estimate]]:
    """Return the mean of a symmetric (n, n) table at each Manhattan distance. The units are the
    elites, because pairs share them."""
    first, second = np.triu_indices(len(places))
    far, table = distances(places)[first, second], values[first, second]
    points = []
    for distance in np.unique(far):
        there = far == distance
        points.append((int(distance), mean_of_pairs(first[there], second[there], table[there])))
    return points


def score_by_distance(table: CrossPlay) -> list[tuple[int, Estimate]]:
    """Return the mean score of the pairs at each Manhattan distance; self-play is at 0. The error
    is that of the games, with the pairs as given."""
    first, second = np.triu_indices(len(table.places))
    far = distances(table.places)[first, second]
    return [
        (int(distance), table.mean_of(first[far == distance], second[far == distance]))
        for distance in np.unique(far)
    ]


def hamming(genes: npt.NDArray[np.uint8]) -> Floats:
    """(n, n): the Hamming distance between chromosomes of equal length."""
    differing: Ints = (genes[:, None, :] != genes[None, :, :]).sum(axis=2)
    return differing.astype(np.float64)
