"""A policy measured: so many games of given deals with itself, always its best action."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from operator import sub
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning.beliefs import Belief
from native import End, Rules
from native.environment.environment import Environment

Chooser = Callable[[Any, Any, Any], Any]
"""From (rows, words) observations, beliefs and (rows,) legal actions to (rows,) actions."""


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of it."""

    games: int
    turns: int
    stacks: tuple[int, ...]
    """Games by cards played."""
    struck: tuple[int, ...]
    """Of them, those that ended by the last strike and so score 0."""
    actions: tuple[int, ...]
    """Turns by action."""

    @property
    def zero(self) -> tuple[int, ...]:
        """Games by score, 0 after the last strike."""
        kept = list(map(sub, self.stacks, self.struck))
        kept[0] += sum(self.struck)
        return tuple(kept)

    @property
    def mean(self) -> float:
        """Of the score that is 0 after the last strike."""
        return sum(score * games for score, games in enumerate(self.zero)) / self.games

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        spread = sum((n - self.mean) ** 2 * games for n, games in enumerate(self.zero))
        return sqrt(spread / max(1, self.games - 1) / self.games)

    @property
    def mean_stacks(self) -> float:
        return sum(score * games for score, games in enumerate(self.stacks)) / self.games

    @property
    def lost(self) -> float:
        """The share of games that ended by the last strike."""
        return sum(self.struck) / self.games


def evaluate(rules: Rules, choose: Chooser, belief: Belief, games: int, seed: str) -> Measured:
    """Play games 0, 1 ... of the seed."""
    environment = Environment(rules, games, seed)
    running = np.arange(games)
    actions = np.zeros(rules.move_count, np.int64)
    stacks, struck = (np.zeros(rules.max_score + 1, np.int64) for _ in range(2))
    while len(running):
        chosen = any_legal(environment.legal)
        chosen[running] = choose(
            environment.observations[running],
            belief.of(environment, running),
            environment.legal[running],
        )
        actions += np.bincount(chosen[running], minlength=len(actions))
        environment.step(chosen)
        deeds = environment.deeds[running]
        np.add.at(stacks, deeds["stacks"][deeds["end"] > 0], 1)
        np.add.at(struck, deeds["stacks"][deeds["end"] == End.STRIKEOUT], 1)
        running = running[deeds["end"] == 0]
    return Measured(
        games,
        int(actions.sum()),
        tuple(stacks.tolist()),
        tuple(struck.tolist()),
        tuple(actions.tolist()),
    )


def any_legal(legal: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """The first legal action of each, for lanes whose game does not count any more."""
    lowest = legal & (~legal + np.uint64(1))
    return np.log2(lowest.astype(np.float64)).astype(np.uint8)
