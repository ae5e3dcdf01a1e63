"""Client of the Ad-Hoc Human-AI Coordination Challenge's protocol, for a Hanabi Lab site.

    from hanabi_lab.environments.ah2ac2 import EvaluationSpace

`EvaluationSpace` and `EvaluationEnvironment` have the methods and results of the challenge's own
client; observations and legal moves are NumPy arrays of floats. As in that client, the environment
variable AH2AC2_EVALUATION_BASE_URL names the server: its address without scheme, by default
127.0.0.1:8000/ah2ac2. Needs `pip install 'hanabi-lab[ah2ac2]'`.
"""

import json
import os
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple
from urllib.error import URLError
from urllib.parse import quote, urlencode
from urllib.request import urlopen

import msgspec
import numpy as np
import numpy.typing as npt
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

BASE_URL = "127.0.0.1:8000/ah2ac2"
VARIABLE = "AH2AC2_EVALUATION_BASE_URL"
HERE = ("127.0.0.1", "localhost")
"""Names of this machine: a server there is contacted without encryption (http and ws)."""
SECONDS = 60

Arrays = dict[str, npt.NDArray[np.float32]]


class EnvironmentInfo(NamedTuple):
    """What the server says about a game at its start.

    `candidate_controlling` lists the seats that you control, such as agent_0. `is_debug` is True
    for a test game. `game_id` is the number of the game in the evaluation, from 0 (0 for a test
    game).
    """

    num_players: int
    candidate_controlling: list[str]
    is_debug: bool
    game_id: int


class EnvironmentStatus(StrEnum):
    """The status of one game of an evaluation: not started, in progress or over."""

    TODO = "TODO"
    ACTIVE = "ACTIVE"
    DONE = "DONE"


@dataclass(frozen=True)
class EvaluationEnvironmentInfo:
    """The status of one game of an evaluation.

    `score` is None until the game is over. `num_players` and `candidate_controlling` (the seats
    that you control, such as agent_0) are None and empty until it starts. `partner` (an address)
    and `deal` (a number) are revealed once it is over; in a sealed season (a competition with a
    secret pool and seed) they stay None. `attempts` counts how often the game was started: more
    than once if a connection broke.
    """

    status: EnvironmentStatus
    score: int | None
    num_players: int | None
    candidate_controlling: list[str]
    partner: str | None = None
    deal: int | None = None
    attempts: int = 0
    gave_up: str | None = None
    """The message of a partner that gave up and so ended the game, which then scores the cards
    played so far; None if no partner did."""


@dataclass(frozen=True)
class EvaluationInfo:
    """The status of an evaluation: the games that one submission key gives access to.

    `current_env` is the game in progress, if any; `human_ai_eval_done` says whether all are over.
    """

    current_env: EvaluationEnvironmentInfo | None = None
    all_envs: list[EvaluationEnvironmentInfo] = field(default_factory=list)
    human_ai_eval_done: bool = False
    practice: bool = False
    """Whether the key's owner chose the seed of the deals; otherwise the site did."""
    pool: str | None = None
    """The address of the pool of partners. Like `seed` it is None until all games are over, and
    always in a sealed season."""
    seed: str | None = None


