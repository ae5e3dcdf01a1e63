"""Hanabi for Gymnasium: `HanabiVectorEnv` plays many games in parallel, `HanabiEnv` one game.

Importing this module registers `hanabi_lab/Hanabi-v0` with Gymnasium.
"""

import secrets
from collections.abc import Sequence
from operator import index
from typing import Any, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from agents.contract import Agent, AgentError, GivesUp
from agents.entry import Entry
from agents.runs.errors import whole
from hanabi_lab.environments import of_extra
from hanabi_lab.evaluating import Pooled, pooled
from native import BadMove, End, IllegalMove, Move, Rng, Rules
from native.environment.environment import MOST_LANES, Environment
from native.environment.observation import bits, unpacked

with of_extra("environments"):
    import gymnasium
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

ID = "hanabi_lab/Hanabi-v0"
SCORINGS = {"zero": "reward", "stacks": "gained"}
"""By scoring, the name of the field that holds the reward in the effects of a turn
(`native.environment.environment.DEED`)."""

Arrays = dict[str, npt.NDArray[Any]]
Seats = Literal["random"] | int


class HanabiVectorEnv(VectorEnv[Arrays, npt.NDArray[np.uint8], npt.NDArray[Any]]):
    """Gymnasium vector environment: games in parallel lanes, each step with one action per lane.

    Without `partners` the action of a lane is that of the seat to move: one policy plays all
    seats. With `partners` the learner has one seat. Copies of one partner, drawn at random for
    each game, have all others, and move within the step. Partners are new in each game and are
    not shown how it ends.

    Observations are `observation`, uint8 of shape (lanes, bits), and `action_mask`, int8 of shape
    (lanes, actions), as 0 and 1. Rewards, float64, are changes in the score, including those by
    the partners' turns. When a game ends, the next begins in its lane within the step. Infos, each
    of shape (lanes,), are `seat` (uint8, the seat to move), `partner` (uint32, an index into
    `partners`; 0 if there are none) and `final_score` (int64, -1 unless a game has just ended). If
    any game ended there are also `final_obs` and `final_info`, with Gymnasium's masks `_final_obs`
    and `_final_info`; both are of the learner's seat or, without partners, of the seat that would
    have moved next.

    The games of a lane depend on the seed, the lane's number and the actions in it, not on the
    number of lanes.

    Attributes:
        rules: The rules of the game.
        partners: The addresses of the partners.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int,
        players: int | Rules = 2,
        *,
        partners: Pooled | None = None,
        seats: Seats = "random",
        scoring: str = "zero",
    ) -> None:
        """Set up the environment; `reset` starts the games.

        Args:
            num_envs: The number of lanes (parallel games).
            players: The number of players in the standard game, or other rules, such as
                `Rules.standard(2, "Black (5 Suits)")`.
            partners: `pool:literature7` (seven published agents), `pool:<run>` (the elites of a run
                of the generator), the path of a text file with an agent's address, such as
                `rules:piers`, on each line, or a list of addresses or Agent subclasses; None if one
                policy plays all seats.
            seats: With partners, the learner's seat: `random` (drawn for each game) or a number
                from 0.
            scoring: `zero` (0 after the last strike) or `stacks` (cards played).

        Raises:
            AgentError: If a partner is unknown or cannot play with these rules.
            BadRules: If the number of players is out of range, or the rules do not fit the layout
                of observations.
            ValueError: If `num_envs`, `seats` or `scoring` is out of range.
            TypeError: If `num_envs` is not a whole number, or `players` is neither one nor rules.
        """
        if not isinstance(players, SupportsIndex | Rules):
            raise TypeError(f"Players are a number or rules, not {players!r:.60}.")
        self.rules = players if isinstance(players, Rules) else Rules.standard(index(players))
        if scoring not in SCORINGS:
            raise ValueError(f"Scoring is {' or '.join(SCORINGS)}, not {scoring!r:.60}.")
        if seats != "random" and (partners is None or seats not in range(self.rules.players)):
            raise ValueError(
                f"Seats are random or, with partners, a number from 0 to {self.rules.players - 1}, "
                f"not {seats!r:.60}."
            )
        self.num_envs = num_envs = whole("num_envs", num_envs)
        self._reward = SCORINGS[scoring]
        self._seat = None if seats == "random" else int(seats)
        members = pooled(partners, self.rules).members if partners is not None else ()
        for member in members:
            if member.sees_everything:
                raise AgentError(f"{member.title} sees every hand, so it is no partner here.")
        self._partners = _Partners(members, self.rules)
        self.partners = tuple(member.address for member in members)
        self._start(secrets.randbits(64))
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
        """Start a new game in every lane; the same seed gives the same games.

        Args:
            seed: One number for all lanes; random by default.
            options: Ignored.

        Returns:
            Observations and infos, two dictionaries of arrays as described in the class.

        Raises:
            ValueError: If `seed` is not one whole number.
        """
        chances = secrets.randbits(64) if seed is None else seed
        if isinstance(chances, Sequence | np.ndarray) and not isinstance(chances, str):
            raise ValueError("One seed is enough: every lane has games of its own.")
        if not isinstance(chances, SupportsIndex):
            raise ValueError(f"A seed is a whole number, not {chances!r:.60}.")
        self._start(index(chances))
        self._partners.answer(self._env)
        return self._observed(), self._infos(np.zeros(self.num_envs, np.bool_))

    def _start(self, seed: int) -> None:
        self._partners.seed = str(seed)
        self._env = Environment(
            self.rules,
            self.num_envs,
            Rng(seed),
            stride=MOST_LANES,
            partners=self._partners.strategies,
            seat=self._seat,
        )

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Arrays, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play one action in every lane, and then the partners' turns before the learner's next.

        Args:
            actions: Array of shape (lanes,): the number of an action for each lane.

        Returns:
            Observations, rewards, terminations, truncations (all False) and infos; the middle
            three have shape (lanes,).

        Raises:
            IllegalMove: If an action is illegal; no lane has changed.
            ValueError: If `actions` has the wrong shape, or a partner is to move because `reset`
                was not called.
            AgentError: If a partner makes an illegal move; then call `reset`.
        """
        env = self._env
        met, seats = env.partners.copy(), env.seats.copy()
        if not self.partners:  # the final observation is of the seat that would move next
            seats = (seats + 1) % np.uint8(self.rules.players)
        env.step(actions)
        self._partners.answer(env)
        deeds = env.deeds
        ended = deeds["end"] > 0
        rewards = deeds[self._reward].astype(np.float64)
        infos = self._infos(ended)
        if ended.any():
            infos |= self._finals(ended, infos["final_score"], met, seats)
        return self._observed(), rewards, ended, np.zeros_like(ended), infos

    def _observed(self) -> Arrays:
        mask = self._env.legal[:, None] >> self._actions & np.uint64(1)
        return {
            "observation": unpacked(self._env.observations, bits(self.rules)),
            "action_mask": mask.astype(np.int8),
        }

    def _infos(self, ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
        deeds = self._env.deeds
        lost = (deeds["end"] == End.STRIKEOUT) & (self._reward == "reward")
        scores = np.where(lost, 0, deeds["stacks"]).astype(np.int64)
        return {
            "seat": self._env.seats.copy(),
            "partner": self._env.partners.copy(),
            "final_score": np.where(ended, scores, -1),
        }

    def _finals(
        self,
        ended: npt.NDArray[np.bool_],
        scores: npt.NDArray[np.int64],
        met: npt.NDArray[np.uint32],
        seats: npt.NDArray[np.uint8],
    ) -> dict[str, Any]:
        """Return the last observations and infos of the games that ended, as Gymnasium does."""
        lanes = np.flatnonzero(ended)
        last = unpacked(self._env.finals[lanes], bits(self.rules))
        none = np.zeros(len(self._actions), np.int8)
        observations = np.full(self.num_envs, None, object)
        for lane, row in zip(lanes, last, strict=True):
            observations[lane] = {"observation": row, "action_mask": none}
        parts = {"final_score": scores, "partner": met, "seat": seats}
        masked = {f"_{name}": ended for name in parts}
        return {
            "final_obs": observations,
            "_final_obs": ended,
            "final_info": parts | masked,
            "_final_info": ended,
        }


class _Partners:
    """The partners of a vector environment; those that decide in Python are asked in batches."""

    def __init__(self, members: Sequence[Entry], rules: Rules) -> None:
        self._members = members
        self.strategies = [member.in_core(rules.players) for member in members]
        self.seed = ""
        self._agents: dict[int, tuple[tuple[int, int], Agent]] = {}
        """By lane, the game and the seat of the agent that moved there last, and that agent."""

    def answer(self, env: Environment) -> None:
        """Make the moves of partners that decide in Python until every lane waits for the
        learner.
        """
        while env.waiting.any():
            lanes = np.flatnonzero(env.waiting)
            for partner in np.unique(env.partners[lanes]).tolist():
                mine = lanes[env.partners[lanes] == partner].tolist()
                member = self._members[partner]
                moves = self._moves(member, env, mine)
                try:
                    env.reply(mine, moves)
                except (BadMove, IllegalMove) as error:
                    raise AgentError(f"{member.address} made an illegal move: {error}") from error

    def _moves(self, member: Entry, env: Environment, lanes: list[int]) -> Sequence[Move | None]:
        if member.decide_many:
            return member.decide_many([env.view(lane) for lane in lanes])
        return [self._move(member, env, lane) for lane in lanes]

    def _move(self, member: Entry, env: Environment, lane: int) -> Move | None:
        at = env.number(lane), int(env.seats[lane])
        kept = self._agents.get(lane)
        if kept is None or kept[0] != at:
            kept = self._agents[lane] = at, member.agent(f"{self.seed}/{at[0]}/{at[1]}")
        try:
            return kept[1].decide(env.view(lane)).move
        except GivesUp:
            return None


class HanabiEnv(gymnasium.Env[Arrays, np.int64]):
    """Gymnasium environment of one game: `gymnasium.make("hanabi_lab/Hanabi-v0", partners=...)`.

    Rules, partners and rewards are as in `HanabiVectorEnv`. Observations are `observation`, shape
    (bits,), and `action_mask`, shape (actions,). The action space samples legal actions. Infos are
    `seat` (the seat to move), `partner` (an address; "" without partners) and, at the end,
    `final_score`.
    """

    metadata = {"render_modes": []}

    def __init__(self, players: int | Rules = 2, **options: Any) -> None:
        """Set up the environment.

        `players` is the number of players in the standard game, or other rules. `options` are
        `partners`, `seats` and `scoring`; they and the errors are those of `HanabiVectorEnv`.
        """
        self._lanes = HanabiVectorEnv(1, players, **options)
        self.observation_space = self._lanes.single_observation_space
        self.action_space = self._legal = _Legal(self._lanes.rules)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Deal a new game.

        Args:
            seed: The seed of this game and those after it; random by default.
            options: Ignored.

        Returns:
            The observation and the info, as described in the class.
        """
        super().reset(seed=seed)
        self._over = False
        return self._told(*self._lanes.reset(seed=int(self.np_random.integers(2**62))))

    def step(self, action: Any) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Play one action, and then the partners' turns before the learner's next.

        Args:
            action: The number of a legal action.

        Returns:
            The observation, the reward, whether the game has ended, False (a game is never
            truncated), and the info.

        Raises:
            IllegalMove: If the action is illegal; the game is unchanged.
            TypeError: If the action is not a whole number.
            gymnasium.error.ResetNeeded: If the game is over, or `reset` was never called.
        """
        if self._over:
            raise gymnasium.error.ResetNeeded("There is no game to move in: call reset.")
        seen, rewards, ended, _, infos = self._lanes.step([whole("action", action)])
        score = {}
        self._over = bool(ended[0])
        if self._over:
            infos = infos | infos["final_info"]
            seen = {name: row[None] for name, row in infos["final_obs"][0].items()}
            score = {"final_score": int(infos["final_score"][0])}
        observation, info = self._told(seen, infos)
        return observation, float(rewards[0]), self._over, False, info | score

    def _told(self, seen: Arrays, infos: dict[str, Any]) -> tuple[Arrays, dict[str, Any]]:
        observation = {name: rows[0] for name, rows in seen.items()}
        self._legal.legal = observation["action_mask"]
        met = self._lanes.partners
        partner = met[infos["partner"][0]] if met else ""
        return observation, {"seat": int(infos["seat"][0]), "partner": partner}


class _Legal(Discrete[Any]):
    """The action space of one game; without a mask it samples legal actions only."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.move_count)
        self._plays = np.zeros(rules.move_count, np.int8)
        self._plays[rules.hand_size : 2 * rules.hand_size] = 1
        self.legal = self._plays

    def seed(self, seed: Any = None) -> Any:
        """Seed the space. Until the next reset or step it samples plays, which are also legal on
        the first turn of another game: Gymnasium's `check_env` seeds and samples before it resets.
        """
        self.legal = self.legal & self._plays
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random action: one that `mask` allows, one drawn by `probability`, or without
        either a legal one.
        """
        default = self.legal if mask is None and probability is None else mask
        return super().sample(mask=default, probability=probability)


gymnasium.register(
    ID,
    entry_point="hanabi_lab.environments.vector:HanabiEnv",
    vector_entry_point="hanabi_lab.environments.vector:HanabiVectorEnv",
)
