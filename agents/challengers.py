"""Find agents on the command line and in notebooks: registry agents, Python classes, and agents
behind a socket.

`python:package.module:Class` names a class that is called with a seed (a text) and has
`decide(view)`, which returns a `Move`, or a `Decision` as built-in agents do; a `hanabi_lab.Agent`
is such a class. An optional `game_over(view)` is called at the end of each game of a session with
one partner. Importing the class runs its author's code, so this is for the command line, never for
a table.

`socket:HOST:PORT` or `socket:/a/path` (a Unix socket) is where an agent listens that speaks JSON
lines. The site connects once for every session with one partner, and each line is one JSON object:

    site  {"t": "hello", "protocol": 1, "seed": "..."}
    agent {"t": "hello", "name": "Ada", "version": "3"}
    site  {"t": "decide", "view": {...}}            whenever it is the agent's turn
    agent {"t": "move", "move": "c1r"}              in the notation of `native.engine.rules`
    site  {"t": "game_over", "view": {...}}         after each game of the session

A view is `agent_protocol.SeatView`. An answer must arrive within ANSWER_SECONDS.
"""

import ast
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from importlib import import_module
from inspect import getsource
from pathlib import Path
from textwrap import dedent
from traceback import extract_tb
from typing import Any

import msgspec

from agents import registry
from agents.agent_protocol import seat_view
from agents.contract import Agent, AgentError, Decision
from agents.entry import Entry
from native import BadMove, Move, View

SOCKET_PREFIX = "socket:"
PROTOCOL = 1
ANSWER_SECONDS = 10.0
MOST_BYTES = 65_536


class SocketAgent:
    """An agent that plays over one socket connection. Creating it connects and exchanges
    greetings; raises AgentError if the connection or an answer fails.
    """

    def __init__(self, address: str, seed: str) -> None:
        self.address = address
        self._line = _connected(address)
        hello = self._ask({"t": "hello", "protocol": PROTOCOL, "seed": seed}, "hello")
        self.name = str(hello.get("name") or address)[:60]
        self.version = str(hello.get("version") or "unknown")[:30]

    def decide(self, view: View) -> Decision:
        """Send the view to the agent and return its move; raise AgentError if the answer is late
        or not a move.
        """
        move = self._ask({"t": "decide", "view": as_data(view)}, "move").get("move")
        try:
            return Decision(Move.parse(str(move), view.rules), why="")
        except BadMove as error:
            raise AgentError(f"{self.address} did not answer with a move: {error}") from None

    def game_over(self, view: View) -> None:
        """Send the final view of a game to the agent; no answer is expected."""
        self._send({"t": "game_over", "view": as_data(view)})

    def close(self) -> None:
        """Close the connection."""
        self._line.close()

    def __del__(self) -> None:
        if hasattr(self, "_line"):
            self.close()

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self._line.write(json.dumps(message).encode() + b"\n")
            self._line.flush()
        except OSError as error:
            raise AgentError(f"{self.address} is gone: {error}.") from None

    def _ask(self, message: dict[str, Any], kind: str) -> dict[str, Any]:
        self._send(message)
        try:
            line = self._line.readline(MOST_BYTES)
        except TimeoutError:
            raise AgentError(
                f"{self.address} gave no answer within {ANSWER_SECONDS:g} seconds."
            ) from None
        except OSError as error:
            raise AgentError(f"{self.address} is gone: {error}.") from None
        if not line.endswith(b"\n"):
            raise AgentError(f"{self.address} disconnected, or its line is too long.")
        try:
            answer = json.loads(line)
        except ValueError:
            raise AgentError(f"{self.address} did not answer with JSON: {line[:60]!r}.") from None
        if not isinstance(answer, dict) or answer.get("t") != kind:
            raise AgentError(f"{self.address} must answer with t = {kind}, not {line[:60]!r}.")
        return answer


def as_data(view: View) -> dict[str, Any]:
    """Return the view as a dictionary for JSON, with the fields of `agent_protocol.SeatView`."""
    data: dict[str, Any] = msgspec.to_builtins(seat_view(view))
    return data


