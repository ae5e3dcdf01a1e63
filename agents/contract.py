"""The interface of an agent: it takes a view and returns a move with its reason.

An agent is a function of its seed and the view alone. It stores nothing between calls, so after a
restart, in a replay or on another machine it decides exactly as before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from native import Game, Move, View


@dataclass(frozen=True)
class Decision:
    """A move and its reason, as sentences and as data."""

    move: Move
    why: str
    """The reason in one sentence that every seat may read during the game: it reveals nothing that
    only some seats can see."""
    detail: str = ""
    """The reason with everything that the agent saw, including other hands; shown in replays and
    at open tables."""
    data: Mapping[str, object] = field(default_factory=dict)
    """The reason as data, by name (gene, slot, probability, ...). The key ``how`` has a sentence
    on the rule or calculation behind the move, for people who study the agent; pages show it where
    they show `detail`."""


class Agent(Protocol):
    """Interface of an agent at a table."""

    @property
    def address(self) -> str:
        """The agent's address in the registry."""

    def decide(self, view: View) -> Decision:
        """Return the agent's move, with its reason, for the seat that sees `view`. It may raise
        any exception: the table reports it and waits.
        """


@runtime_checkable
class Seer(Protocol):
    """Interface of an agent that decides from the whole game instead of a seat's view."""

    def decide_seeing(self, game: Game) -> Decision:
        """Return the move of the seat to move, given the whole game with all hands and the deck."""


@runtime_checkable
class Learner(Protocol):
    """Interface of an agent that learns from finished games with its partners."""

    def after(self, ended: View) -> Agent:
        """Return this agent after it has learned from a finished game, given its seat's last view.

        The returned agent may play the next game with the same partners in the same order around
        the table, from any seat. It is a function of its seed and the games seen.
        """


@runtime_checkable
class Truster(Protocol):
    """Interface of an agent that uses conventions only with partners who follow them.

    The data of its decisions has two keys: `trusts`, whether it plays by conventions now, and
    `trust`, a list with each seat's log odds (in nats) that its player follows the conventions.
    """

    def starting(self, trust: Sequence[float | None]) -> Agent:
        """Return this agent with other initial values of `trust`, the log odds (in nats) by seat
        that a player follows the conventions; None for a seat keeps the agent's usual value.
        """


@runtime_checkable
class Explainer(Protocol):
    """Interface of an agent that can explain moves by agreed conventions."""

    def why(self, view: View, move: Move) -> str:
        """Return the reason for a move of the seat that sees `view`, even a move that the agent
        would not choose.

        Like `Decision.why`, the reason uses only the public record and the move.
        """

    def why_not(self, view: View, move: Move, slot: int) -> str:
        """Return why the agent made `move` instead of playing its own clued card in `slot`.

        The reason uses only the public record. `view` is the position before the move.
        """


def decision_of(agent: Agent, game: Game) -> Decision:
    """Return an agent's decision for the seat to move, from that seat's view or, if the agent sees
    all hands, from the whole game.
    """
    if isinstance(agent, Seer):
        return agent.decide_seeing(game)
    assert game.to_move is not None
    return agent.decide(game.view(game.to_move))


class GivesUp(Exception):
    """Raised by `decide` if the agent gives the game up instead of moving; the message says why.

    The game then ends, with the cards played so far as its score.
    """


class AgentError(ValueError):
    """Raised if an address names no agent, or an agent cannot sit at a table, with the reason as
    message.
    """
