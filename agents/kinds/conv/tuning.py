"""Weights by hill climbing: change a few, play the same deals with both, keep what is better.

Each trial has its own deals, so no set of deals is learnt by heart, and they come from streams that
nothing reported is played on. Everything is drawn from the seed and the number of the trial: a
climb that was stopped goes on as if it had not been.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

from native import Rng, Rules
from native.play import table
from native.strategies.conv.conv import WEIGHTS, Level, Weights

SCREEN = 250
"""Games of a first look at a change."""
MIN_GAIN = 0.012
MOST_CHANGED = 4
SPREAD, LEAST_SPREAD = 0.4, 6
"""Of a change: so much of the weight, in hundredths of a point at least."""
HIGHEST = 3000
MAY_BE_NEGATIVE = frozenset(
    ["clue", "discard", "known", "near", "spread", "aware", "locked", "got", "got_critical"]
)


@dataclass(frozen=True)
class Climb:
    """How far a climb is, and all that its next trial depends on."""

    players: int
    seed: str
    games: int
    """Of the second look that decides."""
    finesses: bool
    weights: Weights
    trials: int = 0
    accepted: int = 0

    @classmethod
    def load(cls, path: Path) -> Climb:
        stored = json.loads(path.read_text())
        return cls(**{**stored, "weights": tuple(stored["weights"])})

    def save(self, path: Path) -> None:
        """Replace the file as a whole, so that stopping at any time leaves a good one."""
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(asdict(self)))
        fresh.replace(path)


def start(level: Level, players: int, seed: str, games: int) -> Climb:
    weights = level.weights.get(players, level.weights[max(level.weights)])
    return Climb(players, seed, games, level.finesses, weights)


def step(climb: Climb, threads: int) -> Climb:
    """One trial: the climb after it, with other weights if they were better twice."""
    tried = replace(climb, trials=climb.trials + 1)
    changed = change(climb.weights, Random(f"{climb.seed}/{climb.trials}"))
    for look, games in enumerate((SCREEN, climb.games)):
        if gain(climb, changed, look, games, threads) < MIN_GAIN:
            return tried
    return replace(tried, weights=changed, accepted=climb.accepted + 1)


def change(weights: Weights, random: Random) -> Weights:
    """A few weights moved at random."""
    moved = list(weights)
    for index in random.sample(range(len(WEIGHTS)), random.randint(1, MOST_CHANGED)):
        spread = max(LEAST_SPREAD, SPREAD * abs(weights[index]))
        value = round(weights[index] + random.gauss(0, spread))
        lowest = -HIGHEST if WEIGHTS[index] in MAY_BE_NEGATIVE else 0
        moved[index] = max(lowest, min(HIGHEST, value))
    return tuple(moved)


def gain(climb: Climb, changed: Weights, look: int, games: int, threads: int) -> float:
    """How much better the changed weights score on the deals of this look."""
    seed = Rng(f"tune/{climb.seed}").derive(2 * climb.trials + look)
    old, new = (worth(climb, one, games, seed, threads) for one in (climb.weights, changed))
    return new - old


def worth(climb: Climb, weights: Weights, games: int, seed: Rng, threads: int) -> float:
    """The mean of both scorings among its own."""
    blueprint = Level(climb.finesses, {climb.players: weights}).blueprint()
    rules = Rules.standard(climb.players)
    result = table.simulate(rules, [blueprint] * climb.players, games, seed, threads=threads)
    return (result.mean_stacks + result.mean_zero) / 2
