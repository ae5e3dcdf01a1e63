"""Games of a policy with itself as data: what each seat read, and what it held."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents.learning.beliefs import Belief
from agents.learning.evaluation import any_legal
from agents.learning.policies import Policy
from native.environment.environment import MISSING, Environment

LANES = 500


class Played(NamedTuple):
    """One row a turn."""

    symbols: npt.NDArray[np.uint8]
    """(turns, symbols) what the seat to move reads (`native.environment.symbols`)."""
    hands: npt.NDArray[np.uint8]
    """(turns, hand_size) its true cards by age: identities, or MISSING."""


class Losses(NamedTuple):
    """Sums over cards, in nats."""

    cards: int
    exact: float
    possible: float


def played(policy: Policy, belief: Belief, games: int, seed: str) -> tuple[Played, Losses]:
    """Games 0, 1 ... of the seed, and what counting alone tells of their cards."""
    rows, hands, losses = [], [], np.zeros(3)
    for first in range(0, games, LANES):
        lanes = min(LANES, games - first)
        environment = Environment(policy.card.recipe.rules, lanes, seed, first=first)
        running = np.arange(lanes)
        while len(running):
            rows.append(environment.symbols(running))
            hands.append(environment.hands[running])
            losses += _losses(environment.odds()[running], hands[-1])
            chosen = any_legal(environment.legal)
            chosen[running] = policy.choose(
                environment.observations[running],
                belief.of(environment, running),
                environment.legal[running],
            )
            environment.step(chosen)
            running = running[environment.deeds["end"][running] == 0]
    return Played(np.concatenate(rows), np.concatenate(hands)), Losses(
        int(losses[0]), float(losses[1]), float(losses[2])
    )


def _losses(odds: npt.NDArray[np.float32], hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """How many cards there are, and the log-losses of the odds and of all that is possible."""
    held = hands != MISSING
    true = np.where(held, hands, 0)[..., None].astype(np.int64)
    exact = np.take_along_axis(odds, true, axis=2)[..., 0][held]
    possible = (odds > 0).sum(axis=2)[held]
    return np.array([held.sum(), -np.log(exact).sum(), np.log(possible).sum()])
