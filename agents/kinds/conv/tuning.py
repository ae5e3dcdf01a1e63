"""Weights by following the slope of all of them at once.

A step moves every weight up or down at random and plays the same deals with these moves and with
the opposite ones. Over many such pairs, what a weight's direction gained on average is its slope:
every game tells of every weight, so slopes far below what a single change would show are seen
(simultaneous perturbation: Spall, 1992). The weights then go along, a part of their spread, the
further the surer the slope.

Every pair has its own deals, so none are learnt by heart, and they come from streams that nothing
reported is played on. All is drawn from the seed and the number of the step: a climb that was
stopped goes on as if it had not been.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from math import sqrt, tanh
from pathlib import Path
from random import Random

from native import Rng, Rules
from native.play import table
from native.strategies.conv.conv import Level, Weights

SPREAD, LEAST_SPREAD = 0.22, 5.0
"""How far a weight is moved: so much of itself, in hundredths of a point at least."""
STRIDE, SLOWING = 0.45, 0.04
"""The first step in spreads where the slope is sure, and how soon steps get shorter."""
MEMORY = 0.6
"""How much of the slope of earlier steps counts."""
AVERAGED = 0.8
"""How much of the earlier mean stays in the mean of the weights gone through."""
HIGHEST = 3000
"""So far from 0 a weight may come to stand, either way."""

Point = tuple[float, ...]


@dataclass(frozen=True)
class Climb:
    """How far a climb is, and all that its next step depends on."""

    players: int
    seed: str
    pairs: int
    """In a step."""
    games: int
    """Of each of the two of a pair."""
    finesses: bool
    at: Point
    """Where the next step starts from."""
    mean: Point
    """Of where the last steps were: what the climb answers."""
    slopes: Point
    steps: int = 0

    @property
    def weights(self) -> Weights:
        return whole(self.mean)

    @classmethod
    def load(cls, path: Path) -> Climb:
        stored = json.loads(path.read_text())
        points = {name: tuple(stored[name]) for name in ("at", "mean", "slopes")}
        return cls(**{**stored, **points})

    def save(self, path: Path) -> None:
        """Replace the file as a whole, so that stopping at any time leaves a good one."""
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(asdict(self)))
        fresh.replace(path)


def start(level: Level, players: int, seed: str, pairs: int, games: int) -> Climb:
    weights = level.weights.get(players, level.weights[max(level.weights)])
    at = tuple(map(float, weights))
    return Climb(players, seed, pairs, games, level.finesses, at, at, (0.0,) * len(at))


def step(climb: Climb, threads: int) -> Climb:
    """The climb after one step."""
    spreads = [max(LEAST_SPREAD, SPREAD * abs(weight)) for weight in climb.at]
    seen, error = _slopes(climb, spreads, threads)
    slopes = _blend(MEMORY, climb.slopes, seen)
    sure = error * sqrt((1 - MEMORY) / (1 + MEMORY)) or 1.0
    stride = STRIDE / (1 + SLOWING * climb.steps)
    at = tuple(
        weight + stride * spread * tanh(0.6 * slope / sure)
        for weight, spread, slope in zip(climb.at, spreads, slopes, strict=True)
    )
    mean = _blend(AVERAGED, climb.mean, at) if climb.steps else at
    return replace(climb, at=at, mean=mean, slopes=slopes, steps=climb.steps + 1)


def whole(point: Point) -> Weights:
    """Weights as the agent takes them."""
    return tuple(max(-HIGHEST, min(HIGHEST, round(weight))) for weight in point)


def worth(climb: Climb, weights: Weights, deals: Rng, threads: int) -> float:
    """The mean of both scorings among its own."""
    blueprint = Level(climb.finesses, {climb.players: weights}).blueprint()
    rules = Rules.standard(climb.players)
    result = table.simulate(rules, [blueprint] * climb.players, climb.games, deals, threads=threads)
    return (result.mean_stacks + result.mean_zero) / 2


def _slopes(climb: Climb, spreads: list[float], threads: int) -> tuple[Point, float]:
    """What a spread of each weight gains, and the standard error of these."""
    random = Random(f"{climb.seed}/{climb.steps}")
    stream = Rng(f"tune/{climb.seed}/{climb.players}").derive(climb.steps)
    slopes, squares = [0.0] * len(spreads), 0.0
    for pair in range(climb.pairs):
        signs = [random.choice((-1, 1)) for _ in spreads]
        deals = stream.derive(pair)
        up, down = (
            worth(climb, whole(_moved(climb.at, spreads, signs, way)), deals, threads)
            for way in (1, -1)
        )
        gain = (up - down) / 2
        squares += gain * gain
        slopes = [
            slope + gain * sign / climb.pairs for slope, sign in zip(slopes, signs, strict=True)
        ]
    return tuple(slopes), sqrt(squares) / climb.pairs


def _moved(at: Point, spreads: list[float], signs: list[int], way: int) -> Point:
    moves = zip(at, spreads, signs, strict=True)
    return tuple(weight + way * sign * spread for weight, spread, sign in moves)


def _blend(share: float, old: Point, new: Point) -> Point:
    return tuple(share * a + (1 - share) * b for a, b in zip(old, new, strict=True))
