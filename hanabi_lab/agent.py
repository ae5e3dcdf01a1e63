"""An agent of your own: a class with one method."""

from __future__ import annotations

from dataclasses import dataclass

from agents.contract import AgentError
from agents.entry import Entry
from analysis.evaluate import python_agents
from hanabi_lab.moves import Move
from hanabi_lab.view import View
from native import Move as CoreMove
from native import View as CoreView


class Agent:
    """Somebody who plays. Make a class of it with a `decide`:

    >>> class Eager(Agent):
    ...     def decide(self, view):
    ...         return view.legal[0]

    It is made anew for every game, or for every session of games with one partner, with a `seed`
    of its own; `random.Random(self.seed)` draws lots that the same command draws again.
    """

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def decide(self, view: View) -> Move:
        """The move of your seat, which is to move: a Play, Discard or Clue."""
        raise NotImplementedError(f"{type(self).__name__} has no decide(view).")

    def game_over(self, view: View) -> None:
        """Hears how a game of a session ended. Nothing needs to be done."""

    def for_engine(self) -> ForEngine:
        """The same agent for whoever has the engine's own views."""
        return ForEngine(self)


@dataclass(frozen=True)
class ForEngine:
    """An agent that takes the engine's views and answers with its moves."""

    inner: Agent

    def decide(self, view: CoreView) -> CoreMove:
        """Raises ValueError, in words, for an answer that is no move."""
        seen = View(view)
        return seen.core_move(self.inner.decide(seen))

    def game_over(self, view: CoreView) -> None:
        self.inner.game_over(View(view))


def entry_of(made: type[Agent]) -> Entry:
    """The class as an agent of the registry's kind. Raises AgentError for what is no Agent."""
    if not (isinstance(made, type) and issubclass(made, Agent)):
        raise AgentError(
            f"{made!r:.80} is no agent: give an address such as rules:piers, or a class of yours "
            "that inherits hanabi_lab.Agent."
        )
    return python_agents.entry_of(
        f"{python_agents.PREFIX}{made.__module__}:{made.__qualname__}", made
    )
