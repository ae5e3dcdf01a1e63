"""PettingZoo's Hanabi on Hanabi Lab's engine: `from hanabi_lab.environments import hanabi_v5`.

Agents, observations, action numbers, rewards and options are those of
`pettingzoo.classic.hanabi_v5`; PettingZoo is the only package needed. In `parallel_env` all agents
act in each step, and those that are not to move pass.
"""

import secrets
from inspect import Signature, signature
from typing import Any

import numpy as np

from agents.runs.errors import whole
from hanabi_lab.environments import of_extra
from hanabi_lab.environments.hle.pyhanabi import (
    AgentObservationType,
    HanabiGame,
    ObservationEncoder,
)
from native import Game, Rng
from native.engine.notation import write_game
from native.environment.observation import SeenGame

with of_extra("environments"):
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.agent_selector import AgentSelector

Observation = dict[str, Any]


def env(**options: Any) -> AECEnv[str, Observation, int]:
    """Return the environment `raw_env` in PettingZoo's usual wrappers: an illegal move ends the
    game, with reward -1 for the agent that made it.

    `options`, such as `players=3`, are the arguments of `raw_env`.
    """
    made: Any = raw_env(**options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class _Spaces:
    """The methods that both environments share: the spaces of each agent, and `close`."""

    possible_agents: list[str]
    observation_spaces: dict[str, Dict]
    action_spaces: dict[str, Discrete[Any]]

    def _set_spaces(self, bits: int, actions: int) -> None:
        """Set the spaces of all agents, by the numbers of bits observed and of actions."""
        mask = Box(0, 1, (actions,), np.int8)
        seen = Dict({"observation": Box(0, 1, (bits,), np.float32), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return the Gymnasium space of the observations of an agent, such as player_0."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        """Return the Gymnasium space of the actions of an agent, such as player_0."""
        return self.action_spaces[agent]

    def close(self) -> None:
        """Do nothing; no resources are held."""


class raw_env(_Spaces, AECEnv[str, Observation, int]):  # noqa: N801 - PettingZoo's name
    """PettingZoo's Hanabi environment without PettingZoo's usual wrappers, which check moves and
    the order of calls; `env` has them.

    An observation is a dictionary: `observation` is the seat's observation as 0 and 1, shape
    (bits,), and `action_mask` has 1 for each legal action, shape (actions,), all 0 for seats that
    are not to move. Every agent's reward is the change of the score; losing the last life sets the
    score to 0.
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
        """Set up the environment; `reset` deals the first game.

        Args:
            colors: The number of colours, 1 to 5.
            ranks: The number of ranks.
            players: The number of seats.
            hand_size: Cards in a hand; None for 5, or 4 with four or more players.
            max_information_tokens: Clue tokens at the start.
            max_life_tokens: Strikes that end the game.
            observation_type: 0 omits what clues say about cards from observations; 1 and 2 include
                it.
            random_start_player: Accepted for compatibility; must be False.
            render_mode: `human` prints the game after each move; with `ansi` or None, `render`
                returns it as text.

        Raises:
            ValueError: If `random_start_player` is set, or the number of colours, the observation
                type or the render mode is unknown.
            BadRules: If the game cannot be played with these parameters.
            TypeError: If a parameter is not a whole number.
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
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self._actions = np.arange(self.rules.move_count)
        self._set_spaces(self._length, self.rules.move_count)
        self._streams, self._started = Rng(secrets.randbits(64)), 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. A seed determines a sequence of games.

        Args:
            seed: The seed whose first game is dealt; None for the next game of the seed given
                last, or of a random seed if none was given.
            options: Ignored.
        """
        if seed is not None:
            self._streams, self._started = Rng(whole("seed", seed)), 0
        game = Game(self.rules, seed=self._streams.derive(self._started))
        self._seen, self._started, self._score = SeenGame(game), self._started + 1, 0
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turns = AgentSelector(self.agents)
        self.agent_selection = self._turns.next()

    def step(self, action: int | None) -> None:
        """Make a move of the agent whose turn it is (`agent_selection`).

        Args:
            action: The number of the action; None once the game is over.

        Raises:
            IllegalMove: If the action is illegal; the game is unchanged.
            ValueError: If there is no such action; the game is unchanged.
            TypeError: If the action is not a whole number; the game is unchanged.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} is to move.")
        game, before = self._seen.game, self._score
        self._seen.play(whole("action", action))
        self._cumulative_rewards[self.agent_selection] = 0
        self._score = game.score_zero
        self.rewards = dict.fromkeys(self.agents, self._score - before)
        self.terminations = dict.fromkeys(self.agents, game.end is not None)
        self.agent_selection = self._turns.next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return an agent's current observation, a dictionary of two arrays: `observation`, shape
        (bits,), and `action_mask`, shape (actions,), all 0 if the agent is not to move.
        """
        seat = self.possible_agents.index(agent)
        legal = self._seen.legal_bits if self._seen.game.to_move == seat else 0
        mask = (legal >> self._actions & 1).astype(np.int8)
        bits = self._seen.observation(seat)[: self._length].astype(np.float32)
        return {"observation": bits, "action_mask": mask}

    def render(self) -> str | None:
        """Return the game as text (`native.engine.notation`); in mode `human`, print it instead."""
        text = write_game(self._seen.game)
        if self.render_mode == "human":
            print(text)  # noqa: T201 - what this mode is for
            return None
        return text


class parallel_env(_Spaces, ParallelEnv[str, Observation, int]):  # noqa: N801 - PettingZoo's name
    """Hanabi with PettingZoo's parallel interface: all agents act in each step.

    There is one action more than in `raw_env`, the last: to pass. Agents that are not to move must
    pass, as their `action_mask` says, and the agent to move may not. Observations, rewards and
    options are otherwise those of `raw_env`.

    Attributes:
        passing: The number of the action that passes.
    """

    metadata = raw_env.metadata | {"is_parallelizable": True}

    def __init__(self, **options: Any) -> None:
        """Set up the environment. `options`, such as `players=3`, are the arguments of `raw_env`,
        and the errors raised are those of `raw_env`.
        """
        self._turns = raw_env(**options)
        self.render_mode, self.rules = self._turns.render_mode, self._turns.rules
        self.possible_agents = self._turns.possible_agents
        self.agents: list[str] = []
        self.passing = self.rules.move_count
        self._set_spaces(self._turns._length, self.passing + 1)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a game. A seed determines a sequence of games.

        Args:
            seed: The seed whose first game is dealt; None for the next game of the seed given
                last, or of a random seed if none was given.
            options: Ignored.

        Returns:
            Observations (dictionaries as described in `raw_env`) and infos (empty), by agent.
        """
        self._turns.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._observed(), self._turns.infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Make the move of the agent whose turn it is.

        Args:
            actions: The action number of every agent in `agents`: a legal move for the agent to
                move, and `passing` for all others.

        Returns:
            Five dictionaries by agent: observations, rewards (the change of the score),
            terminations, truncations (all False) and infos (empty).

        Raises:
            IllegalMove: If the action of the agent to move is illegal; the game is unchanged.
            ValueError: If an action is missing or does not exist, or another agent does not pass;
                the game is unchanged.
        """
        if not self.agents:
            raise ValueError("There is no game to move in: call reset.")
        turns, mover = self._turns, self._turns.agent_selection
        if set(actions) != set(self.agents):
            raise ValueError(f"Actions are needed of {', '.join(self.agents)}, and of no others.")
        for agent, action in actions.items():
            if agent != mover and action != self.passing:
                raise ValueError(
                    f"{mover} is to move, so {agent} passes: action {self.passing}, not {action}."
                )
        if actions[mover] == self.passing:
            raise ValueError(f"{mover} is to move and cannot pass.")
        turns.step(actions[mover])
        over = turns.terminations[mover]
        self.agents = [] if over else self.agents
        return self._observed(), turns.rewards, turns.terminations, turns.truncations, turns.infos

    def _observed(self) -> dict[str, Observation]:
        seen = {}
        for agent in self.possible_agents:
            view = self._turns.observe(agent)
            waits = np.int8(not view["action_mask"].any())
            mask = np.append(view["action_mask"], waits)
            seen[agent] = {"observation": view["observation"], "action_mask": mask}
        return seen

    def render(self) -> str | None:
        """Return the game as text (`native.engine.notation`); in mode `human`, print it instead."""
        return self._turns.render()


for _made in (env, parallel_env):
    # Show the options of the environment in help and in editors.
    _shown = signature(raw_env).replace(return_annotation=Signature.empty)
    setattr(_made, "__signature__", _shown)  # noqa: B010 - functions have no such field
