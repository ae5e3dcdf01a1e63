"""What an agent is: it gets a view and answers a move and why.

An agent is a function of its seed and the view alone. It keeps nothing between calls, so a
killed process, a replay and another machine all continue exactly where it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from native import Game, Move, View


@dataclass(frozen=True)
class Decision:
    """A move and its reason, in words and as data."""

    move: Move
    why: str
    """One sentence that every seat may read while the game runs: it never says what only some
    seats can see."""
    detail: str = ""
    """The same about what the agent saw, other hands included; for replays and open tables."""
    data: Mapping[str, object] = field(default_factory=dict)
    """The same reason for programs (gene, slot, probability, ...). ``how`` is the rule or the sum
    behind it in words, for who studies the agent; it is shown where `detail` is."""


class Agent(Protocol):
    """Somebody who can be seated."""

    @property
    def address(self) -> str: ...

    @property
    def version(self) -> str:
        """Changes whenever its behaviour does."""
        ...

    def decide(self, view: View) -> Decision:
        """The move of the seat to move. Raises whatever it likes: the table survives it."""
        ...


@runtime_checkable
class Seer(Protocol):
    """An agent that needs more than a view: it cheats, and its registry entry says so."""

    def decide_seeing(self, game: Game) -> Decision:
        """The move of the seat to move, from all hands and the deck."""
        ...


@runtime_checkable
class Learner(Protocol):
    """An agent that plays better with partners whom it has met: it may hear how games ended."""

    def after(self, ended: View) -> Agent:
        """The agent that has also seen the end of this game with the same others at the table, each
        as many seats after it as they will sit. It is a function of its seed and these games."""
        ...


def decision_of(agent: Agent, game: Game) -> Decision:
    """What the seat to move decides: from its view, or for a cheat from the whole game."""
    if isinstance(agent, Seer):
        return agent.decide_seeing(game)
    assert game.to_move is not None
    return agent.decide(game.view(game.to_move))


class GivesUp(Exception):
    """What `decide` raises instead of a move where the agent gives the game up; says who and why.
    The game ends there with the cards played so far."""


class AgentError(ValueError):
    """An address that names no agent, or one that cannot sit at such a table; says why."""
