"""Cross-validation of predicted moves: each person's moves are predicted without their own
games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analysis.imitation.positions import Positions
from analysis.imitation.training import Recipe, chances, train

KINDS = {"all": None, "plays": 1, "discards": 0, "clues": 2}

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Foretold:
    """Per position: whether the move made was the most likely, whether it was among the three most
    likely, and its surprise in nats."""

    top: Floats
    three: Floats
    surprise: Floats

    @classmethod
    def by(cls, positions: Positions, chance: npt.NDArray[np.floating]) -> Foretold:
        """Compare predicted probabilities, (moves,), with the moves made."""
        made = positions.starts[:-1] + positions.chosen
        lengths = np.diff(positions.starts)
        own = np.repeat(chance[made], lengths)
        better = np.add.reduceat((chance > own).astype(np.int64), positions.starts[:-1])
        return cls(
            (better == 0).astype(float),
            (better < 3).astype(float),
            -np.log(np.maximum(chance[made], 1e-9)).astype(float),
        )


def folds(positions: Positions, number: int, seed: str) -> Iterator[npt.NDArray[np.bool_]]:
    """Yield the mask of held-out positions of each fold. Each person is in one fold; each data set
    is spread over all folds."""
    random = np.random.default_rng(list(seed.encode()))
    left_out = np.zeros(len(positions), np.int64)
    for crowd in np.unique(positions.sets):
        mine = positions.sets == crowd
        people = random.permutation(np.unique(positions.people[mine]))
        place = {int(person): index % number for index, person in enumerate(people)}
        left_out[mine] = [place[int(person)] for person in positions.people[mine]]
    for fold in range(number):
        yield left_out == fold


def cross_validated(positions: Positions, recipe: Recipe, number: int) -> Foretold:
    """Predict each position with a network trained without that person's games."""
    whole = Foretold(*(np.zeros(len(positions)) for _ in range(3)))
    for out in folds(positions, number, recipe.seed):
        rest, held = (positions.of(np.flatnonzero(which)) for which in (~out, out))
        part = Foretold.by(held, chances(held, train(rest, recipe)))
        for name in ("top", "three", "surprise"):
            getattr(whole, name)[out] = getattr(part, name)
    return whole


def mean(
    values: Floats, positions: Positions, which: npt.NDArray[np.bool_]
) -> tuple[float, float, int]:
    """Return the mean over the selected positions, its standard error with people as the units, and
    the number of people.

    The error is that of a ratio of sums over people (linearised).
    """
    people, place = np.unique(positions.people[which], return_inverse=True)
    sums = np.bincount(place, values[which])
    counts = np.bincount(place)
    ratio = sums.sum() / counts.sum()
    n = len(people)
    if n < 2:
        return float(ratio), float("nan"), n
    residuals = sums - ratio * counts
    error = np.sqrt(n / (n - 1) * (residuals**2).sum()) / counts.sum()
    return float(ratio), float(error), n
