"""Agents written in Python (subclasses of `Agent`), and the look-up of any agent by address or by
class.
"""

from __future__ import annotations

from dataclasses import dataclass

from agents import challengers
from agents.challengers import challenger
from agents.contract import AgentError
from agents.entry import Entry
from hanabi_lab.view import Move, View
from native import Move as CoreMove
from native import View as CoreView


class Agent:
    """Base class of agents written in Python: subclass it and implement `decide`.

    >>> class Eager(Agent):
    ...     def decide(self, view):
    ...         return view.legal[0]

    Every seat of every game gets a new instance. In a session (several games in a row with one
    partner, `evaluate(session=...)`), one instance plays the whole session; so do partners and
    copies.

    Attributes:
        seed: A text that differs from instance to instance and is the same when the games are
            played again. Use `random.Random(self.seed)` for reproducible random choices.
    """

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def decide(self, view: View) -> Move:
        """Return the move of your seat, whose turn it is.

        Args:
            view: The table as your seat sees it.

        Returns:
            A legal Play, Discard or Clue; `view.legal` lists them all.
        """
        raise NotImplementedError(f"{type(self).__name__} has no decide(view).")

    def game_over(self, view: View) -> None:
        """Receive the final view of a game, to learn from it. Does nothing unless overridden.

        Every seat receives it at the end of each game of `play`, `evaluate` and `crossplay`.
        Partners in `HanabiVectorEnv` do not: the next game begins in their lane at once.

        Args:
            view: The final position as your seat sees it.
        """

    def for_engine(self) -> ForEngine:
        """Return an adapter through which the engine asks this agent for moves."""
        return ForEngine(self)


Player = str | type[Agent]
"""An agent: its address, such as `rules:piers`, or a subclass of `hanabi_lab.Agent`."""


@dataclass(frozen=True)
class ForEngine:
    """Adapter through which the engine asks the agent `inner` for moves; it converts the engine's
    views and the agent's moves.
    """

    inner: Agent

    def decide(self, view: CoreView) -> CoreMove:
        """Return the agent's move in the engine's form; raise ValueError if its answer is not a
        move, or names a slot or colour that does not exist.
        """
        seen = View(view)
        return seen.core_move(self.inner.decide(seen))

    def game_over(self, view: CoreView) -> None:
        """Pass the final view of a finished game to the agent's `game_over`."""
        self.inner.game_over(View(view))


def entry_of(made: type[Agent]) -> Entry:
    """Return a registry entry (the engine's description of an agent) for the class `made`, so
    that it can play like a built-in agent.

    Raise AgentError if `made` is not a subclass of `Agent`.
    """
    if not (isinstance(made, type) and issubclass(made, Agent)):
        raise AgentError(
            f"{made!r:.80} is not an agent: give an address such as rules:piers, or a subclass "
            "of hanabi_lab.Agent."
        )
    return challengers.entry_of(f"{challengers.PREFIX}{made.__module__}:{made.__qualname__}", made)


def find(player: Player) -> Entry:
    """Return the registry entry of an agent, given by its address or as an `Agent` subclass.

    Raise AgentError if there is no agent with this address, or the class is not a subclass of
    `Agent`.
    """
    return challenger(player) if isinstance(player, str) else entry_of(player)
