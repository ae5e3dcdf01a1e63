"""Evaluate a policy by greedy self-play on fixed deals."""

from collections.abc import Callable
from operator import sub
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning.beliefs import Belief
from native import End, Rules
from native.environment.environment import Environment
from native.play.measures import histogram_mean, histogram_sem

Chooser = Callable[[Any, Any, Any], Any]
"""Maps (rows, words) observations, beliefs and (rows,) legal actions to (rows,) actions."""


class Evaluation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scores and moves of a policy in greedy self-play."""

    games: int
    turns: int
    stacks: tuple[int, ...]
    """Number of games by cards played."""
    struck: tuple[int, ...]
    """Number of games by cards played among those lost to the last strike, which score 0."""
    actions: tuple[int, ...]
    """Number of turns by action."""

    @property
    def zero(self) -> tuple[int, ...]:
        """Return the number of games by score, where a game lost to the last strike scores 0."""
        scores = list(map(sub, self.stacks, self.struck))
        scores[0] += sum(self.struck)
        return tuple(scores)

    @property
    def mean(self) -> float:
        """Return the mean score, where a game lost to the last strike scores 0."""
        return histogram_mean(self.zero)

    @property
    def error(self) -> float:
        """The standard error of `mean`."""
        return histogram_sem(self.zero)

    @property
    def mean_stacks(self) -> float:
        """The mean number of cards played."""
        return histogram_mean(self.stacks)

    @property
    def lost(self) -> float:
        """Return the share of games lost to the last strike."""
        return sum(self.struck) / self.games


def evaluate(rules: Rules, choose: Chooser, belief: Belief, games: int, seed: str) -> Evaluation:
    """Play games 0 … `games` - 1 of a seed with one policy on all seats, and return its scores and
    moves.

    `choose` is the policy, `belief` is appended to its observations.
    """
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
    return Evaluation(
        games,
        int(actions.sum()),
        tuple(stacks.tolist()),
        tuple(struck.tolist()),
        tuple(actions.tolist()),
    )


def any_legal(legal: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """Return the first legal action of each lane, a placeholder for lanes whose games have
    ended.
    """
    lowest = legal & (~legal + np.uint64(1))
    return np.log2(lowest.astype(np.float64)).astype(np.uint8)