def _connected(address: str) -> Any:
    where = address.removeprefix(SOCKET_PREFIX)
    host, _, port = where.rpartition(":")
    try:
        if where.startswith("/"):
            line = socket.socket(socket.AF_UNIX)
            line.settimeout(ANSWER_SECONDS)
            line.connect(where)
        elif host and port.isascii() and port.isdecimal() and 0 < int(port) < 65536:
            line = socket.create_connection((host, int(port)), ANSWER_SECONDS)
        else:
            raise AgentError(f"Write socket:HOST:PORT or socket:/a/path, not {address[:60]}.")
    except OSError as error:
        raise AgentError(f"Nothing listens at {where}: {error.strerror or error}.") from None
    return line.makefile("rwb")


PREFIX = "python:"
HERE, OURS = Path(__file__).parents[1], ("agents", "analysis", "hanabi_lab", "native")
"""The folder that contains this program's packages, and those that an external agent calls."""
PLAYERS = (2, 3, 4, 5, 6)


@dataclass(frozen=True)
class PythonAgent:
    """Adapter that lets `inner`, an instance of an external Python class, play as an agent."""

    address: str
    inner: Any

    def decide(self, view: View) -> Decision:
        """Return the external agent's move; raise AgentError if it raises an exception or returns
        no move.
        """
        with failures_of(self.address):
            answer = self.inner.decide(view)
        if isinstance(answer, Move):
            return Decision(answer, why="")
        if isinstance(answer, Decision):
            return answer
        raise AgentError(f"{self.address} answered {answer!r:.80}, which is not a move.")

    def game_over(self, view: View) -> None:
        """Call the external agent's `game_over` with the final view of a game, if it has that
        method.
        """
        if hasattr(self.inner, "game_over"):
            with failures_of(self.address):
                self.inner.game_over(view)


@contextmanager
def failures_of(address: str) -> Iterator[None]:
    """Return a context manager that converts any exception in its block into an AgentError, with
    the address of the external agent, the exception, and the last file and line outside this
    program on the way to it.
    """
    try:
        yield
    except Exception as error:
        text = f"{address} failed: {type(error).__name__}: {str(error).removesuffix('.')}"
        places = [f for f in extract_tb(error.__traceback__) if not _is_ours(Path(f.filename))]
        if places:
            text += f" ({Path(places[-1].filename).name}, line {places[-1].lineno})"
        raise AgentError(f"{text}.") from error


def _is_ours(file: Path) -> bool:
    return file.is_relative_to(HERE) and file.relative_to(HERE).parts[0] in OURS


def entry_of(address: str, made: Any) -> Entry:
    """Wrap the external class `made` as a registry entry with this address. The entry's version is
    a digest of the class's code, so it changes with the code; "unknown" without source code.
    """
    try:
        version = blake2b(_code(getsource(made)).encode(), digest_size=3).hexdigest()
    except (OSError, TypeError):
        version = "unknown"
    return Entry(
        address=address,
        title=made.__name__,
        summary=(made.__doc__ or "An external class.").strip().splitlines()[0],
        version=version,
        players=PLAYERS,
        make=partial(_made, address, made),
    )


def _class(address: str) -> Any:
    module, _, name = address.removeprefix(PREFIX).partition(":")
    try:
        named = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise AgentError(
            f"{address} cannot be found ({error}); write python:package.module:Class."
        ) from None
    if not callable(getattr(named, "decide", None)):
        raise AgentError(f"{address} has no decide(view).")
    return named


def _code(source: str) -> str:
    """Return source code as a text that its layout, comments and docstrings do not change."""
    try:
        tree = ast.parse(dedent(source))
    except SyntaxError:  # a text of several lines that does not follow the indentation
        return source
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.dump(tree)


def _made(address: str, made: Any, seed: str) -> Agent:
    with failures_of(address):
        inner = made(seed)
        # A hanabi_lab.Agent takes its own kind of view; adapt it to the engine's.
        inner = inner.for_engine() if hasattr(inner, "for_engine") else inner
        return PythonAgent(address, inner)


def challenger(address: str) -> Entry:
    """Return the registry entry of the agent at this address: `python:...`, `socket:...`, or an
    agent of the site. Raise AgentError if there is none.
    """
    if address.startswith(SOCKET_PREFIX):
        return _elsewhere(address)
    if address.startswith(PREFIX):
        return entry_of(address, _class(address))
    return registry.find(address)


def _elsewhere(address: str) -> Entry:
    greeted = SocketAgent(address, "hello")
    try:
        return Entry(
            address=address,
            title=greeted.name,
            summary="An agent that runs elsewhere.",
            version=greeted.version,
            players=PLAYERS,
            make=partial(SocketAgent, address),
        )
    finally:
        greeted.close()
