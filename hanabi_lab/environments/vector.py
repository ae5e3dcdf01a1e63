"""Many games side by side for Gymnasium: one policy plays all seats, everybody's turn in a call."""

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
    """Games in lanes. Each step takes an action a lane, of whoever is to move there.

    Observations are `observation` (lanes, bits) and `action_mask` (lanes, actions), as 0 and 1.
    Rewards are changes of the score, which is 0 after the last life. When a game ends, the next
    begins in its lane within the step. Infos are `seat` (who is to move) and, of games that ended,
    `final_score` (else -1).
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int, rules: Rules | None = None) -> None:
        """Raises BadRules for rules that the layout has no room for, ValueError for no lanes."""
        self.rules = rules or Rules(2)
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
        """New games: the same for the same seed."""
        chances = secrets.randbits(64) if seed is None else seed
        if not isinstance(chances, int):
            raise ValueError("One seed is enough: every lane has games of its own.")
        self._env = Environment(self.rules, self.num_envs, Rng(chances))
        return self._observed(), self._infos(np.zeros(self.num_envs, np.bool_))

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Arrays, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """One turn in every lane. Raises IllegalMove, and then nothing has changed."""
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
