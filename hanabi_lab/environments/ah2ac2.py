"""Evaluation as the Ad-Hoc Human-AI Coordination Challenge has it, against a site of ours:
`from hanabi_lab.environments.ah2ac2 import EvaluationSpace`.

The two classes, their methods and what they answer are those of the challenge's own program;
observations and legal moves are NumPy arrays of floats. Which server is asked says the same
variable of the environment, AH2AC2_EVALUATION_BASE_URL. Needs `pip install 'hanabi-lab[ah2ac2]'`.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple
from urllib.error import URLError
from urllib.parse import quote, urlencode
from urllib.request import urlopen

import numpy as np
import numpy.typing as npt
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

BASE_URL = "127.0.0.1:8000/ah2ac2"
VARIABLE = "AH2AC2_EVALUATION_BASE_URL"
HERE = ("127.0.0.1", "localhost")
"""Hosts that are asked without encryption, as a site on one's own machine is."""
SECONDS = 60

Arrays = dict[str, npt.NDArray[np.float32]]


class EnvironmentInfo(NamedTuple):
    """A game: its table and the seats that are yours, such as agent_0."""

    num_players: int
    candidate_controlling: list[str]
    is_debug: bool
    game_id: int


class EnvironmentStatus(StrEnum):
    """How far a game is."""

    TODO = "TODO"
    ACTIVE = "ACTIVE"
    DONE = "DONE"


@dataclass(frozen=True)
class EvaluationEnvironmentInfo:
    """A game of a key. The partner and the deal are told once it is over; `attempts` says how often
    it was begun, which is more than once where a line broke."""

    status: EnvironmentStatus
    score: int | None
    num_players: int | None
    candidate_controlling: list[str]
    partner: str | None = None
    deal: int | None = None
    attempts: int = 0


@dataclass(frozen=True)
class EvaluationInfo:
    """All games of a key."""

    current_env: EvaluationEnvironmentInfo | None = None
    all_envs: list[EvaluationEnvironmentInfo] = field(default_factory=list)
    human_ai_eval_done: bool = False


class EvaluationEnvironment:
    """One game. What is refused raises RuntimeError, in words."""

    def __init__(self, connection_url: str) -> None:
        """The address without its scheme."""
        self.socket_url = f"{_scheme('ws', connection_url)}://{connection_url}"
        self.connection: ClientConnection | None = None
        self.done = False
        self.score: float | None = None
        self._info: EnvironmentInfo | None = None

    @property
    def info(self) -> EnvironmentInfo:
        """Known after `reset`."""
        if self._info is None:
            raise RuntimeError("Reset the environment first.")
        return self._info

    async def reset(self) -> tuple[Arrays, Arrays]:
        """Begin: observations and legal moves by the name of each seat that is yours."""
        if self.connection is not None:
            raise RuntimeError("The environment is active already.")
        try:
            self.connection = await connect(
                self.socket_url, open_timeout=SECONDS, ping_timeout=SECONDS
            )
        except (OSError, WebSocketException) as error:
            raise RuntimeError(f"{self.socket_url} does not answer: {error}") from None
        await self._heard()  # A greeting.
        told = await self._heard()
        self._info = EnvironmentInfo(**told["info"])
        self.done, self.score = False, None
        return self._seen(told)

    async def step(self, actions: dict[str, int]) -> tuple[Arrays, float, bool, Arrays]:
        """One turn, with an action for each seat that is yours: observations, the score so far,
        whether the game is over, legal moves."""
        if self.done:
            raise RuntimeError("The game is over: take the next environment.")
        if self.connection is None:
            raise RuntimeError("Reset the environment first.")
        sent = {name: int(action) for name, action in actions.items()}
        try:
            await self.connection.send(json.dumps(sent))
        except WebSocketException as error:
            raise RuntimeError(f"The line is closed: {error}") from None
        told = await self._heard()
        self.done, self.score = bool(told["done"]), told["score"]
        if self.done:
            await self._hang_up()
        observations, legal = self._seen(told)
        return observations, float(told["score"]), self.done, legal

    async def _heard(self) -> dict[str, Any]:
        assert self.connection is not None
        try:
            told: dict[str, Any] = json.loads(await self.connection.recv())
        except WebSocketException as error:
            raise RuntimeError(f"The line is closed: {error}") from None
        if "error_details" in told:
            await self._hang_up()
            raise RuntimeError(told["error_details"])
        return told

    async def _hang_up(self) -> None:
        assert self.connection is not None
        await self.connection.close()
        self.connection = None

    def _seen(self, told: dict[str, Any]) -> tuple[Arrays, Arrays]:
        names = self.info.candidate_controlling
        observations = {name: np.array(told[name]["obs"], np.float32) for name in names}
        legal = {name: np.array(told[name]["legal_moves"], np.float32) for name in names}
        return observations, legal


class EvaluationSpace:
    """The games of a key (`manage.py agent_token NAME --pool POOL`)."""

    def __init__(self, submission_key: str) -> None:
        self.submission_key = submission_key
        self.evaluation_environment: EvaluationEnvironment | None = None
        self._base_url = os.environ.get(VARIABLE, BASE_URL).rstrip("/")

    @property
    def info(self) -> EvaluationInfo:
        """Raises RuntimeError, in words, for a key that is none or a server that is not there."""
        place = f"{self._base_url}/evaluation-info/{quote(self.submission_key)}"
        url = f"{_scheme('http', place)}://{place}"
        try:
            with urlopen(url, timeout=SECONDS) as answer:
                told = json.load(answer)
        except (URLError, ValueError) as error:
            raise RuntimeError(_words(url, error)) from None
        current = told["current_env"]
        return EvaluationInfo(
            current and _about(current),
            [_about(one) for one in told["all_envs"]],
            told["human_ai_eval_done"],
        )

    def next_environment(self) -> EvaluationEnvironment:
        """The next game that counts."""
        if self.evaluation_environment is not None and not self.evaluation_environment.done:
            raise RuntimeError("The environment before it is still active.")
        return self._environment("play-next", {"submission_key": self.submission_key})

    def new_test_environment(
        self, num_players: int, candidate_position: list[int]
    ) -> EvaluationEnvironment:
        """A game with partners that play at random, as often as you like; you have these seats."""
        asked = {
            "num_players": num_players,
            "candidate_positions": candidate_position,
            "test_submission_key": self.submission_key,
        }
        return self._environment("play-random-agent", asked)

    def _environment(self, door: str, asked: dict[str, Any]) -> EvaluationEnvironment:
        url = f"{self._base_url}/{door}?{urlencode(asked, doseq=True)}"
        self.evaluation_environment = EvaluationEnvironment(url)
        return self.evaluation_environment


def _scheme(protocol: str, place: str) -> str:
    return protocol if place.partition("/")[0].partition(":")[0] in HERE else f"{protocol}s"


def _about(told: dict[str, Any]) -> EvaluationEnvironmentInfo:
    return EvaluationEnvironmentInfo(**{**told, "status": EnvironmentStatus(told["status"])})


def _words(url: str, error: Exception) -> str:
    try:
        return str(json.load(error)["error_details"])  # type: ignore[arg-type]
    except (AttributeError, ValueError, KeyError, TypeError):
        return f"{url} does not answer: {error}"
