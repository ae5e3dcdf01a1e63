"""Python classes as agents.

`python:package.module:Class` names a class that is called with a seed (a text) and has
`decide(view)`, which returns a `Move`, or a `Decision` as built-in agents do; a `hanabi_lab.Agent`
is such a class. An optional `game_over(view)` is called at the end of each game of a session with
one partner.

Importing the class runs its author's code, so this is for the command line, never for a table.
"""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from inspect import getsource
from pathlib import Path
from textwrap import dedent
from traceback import extract_tb
from typing import Any

from agents.contract import Agent, AgentError, Decision
from agents.registry import Entry
from native import Move, View

PREFIX = "python:"
PLAYERS = (2, 3, 4, 5, 6)


@dataclass
class PythonAgent:
    """Adapter that makes an instance of an external class an agent."""

    address: str
    version: str
    inner: Any

    def decide(self, view: View) -> Decision:
        """Return the move; raise AgentError if the class fails or returns anything else."""
        with failures_of(self.address):
            answer = self.inner.decide(view)
        if isinstance(answer, Move):
            return Decision(answer, why="")
        if isinstance(answer, Decision):
            return answer
        raise AgentError(f"{self.address} answered {answer!r:.80}, which is not a move.")

    def game_over(self, view: View) -> None:
        """Pass on the end of a game, if the class has a method for it."""
        if hasattr(self.inner, "game_over"):
            with failures_of(self.address):
                self.inner.game_over(view)


@contextmanager
def failures_of(address: str) -> Iterator[None]:
    """Convert any error of the class to an AgentError with its cause and place."""
    try:
        yield
    except Exception as error:
        place = extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise AgentError(f"{address} failed: {type(error).__name__}: {error} ({where}).") from error


def python_agent(address: str) -> Entry:
    """Return the agent of the class at this address; raise AgentError if there is none."""
    return entry_of(address, _class(address))


def entry_of(address: str, made: Any) -> Entry:
    """Wrap a class in a registry entry, with a version that changes with its code."""
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


def _maker(address: str, version: str, made: Any) -> Callable[[str], Agent]:
    def make(seed: str) -> Agent:
        with failures_of(address):
            inner = made(seed)
            # A hanabi_lab.Agent takes its own kind of view; adapt it to the engine's.
            inner = inner.for_engine() if hasattr(inner, "for_engine") else inner
            return PythonAgent(address, version, inner)

    return make
