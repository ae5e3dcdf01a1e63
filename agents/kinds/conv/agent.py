"""The convention agent at a table: a function of its view, which contains the public history."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from agents.contract import Decision
from agents.kinds.conv import levels
from agents.reasons import conventions
from native import Move, Rng, View
from native.strategies.conv import VERSION, Reason, explain

NO_LOTS = Rng(0)


@dataclass(frozen=True)
class ConvAgent:
    """A convention agent at a table. Its decisions are made in C, without randomness."""

    address: str
    level: str

    @property
    def version(self) -> str:
        """The current version of the agent."""
        return version(self.level)

    def decide(self, view: View) -> Decision:
        """Return the move for a seat's view, with its reason."""
        blueprint = levels.blueprint(self.level)
        choice = blueprint.decide(view, NO_LOTS)
        assert choice.move is not None
        assert choice.reason is not None
        told, reason = explain(blueprint, view, choice.move), Reason(choice.reason)
        return Decision(
            move=choice.move,
            why=conventions.why(blueprint, view, choice.move, told),
            detail=conventions.detail(blueprint, view, choice.move, reason, told),
            data={
                "how": conventions.how(reason),
                "position": choice.move.id(view.rules) | told.touched << 8,
                "reason": reason.name.lower(),
                "slot": choice.slot,
                "target": choice.target,
            },
        )

    def why(self, view: View, move: Move) -> str:
        """Return the reason for a move by convention, from the public record alone."""
        blueprint = levels.blueprint(self.level)
        return conventions.why(blueprint, view, move, explain(blueprint, view, move))


@lru_cache
def version(level: str) -> str:
    """Return a version text of a convention agent, such as `1.3f9c2a`.

    It changes with the level's weights and with the code that reads clues.
    """
    return f"{VERSION}.{blake2b(levels.path(level).read_bytes(), digest_size=3).hexdigest()}"
