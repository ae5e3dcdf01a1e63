"""Train and cross-validate a small network that predicts people's moves.

It is a softmax over the legal moves of each position, fitted by Adam (Kingma and Ba, 2015) in plain
NumPy. All randomness comes from the seed. In cross-validation each person's moves are predicted
without their own games.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from analysis.imitation.positions import Positions
from analysis.statistics import Estimate, mean_of_all
from native.strategies.human import FEATURES, HIDDEN, Network

Floats = npt.NDArray[np.float32]
Parameters = list[Floats]


@dataclass(frozen=True)
class ImitationRecipe:
    """Hyperparameters of the training of the network that predicts people's moves."""

    seed: str = "1"
    passes: int = 8
    batch: int = 512
    """Number of positions in one training step."""
    rate: float = 0.003
    decay: float = 1e-4
    """Weight decay: each step multiplies the weights by 1 - (learning rate) * `decay`."""
    favour: float = 16.0
    """The weight in the loss of a position of experienced people, who are far rarer; other
    positions have the weight 1."""


def train(positions: Positions, recipe: ImitationRecipe) -> Network:
    """Train a network to predict the moves made in these positions, and return it; the learning
    rate decays to 0 along a cosine.
    """
    random = np.random.default_rng(list(recipe.seed.encode()))
    parameters = [
        random.normal(0, 1 / np.sqrt(len(FEATURES)), (len(FEATURES), HIDDEN)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        random.normal(0, 0.1, HIDDEN).astype(np.float32),
    ]
    moments = [[np.zeros_like(one) for one in parameters] for _ in range(2)]
    steps = recipe.passes * -(-len(positions) // recipe.batch)
    step = 0
    for _ in range(recipe.passes):
        order = random.permutation(len(positions))
        for start in range(0, len(order), recipe.batch):
            step += 1
            batch = positions.of(order[start : start + recipe.batch])
            slopes = _slopes(batch, parameters, recipe)
            rate = recipe.rate * (1 + np.cos(np.pi * step / steps)) / 2
            _adam(parameters, slopes, moments, rate, step, recipe.decay)
    return Network(*parameters)


def logits(features: npt.NDArray[np.floating], network: Network) -> Floats:
    """Return the logit that the network gives each move, shape (moves,), from the moves'
    `features`, shape (moves, features). The C core computes the same.
    """
    hidden = features.astype(np.float32) @ network.inwards + network.bias
    out: Floats = np.maximum(hidden, 0) @ network.outwards
    return out


def chances(positions: Positions, network: Network) -> Floats:
    """Return the probability that the network gives each legal move of each position, shape
    (moves,), in the order of `positions.features`.
    """
    return softmax(logits(positions.features, network), positions.starts)


def softmax(weight: Floats, starts: npt.NDArray[np.int64]) -> Floats:
    """Return the softmax of the logits `weight` over the moves of each position, shape (moves,).
    `starts`, shape (positions + 1,), has the index of each position's first move, then the number
    of moves.
    """
    lengths = np.diff(starts)
    most = np.maximum.reduceat(weight, starts[:-1])
    raised = np.exp(weight - np.repeat(most, lengths))
    out: Floats = raised / np.repeat(np.add.reduceat(raised, starts[:-1]), lengths)
    return out


def _slopes(batch: Positions, parameters: Parameters, recipe: ImitationRecipe) -> Parameters:
    """Return the gradients of the mean negative log-likelihood of the moves made."""
    inwards, bias, outwards = parameters
    features = batch.features.astype(np.float32)
    hidden = features @ inwards + bias
    active = np.maximum(hidden, 0)
    slope = softmax(active @ outwards, batch.starts)
    slope[batch.starts[:-1] + batch.chosen] -= 1
    counts = np.where(batch.sets == 1, recipe.favour, 1).astype(np.float32)
    slope *= np.repeat(counts / counts.sum(), np.diff(batch.starts))
    back = np.where(hidden > 0, slope[:, None] * outwards, 0)
    return [features.T @ back, back.sum(axis=0), active.T @ slope]


def _adam(
    parameters: Parameters,
    slopes: Parameters,
    moments: list[Parameters],
    rate: float,
    step: int,
    decay: float,
) -> None:
    """Update the parameters in place by one step of Adam."""
    for own, slope, first, second in zip(parameters, slopes, moments[0], moments[1], strict=True):
        first += 0.1 * (slope - first)
        second += 0.001 * (slope**2 - second)
        size = np.sqrt(second / (1 - 0.999**step)) + 1e-8
        own -= rate * (first / (1 - 0.9**step) / size + decay * own).astype(np.float32)


KINDS = {"all": None, "plays": 1, "discards": 0, "clues": 2}

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Foretold:
    """The quality of predictions of people's moves, as arrays of shape (positions,): `top`, 1 if
    the move made was predicted as the likeliest; `three`, 1 if it was among the three likeliest;
    and `surprise`, its negative log-probability in nats.
    """

    top: Doubles
    three: Doubles
    surprise: Doubles

    @classmethod
    def by(cls, positions: Positions, chance: npt.NDArray[np.floating]) -> Self:
        """Return the quality of predicted probabilities, given the moves made in `positions`.

        `chance`, shape (moves,), has the probability of every legal move, position after position.
        """
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
    """Split the positions into `number` folds for cross-validation; yield for each fold a mask,
    shape (positions,), of its held-out positions.

    All games of a person are in one fold; each data set is spread over all folds.
    """
    random = np.random.default_rng(list(seed.encode()))
    left_out = np.zeros(len(positions), np.int64)
    for crowd in np.unique(positions.sets):
        mine = positions.sets == crowd
        people = random.permutation(np.unique(positions.people[mine]))
        place = {int(person): index % number for index, person in enumerate(people)}
        left_out[mine] = [place[int(person)] for person in positions.people[mine]]
    for fold in range(number):
        yield left_out == fold


def cross_validated(positions: Positions, recipe: ImitationRecipe, number: int) -> Foretold:
    """Return the quality of cross-validated predictions: the move in each position is predicted by
    a network trained without that person's games. `number` is the number of folds.
    """
    whole = Foretold(*(np.zeros(len(positions)) for _ in range(3)))
    for out in folds(positions, number, recipe.seed):
        rest, held = (positions.of(np.flatnonzero(which)) for which in (~out, out))
        part = Foretold.by(held, chances(held, train(rest, recipe)))
        for name in ("top", "three", "surprise"):
            getattr(whole, name)[out] = getattr(part, name)
    return whole


def mean(values: Doubles, positions: Positions, which: npt.NDArray[np.bool_]) -> Estimate:
    """Return the mean of `values`, one per position, over the positions that the mask `which`
    selects; the units of its interval are people.
    """
    _, place = np.unique(positions.people[which], return_inverse=True)
    own = values[which]
    return mean_of_all(np.bincount(place, own), np.bincount(place, own**2), np.bincount(place))