class EvaluationEnvironment:
    """One game on the server. A method whose request the server refuses raises RuntimeError with
    the server's message.
    """

    def __init__(self, connection_url: str) -> None:
        """Prepare a game; `reset` connects and starts it.

        Args:
            connection_url: The game's WebSocket URL without the scheme (`ws://` or `wss://`).
        """
        self.socket_url = f"{_scheme('ws', connection_url)}://{connection_url}"
        self.connection: ClientConnection | None = None
        self.done = False
        self.score: float | None = None
        self._info: EnvironmentInfo | None = None

    @property
    def info(self) -> EnvironmentInfo:
        """The game's number of players and your seats. Raises RuntimeError before `reset`."""
        if self._info is None:
            raise RuntimeError("Reset the environment first.")
        return self._info

    async def reset(self) -> tuple[Arrays, Arrays]:
        """Connect to the server and start the game.

        Returns:
            Two dictionaries by seat that you control, such as agent_0: observations as numbers
            from 0 to 1, shape (bits,), and legal moves as 0 and 1, shape (actions,).

        Raises:
            RuntimeError: If the game is under way, or the server does not answer or refuses it.
        """
        if self.connection is not None:
            raise RuntimeError("The environment is active already.")
        try:
            self.connection = await connect(
                self.socket_url, open_timeout=SECONDS, ping_timeout=SECONDS
            )
        except (OSError, WebSocketException) as error:
            raise RuntimeError(f"{self.socket_url} does not answer: {error}") from None
        await self._heard()  # Skip the greeting.
        message = await self._heard()
        self._info = EnvironmentInfo(**message["info"])
        self.done, self.score = False, None
        return self._seen(message)

    async def step(self, actions: dict[str, int]) -> tuple[Arrays, float, bool, Arrays]:
        """Play one turn.

        Args:
            actions: The number of an action for each seat that you control, by seat. Seats that
                are not to move must pass, with the last action.

        Returns:
            Observations by seat, the score so far, whether the game is over, and legal moves by
            seat; arrays as from `reset`.

        Raises:
            RuntimeError: If the game is over or not yet reset, the connection breaks, or the server
                refuses an action. After the last two, `reset` starts the game again.
        """
        if self.done:
            raise RuntimeError("The game is over: use the next environment.")
        if self.connection is None:
            raise RuntimeError("Reset the environment first.")
        sent = {name: int(action) for name, action in actions.items()}
        try:
            await self.connection.send(json.dumps(sent))
        except WebSocketException as error:
            raise self._broken(error) from None
        message = await self._heard()
        self.done, self.score = bool(message["done"]), message["score"]
        if self.done:
            await self._hang_up()
        observations, legal = self._seen(message)
        return observations, float(message["score"]), self.done, legal

    async def _heard(self) -> dict[str, Any]:
        assert self.connection is not None
        try:
            message: dict[str, Any] = json.loads(await self.connection.recv())
        except WebSocketException as error:
            raise self._broken(error) from None
        if "error_details" in message:
            await self._hang_up()
            raise RuntimeError(message["error_details"])
        return message

    def _broken(self, error: WebSocketException) -> RuntimeError:
        self.connection = None
        return RuntimeError(f"The line is closed: {error}. Reset the environment to start again.")

    async def _hang_up(self) -> None:
        assert self.connection is not None
        await self.connection.close()
        self.connection = None

    def _seen(self, message: dict[str, Any]) -> tuple[Arrays, Arrays]:
        names = self.info.candidate_controlling
        observations = {name: np.array(message[name]["obs"], np.float32) for name in names}
        legal = {name: np.array(message[name]["legal_moves"], np.float32) for name in names}
        return observations, legal


class EvaluationSpace:
    """An evaluation: all games that one submission key gives access to.

    `manage.py agent_token NAME --pool POOL` prints a key. A sealed season (a competition with a
    secret pool and seed) gives out keys for its own games.
    """

    def __init__(self, submission_key: str) -> None:
        self.submission_key = submission_key
        self.evaluation_environment: EvaluationEnvironment | None = None
        self._base_url = os.environ.get(VARIABLE, BASE_URL).rstrip("/")

    @property
    def info(self) -> EvaluationInfo:
        """The status of all games of the key. Raises RuntimeError if the key is invalid or the
        server is down.
        """
        place = f"{self._base_url}/evaluation-info/{quote(self.submission_key)}"
        url = f"{_scheme('http', place)}://{place}"
        try:
            with urlopen(url, timeout=SECONDS) as answer:
                return msgspec.json.decode(answer.read(), type=EvaluationInfo)
        except (URLError, ValueError, msgspec.MsgspecError) as error:
            raise RuntimeError(_words(url, error)) from None

    def next_environment(self) -> EvaluationEnvironment:
        """Return the evaluation's next game; call its `reset` to start it.

        Raise RuntimeError if the game returned before is not over.
        """
        if self.evaluation_environment is not None and not self.evaluation_environment.done:
            raise RuntimeError("The previous environment is still active.")
        asked = {"submission_key": self.submission_key}
        self.evaluation_environment = self._environment("play-next", asked)
        return self.evaluation_environment

    def new_test_environment(
        self, num_players: int, candidate_position: list[int]
    ) -> EvaluationEnvironment:
        """Return a test game, in which all other seats play at random. Any number of test games
        can be played; they are not recorded.

        Args:
            num_players: The number of seats.
            candidate_position: The numbers of the seats that you control, from 0.
        """
        asked = {
            "num_players": num_players,
            "candidate_positions": candidate_position,
            "test_submission_key": self.submission_key,
        }
        return self._environment("play-random-agent", asked)

    def _environment(self, door: str, asked: dict[str, Any]) -> EvaluationEnvironment:
        return EvaluationEnvironment(f"{self._base_url}/{door}?{urlencode(asked, doseq=True)}")


def _scheme(protocol: str, place: str) -> str:
    return protocol if place.partition("/")[0].partition(":")[0] in HERE else f"{protocol}s"


def _words(url: str, error: Exception) -> str:
    try:
        return str(json.load(error)["error_details"])  # type: ignore[arg-type]
    except (AttributeError, ValueError, KeyError, TypeError):
        return f"{url} does not answer: {error}"
