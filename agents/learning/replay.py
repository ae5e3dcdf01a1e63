"""Prioritised replay: what happened lately, kept as packed bits, surprising turns drawn more often.

Schaul et al., "Prioritized experience replay" (2016), with the numbers of the published Hanabi
agent: a transition enters with weight `FIRST`, is drawn in proportion to its weight, and leaves
the learner with the root of its loss; what is drawn more often counts less by the root of that.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from agents.learning.sum_tree import Places, SumTree

FIRST = 100.0
"""The weight of a transition that has not been learnt from."""
LEAST = 1e-10
"""Added to a loss, so that no weight is 0."""


def transition(words: int, beliefs: int, hand: int = 0) -> np.dtype[np.void]:
    """One row: an observation of so many words and beliefs, what was done, and what came of it;
    and the own cards, for who learns to tell them."""
    return np.dtype(
        [
            ("words", np.uint64, (words,)),
            ("beliefs", np.float16, (beliefs,)),
            ("action", np.uint8),
            ("reward", np.float32),
            ("discount", np.float32),
            ("next_words", np.uint64, (words,)),
            ("next_beliefs", np.float16, (beliefs,)),
            ("next_legal", np.uint64),
            ("hands", np.uint8, (hand,)),
        ]
    )


def put(rows: npt.NDArray[np.void], kept: npt.NDArray[np.void]) -> None:
    """Write what was kept over rows, which may have fields that it lacks."""
    for name in kept.dtype.names or ():
        rows[name] = kept[name]


class Replay:
    """The last `capacity` transitions."""

    def __init__(self, capacity: int, row: np.dtype[np.void]) -> None:
        self.rows = np.zeros(capacity, row)
        self.added = 0
        self._tree = SumTree(capacity)

    @property
    def size(self) -> int:
        return min(self.added, len(self.rows))

    def add(self, rows: npt.NDArray[np.void]) -> None:
        """Keep these, in place of the oldest."""
        if not len(rows):
            return
        places = (self.added + np.arange(len(rows))) % len(self.rows)
        self.rows[places] = rows
        self.added += len(rows)
        self._tree.put(places, FIRST)

    def draw(self, count: int, random: np.random.Generator) -> tuple[Places, Any]:
        """Places of `count` transitions, one of each equal part of the total weight, and how much
        each counts: at most 1."""
        parts = (np.arange(count) + random.random(count)) / count
        places = self._tree.find(parts * self._tree.total)
        counts = 1.0 / np.sqrt(self._tree.weights(places))
        return places, (counts / counts.max()).astype(np.float32)

    def weigh(self, places: Places, losses: npt.NDArray[np.floating[Any]]) -> None:
        """What was drawn has now such losses."""
        self._tree.put(places, np.sqrt(losses.astype(np.float64) + LEAST))

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        used = np.arange(self.size)
        return {"rows": self.rows[used], "weights": self._tree.weights(used), "added": self.added}

    def restore(self, state: dict[str, Any]) -> None:
        rows = state["rows"]
        put(self.rows[: len(rows)], rows)
        self.added = int(state["added"])
        if len(rows):
            self._tree.put(np.arange(len(rows)), state["weights"])
