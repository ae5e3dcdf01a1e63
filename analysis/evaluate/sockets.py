"""Agents that run elsewhere and speak JSON lines over a socket.

`socket:HOST:PORT` or `socket:/a/path` (a Unix socket) is where the agent listens. We connect once
for every session with one partner, and each line is one JSON object:

    we    {"t": "hello", "protocol": 1, "seed": "..."}
    agent {"t": "hello", "name": "Ada", "version": "3"}
    we    {"t": "decide", "view": {...}}            whenever it is the agent's turn
    agent {"t": "move", "move": "c1r"}              in the notation of `native.engine.rules`
    we    {"t": "game_over", "view": {...}}         after each game of the session

A view is `agent_protocol.SeatView`. An answer must arrive within ANSWER_SECONDS.
"""

import json
import socket
from typing import Any

import msgspec

from agents.agent_protocol import seat_view
from agents.contract import AgentError, Decision
from native import BadMove, Move, View

PREFIX = "socket:"
PROTOCOL = 1
ANSWER_SECONDS = 10.0
MOST_BYTES = 65_536


class SocketAgent:
    """One connection to an agent; raises AgentError if the connection or an answer fails."""

    def __init__(self, address: str, seed: str) -> None:
        self.address = address
        self._line = _connected(address)
        hello = self._ask({"t": "hello", "protocol": PROTOCOL, "seed": seed}, "hello")
        self.name = str(hello.get("name") or address)[:60]
        self.version = str(hello.get("version") or "unknown")[:30]

    def decide(self, view: View) -> Decision:
        """Ask for a move; raise AgentError if the answer is late or not a move."""
        move = self._ask({"t": "decide", "view": as_data(view)}, "move").get("move")
        try:
            return Decision(Move.parse(str(move), view.rules), why="")
        except BadMove as error:
            raise AgentError(f"{self.address} did not answer with a move: {error}") from None

    def game_over(self, view: View) -> None:
        """Send the final view of a game; no answer is expected."""
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
    """Return the view as data for JSON."""
    data: dict[str, Any] = msgspec.to_builtins(seat_view(view))
    return data


def _connected(address: str) -> Any:
    where = address.removeprefix(PREFIX)
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
