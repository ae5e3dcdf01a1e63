"""The `rl_env` module of the Hanabi Learning Environment (HLE): environments whose steps return
all players' observations as dictionaries.
"""

from operator import index
from typing import Any, SupportsIndex

from hanabi_lab.environments.hle import pyhanabi
from hanabi_lab.environments.hle.moves import (
    CHANCE_PLAYER_ID,
    COLOR_CHAR,
    HanabiMove,
    color_char_to_idx,
)
from hanabi_lab.environments.hle.pyhanabi import HanabiObservation

Observations = dict[str, Any]
MOVE_TYPES = [kind.name for kind in pyhanabi.HanabiMoveType]
KNOWLEDGE = pyhanabi.AgentObservationType.CARD_KNOWLEDGE.value
SMALL = {"hand_size": 2, "max_information_tokens": 3, "max_life_tokens": 1}
ENVIRONMENTS: dict[str, dict[str, int]] = {
    "Hanabi-Full": {"observation_type": KNOWLEDGE},
    "Hanabi-Full-CardKnowledge": {"observation_type": KNOWLEDGE},
    "Hanabi-Full-Minimal": {"observation_type": pyhanabi.AgentObservationType.MINIMAL.value},
    "Hanabi-Small": {**SMALL, "colors": 2, "observation_type": KNOWLEDGE},
    "Hanabi-Very-Small": {**SMALL, "colors": 1, "observation_type": KNOWLEDGE},
}


class Environment:
    """Interface of an environment: `reset` starts a game and `step` makes a move."""

    def reset(self) -> Observations:
        """Start a game and return the first observations of all players."""
        raise NotImplementedError

    def step(self, action: dict[str, Any] | int) -> tuple[Observations, int, bool, dict[str, Any]]:
        """Make a move and return the observations of all players, the reward, whether the game is
        over, and a dictionary of further information.

        `action` is a dictionary such as `{"action_type": "PLAY", "card_index": 0}`, or the number
        of an action.
        """
        raise NotImplementedError


class HanabiEnv(Environment):
    """Environment that plays a sequence of games; `config` has the parameters of
    `pyhanabi.HanabiGame` by name, such as `{"players": 3, "seed": 7}`.

    Subclasses may override `_make_observation_all_players`, `_extract_dict_from_backend` and
    `_build_move`, as forks of the original do.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        self.game = pyhanabi.HanabiGame(config)
        self.observation_encoder = pyhanabi.ObservationEncoder(self.game)
        self.players = self.game.num_players()
        self.state: pyhanabi.HanabiState

    def reset(self) -> Observations:
        """Deal a new game.

        Returns:
            A dictionary: `current_player` (a number), and `player_observations`, a list of one
            dictionary per player. Give each agent only its own, as together they reveal all hands.
        """
        self.state = self.game.new_initial_state()
        self._deal()
        return self._make_observation_all_players()

    def step(self, action: dict[str, Any] | int) -> tuple[Observations, int, bool, dict[str, Any]]:
        """Make a move of the current player.

        Args:
            action: A dictionary such as `{"action_type": "PLAY", "card_index": 0}`, or the number
                of an action.

        Returns:
            Observations as from `reset`, the reward (the change in the score, which is 0 after the
            last life), whether the game is over, and an empty dictionary.

        Raises:
            AssertionError: If the action is illegal now.
            ValueError: If `action` does not describe an action.
        """
        if isinstance(action, dict):
            move = self._build_move(action)
        elif isinstance(action, SupportsIndex):
            move = self._legal(self.game.get_move(index(action)))
        else:
            raise ValueError(f"An action is a dictionary or a number, not {action!r:.60}.")
        before = self.state.score()
        self.state.apply_move(move)
        self._deal()
        reward = self.state.score() - before
        return self._make_observation_all_players(), reward, self.state.is_terminal(), {}

    def num_moves(self) -> int:
        """Return the number of actions, legal or not."""
        return self.game.max_moves()

    def vectorized_observation_shape(self) -> list[int]:
        """Return a list of one number, the length of an observation as bits (`vectorized`)."""
        return self.observation_encoder.shape()

    def _deal(self) -> None:
        while self.state.cur_player() == CHANCE_PLAYER_ID:
            self.state.deal_random_card()

    def _make_observation_all_players(self) -> Observations:
        seen = [
            self._extract_dict_from_backend(player, self.state.observation(player))
            for player in range(self.players)
        ]
        return {"player_observations": seen, "current_player": self.state.cur_player()}

    def _extract_dict_from_backend(
        self, player_id: int, observation: HanabiObservation
    ) -> dict[str, Any]:
        """Return a player's observation as a dictionary."""
        legal, fireworks = observation.legal_moves(), observation.fireworks()
        return {
            "current_player": self.state.cur_player(),
            "current_player_offset": observation.cur_player_offset(),
            "life_tokens": observation.life_tokens(),
            "information_tokens": observation.information_tokens(),
            "num_players": observation.num_players(),
            "deck_size": observation.deck_size(),
            "fireworks": dict(zip(COLOR_CHAR, fireworks, strict=False)),
            "legal_moves": [move.to_dict() for move in legal],
            "legal_moves_as_int": list(observation.legal_uids),
            "observed_hands": [
                [card.to_dict() for card in hand] for hand in observation.observed_hands()
            ],
            "discard_pile": [card.to_dict() for card in observation.discard_pile()],
            "card_knowledge": [
                [knowledge.to_dict() for knowledge in hand] for hand in observation.card_knowledge()
            ],
            "vectorized": self.observation_encoder.encode(observation),
            "pyhanabi": observation,
        }

    def _build_move(self, action: dict[str, Any]) -> HanabiMove:
        """Return the move that a dictionary describes.

        Raise AssertionError if it is illegal now, ValueError if the dictionary describes no move.
        """
        return self._legal(_read(action))

    def _legal(self, move: HanabiMove) -> HanabiMove:
        legal = self.state.legal_moves()
        assert self.state.move_is_legal(move), f"{move} is illegal now; legal are {legal}."
        return move


