"""Every agent by its address: ``rules:piers``, ``genes:67,21,8`` ...

The same address works at a table, on the command line, in a URL and in a trace.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agents import rule_agent
from agents.contract import Agent, AgentError
from native import Rules

DEFAULT = "rules:piers"


@dataclass(frozen=True)
class Entry:
    """An agent that can be seated."""

    address: str
    title: str
    summary: str
    version: str
    make: Callable[[str], Agent]
    players: tuple[int, ...] = (2, 3, 4, 5, 6)

    def agent(self, seed: str) -> Agent:
        """The agent, with its own randomness drawn from ``seed``."""
        return self.make(seed)

    def refuse_unless_seatable(self, rules: Rules, *, with_people: bool) -> None:
        """Raises AgentError when it cannot play at such a table."""
        if rules.players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise AgentError(f"{self.title} plays with {counts} players, not {rules.players}.")


def seatable() -> list[Entry]:
    """The named agents, in the order of the menu."""
    return [find(f"rules:{name}") for name in rule_agent.names()]


def find(address: str) -> Entry:
    """The agent at this address. Raises AgentError in words."""
    kind, _, rest = address.partition(":")
    if kind == "rules" and rest in rule_agent.names():
        spec = rule_agent.named(rest)
    elif kind == "genes":
        spec = rule_agent.from_genes(rest)
    else:
        known = ", ".join(f"rules:{name}" for name in rule_agent.names())
        raise AgentError(f"There is no agent «{address[:80]}». Named agents: {known}.")
    return Entry(address, spec.title, spec.summary, spec.version, spec.seat, spec.players)
