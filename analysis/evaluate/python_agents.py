"""Python classes as agents.

`python:package.module:Class` names a class that is called with a seed (a text) and has
`decide(view)`, which returns a `Move`, or a `Decision` as our own agents do; a `hanabi_lab.Agent`
is such a class. If it also has `game_over(view)`, that is called with the end of each game of a
session with one partner.

Importing the class runs its author's code, so this is for the command line, never for a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from inspect import getsource
from pathlib import Path
from traceback import extract_tb
from typing import Any

from agents.contract import Agent, AgentError, Decision
from agents.registry import Entry
from native import Move, View

PREFIX = "python:"
PLAYERS = (2, 3, 4, 5, 6)


@dataclass
class PythonAgent:
    """A class of somebody else as an agent of ours."""

    address: str
    version: str
    inner: Any

    def decide(self, view: View) -> Decision:
        """Raises AgentError if it fails, or returns anything but a move."""
        with failures_of(self.address):
            answer = self.inner.decide(view)
        if isinstance(answer, Move):
            return Decision(answer, why="")
        if isinstance(answer, Decision):
            return answer
        raise AgentError(f"{self.address} answered {answer!r:.80}, which is no move.")

    def game_over(self, view: View) -> None:
        """Pass the end of a game on, if the class has a method for it."""
        if hasattr(self.inner, "game_over"):
            with failures_of(self.address):
                self.inner.game_over(view)


@contextmanager
def failures_of(address: str) -> Iterator[None]:
    """Turns any error of the class into AgentError, which says what went wrong and where."""
    try:
        yield
    except Exception as error:
        place = extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise AgentError(f"{address} failed: {type(error).__name__}: {error} ({where}).") from error


def python_agent(address: str) -> Entry:
    """The class at this address. Raises AgentError, in words."""
    return entry_of(address, _class(address))


def entry_of(address: str, made: Any) -> Entry:
    """A class as an agent."""
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


def _maker(address: str, version: str, made: Any) -> Callable[[str], Agent]:
    def make(seed: str) -> Agent:
        with failures_of(address):
            inner = made(seed)
            # A hanabi_lab.Agent speaks the words of the table, and we the engine's.
            inner = inner.for_engine() if hasattr(inner, "for_engine") else inner
            return PythonAgent(address, version, inner)

    return make
