"""Rule lists as agents."""

from __future__ import annotations

from dataclasses import dataclass

from agents.contract import Agent, AgentError, Decision
from native import Rng, View


@dataclass(frozen=True)
class Spec:
    title: str
    summary: str
    version: str
    players: tuple[int, ...]
    address: str

    def seat(self, seed: str) -> Agent:
        return RuleAgent(self.address, self.version, seed)


@dataclass(frozen=True)
class RuleAgent:
    address: str
    version: str
    seed: str

    def decide(self, view: View) -> Decision:
        moves = view.legal_moves()
        pick = Rng(f"{self.seed}/{view.turn}").below(len(moves))
        return Decision(moves[pick], "Picks any legal move.")


def names() -> tuple[str, ...]:
    return ("legal_random", "iggi", "piers")


def named(name: str) -> Spec:
    return Spec(name.title(), "placeholder", "0", (2, 3, 4, 5, 6), f"rules:{name}")


def from_genes(text: str) -> Spec:
    raise AgentError("not yet")
