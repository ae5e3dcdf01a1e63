"""Who can be evaluated: every agent of the registry, Python classes, and agents behind a socket.

`python:package.module:Class` names a class that is called with a seed (a text) and has
`decide(view)`, which answers a `Move`, or a `Decision` as our own agents do. If it also has
`game_over(view)`, it is told the end of each game of a session with one partner.

This runs code of whoever wrote the class, so it is for the command line and never for a table.
`socket:HOST:PORT` is an agent that runs elsewhere; `sockets` tells what it has to speak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from importlib import import_module
from inspect import getsource
from pathlib import Path
from traceback import extract_tb
from typing import Any

from agents import registry
from agents.contract import Agent, AgentError, Decision
from agents.registry import Entry
from analysis.evaluate import sockets
from native import Move, View

PREFIX = "python:"
PLAYERS = (2, 3, 4, 5, 6)


@dataclass
class Outsider:
    """A class from outside as an agent of ours."""

    address: str
    version: str
    inner: Any

    def decide(self, view: View) -> Decision:
        """Raises AgentError for an answer that is no move, or none at all."""
        with failures_of(self.address):
            answer = self.inner.decide(view)
        if isinstance(answer, Move):
            return Decision(answer, why="")
        if isinstance(answer, Decision):
            return answer
        raise AgentError(f"{self.address} answered {answer!r:.80}, which is no move.")

    def game_over(self, view: View) -> None:
        """Pass the end of a game on to a class that wants to learn from it."""
        if hasattr(self.inner, "game_over"):
            with failures_of(self.address):
                self.inner.game_over(view)


@contextmanager
def failures_of(address: str) -> Iterator[None]:
    """What goes wrong in somebody's class is theirs to mend: AgentError says what and where."""
    try:
        yield
    except Exception as error:
        place = extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise AgentError(f"{address} failed: {type(error).__name__}: {error} ({where}).") from error


def challenger(address: str) -> Entry:
    """The agent at this address. Raises AgentError, in words."""
    if address.startswith(sockets.PREFIX):
        return _elsewhere(address)
    if not address.startswith(PREFIX):
        return registry.find(address)
    made = _class(address)
    try:
        version = blake2b(getsource(made).encode(), digest_size=3).hexdigest()
    except (OSError, TypeError):
        version = "unknown"
    return Entry(
        address=address,
        title=made.__name__,
        summary=(made.__doc__ or "A class from outside.").strip().splitlines()[0],
        version=version,
        players=PLAYERS,
        make=_maker(address, version, made),
    )


def _elsewhere(address: str) -> Entry:
    greeted = sockets.SocketAgent(address, "hello")
    try:
        return Entry(
            address=address,
            title=greeted.name,
            summary="An agent that runs elsewhere.",
            version=greeted.version,
            players=PLAYERS,
            make=partial(sockets.SocketAgent, address),
        )
    finally:
        greeted.close()


def _class(address: str) -> Any:
    module, _, name = address.removeprefix(PREFIX).partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise AgentError(
            f"{address} cannot be found ({error}); write python:package.module:Class."
        ) from None
    if not callable(getattr(found, "decide", None)):
        raise AgentError(f"{address} has no decide(view).")
    return found


def _maker(address: str, version: str, made: Any) -> Callable[[str], Agent]:
    def make(seed: str) -> Agent:
        with failures_of(address):
            return Outsider(address, version, made(seed))

    return make