class Agent:
    """Interface of an agent: `act` returns the agent's action for an observation."""

    def __init__(self, config: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError

    def reset(self, config: dict[str, Any]) -> None:
        """Reset the agent for a new game; `config` has the parameters of the game by name, such as
        `players`.
        """
        raise NotImplementedError

    def act(self, observation: dict[str, Any]) -> dict[str, Any] | int | None:
        """Return the action for the agent's own observation, as a dictionary or number; None if
        another player is to move.

        `observation` is the agent's item of `player_observations`, as `HanabiEnv.reset` and `step`
        return them.
        """
        raise NotImplementedError


def make(
    environment_name: str = "Hanabi-Full", num_players: int = 2, pyhanabi_path: str | None = None
) -> HanabiEnv:
    """Return a new environment, chosen by name.

    Args:
        environment_name: One of ENVIRONMENTS, such as Hanabi-Full or Hanabi-Small.
        num_players: The number of players.
        pyhanabi_path: Ignored; accepted for compatibility.

    Raises:
        ValueError: If there is no environment of this name.
    """
    if environment_name not in ENVIRONMENTS:
        names = ", ".join(ENVIRONMENTS)
        raise ValueError(f"There is no environment {environment_name!r:.60}; there are {names}.")
    return HanabiEnv({"players": num_players, **ENVIRONMENTS[environment_name]})


def _read(action: dict[str, Any]) -> HanabiMove:
    kind = action.get("action_type")
    try:
        if kind == "PLAY":
            return HanabiMove.get_play_move(action["card_index"])
        if kind == "DISCARD":
            return HanabiMove.get_discard_move(action["card_index"])
        if kind == "REVEAL_COLOR":
            color = color_char_to_idx(action["color"])
            return HanabiMove.get_reveal_color_move(action["target_offset"], color)
        if kind == "REVEAL_RANK":
            return HanabiMove.get_reveal_rank_move(action["target_offset"], action["rank"])
    except KeyError as error:
        raise ValueError(f"An action of the type {kind} needs {error}.") from None
    raise ValueError(f"An action's type is PLAY, DISCARD, REVEAL_COLOR or REVEAL_RANK, not {kind}.")
