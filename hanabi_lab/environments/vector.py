"""Many games in parallel for Gymnasium: one policy plays all seats, one turn per game in a call."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from native import Rng, Rules
from native.environment.environment import Environment
from native.environment.observation import bits, unpacked

Arrays = dict[str, npt.NDArray[Any]]


class HanabiVectorEnv(VectorEnv[Arrays, npt.NDArray[np.uint8], npt.NDArray[Any]]):
    """Games in parallel lanes. Each step takes one action per lane, for the seat to move there.

    Observations are `observation`, shape (lanes, bits), and `action_mask`, shape (lanes, actions),
    as 0 and 1. Rewards are changes of the score, which is 0 after the last life. When a game ends,
    the next begins in its lane within the step. Infos are `seat` (the seat to move) and
    `final_score` (-1 unless a game has just ended), each of shape (lanes,).
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int, players: int | Rules = 2) -> None:
        """Set up the lanes.

        Args:
            num_envs: The number of lanes.
            players: The number of players in the standard game, or other rules.

        Raises:
            BadRules: If the number of players is out of range, or the rules do not fit the layout
                of observations.
            ValueError: If there are no lanes.
            TypeError: If `players` is neither a number nor rules.
        """
        if not isinstance(players, int | Rules):
            raise TypeError(f"Players are a number or rules, not {players!r:.60}.")
        self.rules = players if isinstance(players, Rules) else Rules.standard(players)
        self.num_envs = num_envs
        self._env = Environment(self.rules, num_envs, secrets.randbits(64))
        actions = self.rules.move_count
        self._actions = np.arange(actions, dtype=np.uint64)
        self.single_observation_space = Dict(
            {
                "observation": Box(0, 1, (bits(self.rules),), np.uint8),
                "action_mask": Box(0, 1, (actions,), np.int8),
            }
        )
        self.single_action_space = Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Start new games; the same seed gives the same games.

        Args:
            seed: One number for all lanes; random by default.
            options: Ignored.

        Returns:
            Observations and infos.

        Raises:
            ValueError: If `seed` is not a number.
        """
        chances = secrets.randbits(64) if seed is None else seed
        if not isinstance(chances, int):
            raise ValueError("One seed is enough: every lane has games of its own.")
        self._env = Environment(self.rules, self.num_envs, Rng(chances))
        return self._observed(), self._infos(np.zeros(self.num_envs, np.bool_))

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Arrays, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Make one turn in every lane.

        Args:
            actions: Array of shape (lanes,): the number of an action for each lane.

        Returns:
            Observations, rewards, terminations, truncations (all False) and infos.

        Raises:
            IllegalMove: If an action is illegal; no lane has changed.
        """
        self._env.step(actions)
        deeds = self._env.deeds
        ended = deeds["end"] > 0
        rewards = deeds["reward"].astype(np.float64)
        infos = self._infos(ended)
        return self._observed(), rewards, ended, np.zeros_like(ended), infos

    def _observed(self) -> Arrays:
        mask = self._env.legal[:, None] >> self._actions & np.uint64(1)
        return {
            "observation": unpacked(self._env.observations, bits(self.rules)),
            "action_mask": mask.astype(np.int8),
        }

    def _infos(self, ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
        deeds = self._env.deeds
        lost = deeds["reward"] < 0
        scores = np.where(lost, 0, deeds["stacks"]).astype(np.int64)
        return {"seat": self._env.seats.copy(), "final_score": np.where(ended, scores, -1)}
