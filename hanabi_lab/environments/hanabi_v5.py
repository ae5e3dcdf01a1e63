"""PettingZoo's Hanabi on our engine: `from hanabi_lab.environments import hanabi_v5`.

Agents, observations, action numbers, rewards and options are those of
`pettingzoo.classic.hanabi_v5`; PettingZoo is the only package needed.
"""

import secrets
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.agent_selector import AgentSelector

from hanabi_lab.environments.hle.pyhanabi import (
    AgentObservationType,
    HanabiGame,
    ObservationEncoder,
)
from native import Game, Rng
from native.engine.notation import write_game
from native.environment.seen import SeenGame

Observation = dict[str, Any]


def env(**options: Any) -> AECEnv[str, Observation, int]:
    """Return PettingZoo's Hanabi environment with its usual checks: an illegal move ends the
    game.
    """
    made: Any = raw_env(**options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801 - PettingZoo's name
    """The environment without PettingZoo's checks.

    An observation is a dictionary: `observation` holds the bits of the seat, shape (bits,), and
    `action_mask` the legal actions as 0 and 1, shape (actions,), all 0 for seats that are not to
    move. Every agent's reward is the change of the score, which is 0 after the last life.
    """

    metadata = {
        "render_modes": ["human", "ansi"],
        "name": "hanabi_v5",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        colors: int = 5,
        ranks: int = 5,
        players: int = 2,
        hand_size: int | None = None,
        max_information_tokens: int = 8,
        max_life_tokens: int = 3,
        observation_type: int = AgentObservationType.CARD_KNOWLEDGE.value,
        random_start_player: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Set up the game.

        Raises:
            ValueError: If `random_start_player` is set or the render mode is unknown.
            BadRules: If the game cannot be played with these parameters.
        """
        super().__init__()
        if random_start_player:
            raise ValueError("The first agent begins; give your policies the seats at random.")
        if render_mode not in (None, "human", "ansi"):
            raise ValueError(f"The render modes are human and ansi, not {render_mode}.")
        self._parameters = HanabiGame(
            {
                "colors": colors,
                "ranks": ranks,
                "players": players,
                "hand_size": hand_size,
                "max_information_tokens": max_information_tokens,
                "max_life_tokens": max_life_tokens,
                "observation_type": observation_type,
            }
        )
        self.render_mode = render_mode
        self.rules = self._parameters.rules
        self._length = ObservationEncoder(self._parameters).shape()[0]
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        actions = self.rules.move_count
        bits = Box(0, 1, (self._length,), np.float32)
        seen = Dict({"observation": bits, "action_mask": Box(0, 1, (actions,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self._streams, self._started = Rng(secrets.randbits(64)), 0

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the first game of `seed` or, without a seed, the next game of the last
        seed.
        """
        if seed is not None:
            self._streams, self._started = Rng(seed), 0
        game = Game(self.rules, seed=self._streams.derive(self._started))
        self._seen, self._started = SeenGame(game), self._started + 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turns = AgentSelector(self.agents)
        self.agent_selection = self._turns.next()

    def step(self, action: int | None) -> None:
        """Make a move of `agent_selection`.

        Args:
            action: The number of the action; None once the game is over.

        Raises:
            IllegalMove: If the action is illegal; the game is unchanged.
            ValueError: If there is no such action; the game is unchanged.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} is to move.")
        game = self._seen.game
        before, mover = game.score_zero, self.agent_selection
        self._seen.play(int(action))
        self._cumulative_rewards[mover] = 0
        self.rewards = dict.fromkeys(self.agents, game.score_zero - before)
        self.terminations = dict.fromkeys(self.agents, game.end is not None)
        self.agent_selection = self._turns.next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now: its observation and the legal actions."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.rules.move_count, np.int8)
        if self._seen.game.to_move == seat:
            mask[self._seen.legal] = 1
        bits = self._seen.observation(seat)[: self._length].astype(np.float32)
        return {"observation": bits, "action_mask": mask}

    def render(self) -> str | None:
        """Return, or print in mode `human`, the deal and every move so far in our notation."""
        text = write_game(self._seen.game)
        if self.render_mode == "human":
            print(text)  # noqa: T201 - what this mode is for
            return None
        return text

    def close(self) -> None:
        """Do nothing; no resources are held."""
