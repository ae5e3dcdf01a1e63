"""The convention agent at a table: a function of its view, which holds the whole public history."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from agents.contract import Decision
from agents.kinds.conv import levels, words
from native import Rng, View
from native.strategies.conv.conv import VERSION, Reason, explain

NO_LOTS = Rng(0)


@dataclass(frozen=True)
class ConvAgent:
    """Decides by the core; it needs no lots."""

    address: str
    level: str

    @property
    def version(self) -> str:
        return version(self.level)

    def decide(self, view: View) -> Decision:
        blueprint = levels.blueprint(self.level)
        choice = blueprint.decide(view, NO_LOTS)
        assert choice.move is not None
        assert choice.reason is not None
        told, reason = explain(blueprint, view, choice.move), Reason(choice.reason)
        why = words.why(view, choice.move, told)
        return Decision(
            move=choice.move,
            why=why,
            detail=words.detail(view, choice.move, reason, told),
            data={
                "how": words.how(reason),
                "position": choice.move.id(view.rules) | told.touched << 8,
                "reason": reason.name.lower(),
                "slot": choice.slot,
                "target": choice.target,
            },
        )


@lru_cache
def version(level: str) -> str:
    """Changes with how clues are read and with the weights: “1.3f9c2a”."""
    return f"{VERSION}.{blake2b(levels.path(level).read_bytes(), digest_size=3).hexdigest()}"
