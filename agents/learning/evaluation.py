"""Evaluate a policy by greedy self-play: copies of it play all seats, on deals that a seed
determines.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning.beliefs import Belief, Lanes
from native import End, Rules
from native.environment.environment import Environment
from native.play.measures import histogram_mean, histogram_sem, zero_scores

THREADS = 2
"""The number of threads that compute beliefs."""

Chooser = Callable[[Any, Any, Any], Any]
"""A function that chooses actions, shape (rows,), given observations, shape (rows, words),
beliefs, shape (rows, width), and legal actions as bit masks, shape (rows,)."""


class SelfPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scores and moves of a policy in greedy self-play: copies of it on all seats always
    choose the action of greatest expected value.
    """

    games: int
    turns: int
    stacks: tuple[int, ...]
    """`stacks[n]` is the number of games that ended with n cards played."""
    struck: tuple[int, ...]
    """`struck[n]` is the number of games lost to the last strike with n cards played; they score
    0."""
    actions: tuple[int, ...]
    """`actions[a]` is the number of turns in which action number a was taken."""

    @property
    def zero(self) -> tuple[int, ...]:
        """The number of games by score: `zero[n]` games scored n, where a game lost to the last
        strike scores 0.
        """
        return zero_scores(self.stacks, self.struck)

    @property
    def mean(self) -> float:
        """The mean score, where a game lost to the last strike scores 0."""
        return histogram_mean(self.zero)

    @property
    def error(self) -> float:
        """The standard error of the mean score, where a game lost to the last strike scores 0."""
        return histogram_sem(self.zero)

    @property
    def mean_stacks(self) -> float:
        """The mean number of cards played."""
        return histogram_mean(self.stacks)

    @property
    def lost(self) -> float:
        """The share of games lost to the last strike."""
        return sum(self.struck) / self.games


class SelfPlayGames:
    """Games of an evaluation in progress, one in each lane (parallel game) of an environment."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.running = np.arange(environment.lanes)
        """The numbers of the lanes whose games have not ended."""
        scores = environment.rules.max_score + 1
        self._stacks, self._struck = (np.zeros(scores, np.int64) for _ in range(2))
        self._actions = np.zeros(environment.rules.move_count, np.int64)

    def turns(self, choose: Chooser, belief: Belief) -> Iterator[Lanes]:
        """Play all games to their ends, and yield before each turn the numbers of the lanes whose
        games have not ended.

        `choose` is the policy on all seats, and `belief` computes the inputs that are appended to
        its observations.
        """
        environment, actions = self.environment, np.zeros(self.environment.lanes, np.uint8)
        with ThreadPoolExecutor(THREADS) as threads:
            while len(running := self.running):
                yield running
                parts = np.array_split(running, min(THREADS, len(running)))
                beliefs = threads.map(lambda lanes: belief.of(environment, lanes), parts)
                actions[running] = choose(
                    environment.observations[running],
                    np.concatenate(list(beliefs)),
                    environment.legal[running],
                )
                self.step(actions)

    def step(self, actions: npt.NDArray[np.uint8]) -> None:
        """Take the actions `actions`, shape (lanes,), in the games that have not ended; those of
        ended games are ignored.
        """
        if not len(self.running):
            return
        chosen = any_legal(self.environment.legal)
        chosen[self.running] = actions[self.running]
        self._actions += np.bincount(chosen[self.running], minlength=len(self._actions))
        self.environment.step(chosen)
        deeds = self.environment.deeds[self.running]
        np.add.at(self._stacks, deeds["stacks"][deeds["end"] > 0], 1)
        np.add.at(self._struck, deeds["stacks"][deeds["end"] == End.STRIKEOUT], 1)
        self.running = self.running[deeds["end"] == 0]

    def result(self) -> SelfPlay:
        """Return the scores and moves of all games; call it when they have ended."""
        return SelfPlay(
            self.environment.lanes,
            int(self._actions.sum()),
            tuple(self._stacks.tolist()),
            tuple(self._struck.tolist()),
            tuple(self._actions.tolist()),
        )


def evaluate(rules: Rules, choose: Chooser, belief: Belief, games: int, seed: str) -> SelfPlay:
    """Play games 0 … `games` - 1 of a seed with one policy on all seats, and return its scores and
    moves.

    `choose` is the policy: a function from observations, beliefs and legal actions, with a row per
    game, to actions (see `Chooser`). `belief` computes the beliefs, which are inputs appended to
    the observations.
    """
    played = SelfPlayGames(Environment(rules, games, seed))
    for _ in played.turns(choose, belief):
        pass
    return played.result()


def any_legal(legal: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """Return the lowest legal action of each lane (parallel game), a placeholder for lanes whose
    games have ended.

    `legal` has a bit mask of the legal actions per lane; it and the result have shape (lanes,).
    """
    lowest = legal & (~legal + np.uint64(1))
    return np.log2(lowest.astype(np.float64)).astype(np.uint8)
