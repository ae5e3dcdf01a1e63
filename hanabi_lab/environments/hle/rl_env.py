"""`rl_env`: a game step by step, with what every player observes as dictionaries."""

from __future__ import annotations

from typing import Any

from hanabi_lab.environments.hle import pyhanabi
from hanabi_lab.environments.hle.cards import COLOR_CHAR, color_char_to_idx
from hanabi_lab.environments.hle.moves import CHANCE_PLAYER_ID, HanabiMove
from hanabi_lab.environments.hle.observation import HanabiObservation

Observations = dict[str, Any]
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
    """What an environment can do."""

    def reset(self) -> Observations:
        raise NotImplementedError

    def step(self, action: dict[str, Any] | int) -> tuple[Observations, int, bool, dict[str, Any]]:
        raise NotImplementedError


class HanabiEnv(Environment):
    """Game after game. `config` has the parameters of `pyhanabi.HanabiGame`."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.game = pyhanabi.HanabiGame(config)
        self.observation_encoder = pyhanabi.ObservationEncoder(self.game)
        self.players = self.game.num_players()
        self.state: pyhanabi.HanabiState

    def reset(self) -> Observations:
        """Deal a new game: `current_player`, and `player_observations`, one dictionary a player.
        Together they show all hands: give each agent its own."""
        self.state = self.game.new_initial_state()
        self._deal()
        return self._observations()

    def step(self, action: dict[str, Any] | int) -> tuple[Observations, int, bool, dict[str, Any]]:
        """Make an action, a dictionary or a number: observations, reward (the change of the score,
        which is 0 after the last life), whether the game is over, and nothing. Raises
        AssertionError for an illegal action and ValueError for what is none."""
        move = self._move(action)
        before = self.state.score()
        self.state.apply_move(move)
        self._deal()
        reward = self.state.score() - before
        return self._observations(), reward, self.state.is_terminal(), {}

    def num_moves(self) -> int:
        """How many actions there are, legal or not."""
        return self.game.max_moves()

    def vectorized_observation_shape(self) -> list[int]:
        """The length of an observation as bits, in a list."""
        return self.observation_encoder.shape()

    def _deal(self) -> None:
        while self.state.cur_player() == CHANCE_PLAYER_ID:
            self.state.deal_random_card()

    def _observations(self) -> Observations:
        seen = [self.state.observation(player) for player in range(self.players)]
        return {
            "player_observations": [self._as_dict(observation) for observation in seen],
            "current_player": self.state.cur_player(),
        }

    def _as_dict(self, observation: HanabiObservation) -> dict[str, Any]:
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
            "legal_moves_as_int": [self.game.get_move_uid(move) for move in legal],
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

    def _move(self, action: dict[str, Any] | int) -> HanabiMove:
        if isinstance(action, dict):
            move = _read(action)
        elif isinstance(action, int):
            move = self.game.get_move(action)
        else:
            raise ValueError(f"An action is a dictionary or a number, not {action!r:.60}.")
        legal = self.state.legal_moves()
        assert move in legal, f"{move} is illegal now; legal are {legal}."
        return move


class Agent:
    """What an agent can do: `act` answers an observation with an action, or with None when it is
    another's turn."""

    def __init__(self, config: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError

    def reset(self, config: dict[str, Any]) -> None:
        raise NotImplementedError

    def act(self, observation: dict[str, Any]) -> dict[str, Any] | int | None:
        raise NotImplementedError


def make(
    environment_name: str = "Hanabi-Full", num_players: int = 2, pyhanabi_path: str | None = None
) -> HanabiEnv:
    """An environment by its name. Raises ValueError, in words."""
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
