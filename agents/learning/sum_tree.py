"""A sum tree: draw places in proportion to their weights, many at once.

Node 1 holds the sum of all, nodes 2n and 2n + 1 the sums of the halves of node n. Every inner node
is the sum of its two children however it came about, so the tree follows from its leaves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]


class SumTree:
    """`capacity` places, all of weight 0."""

    def __init__(self, capacity: int) -> None:
        self._depth = max(1, (capacity - 1).bit_length())
        self._leaves = 1 << self._depth
        self._sums = np.zeros(2 * self._leaves)

    @property
    def total(self) -> float:
        return float(self._sums[1])

    def weights(self, places: Places) -> Weights:
        return self._sums[self._leaves + places]

    def put(self, places: Places, weights: npt.ArrayLike) -> None:
        """Set these weights; of a place that is named twice, the last one counts."""
        self._sums[self._leaves + places] = weights
        nodes = self._leaves + places
        for _ in range(self._depth):
            nodes = nodes >> 1
            self._sums[nodes] = self._sums[2 * nodes] + self._sums[2 * nodes + 1]

    def find(self, depths: Weights) -> Places:
        """The places in which these points of 0 to `total` lie, all weights laid end to end."""
        nodes = np.ones(len(depths), np.int64)
        left = depths.copy()
        for _ in range(self._depth):
            nodes *= 2
            first = self._sums[nodes]
            # Rounding may point past the last weight; what has none is never gone into.
            right = (left >= first) & (self._sums[nodes + 1] > 0)
            left -= np.where(right, first, 0.0)
            nodes += right
        return nodes - self._leaves
