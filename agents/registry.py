"""Every agent by its address: ``rules:piers``, ``genes:67,21,8``, ``elite:paper-1/9,16`` ...

The same address works at a table, on the command line, in a URL and in a trace.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from agents import elites, rule_agent
from agents.contract import Agent, AgentError
from agents.rulelists import NAMED, Named
from native import Rules
from native.rulebase import Mode, RuleList

DEFAULT = "rules:piers"


@dataclass(frozen=True)
class Entry:
    """An agent that can be seated."""

    address: str
    title: str
    summary: str
    version: str
    players: tuple[int, ...]
    make: Callable[[str], Agent]
    """The agent, given its seed."""
    named: Named | None = None
    """The rules, if it is a rule list; such an agent can play whole games in C."""

    def agent(self, seed: str) -> Agent:
        """The agent, with its own randomness drawn from ``seed``."""
        return self.make(seed)

    def rule_list(self, players: int, mode: Mode = Mode.CLEAN) -> RuleList | None:
        """Its rules for the C core; None for an agent that is not a rule list."""
        return rule_agent.rule_list(self.named.rules_for(players), mode) if self.named else None

    def refuse_unless_seatable(self, rules: Rules, *, with_people: bool) -> None:
        """Raises AgentError when it cannot play at such a table."""
        if rules.players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise AgentError(f"{self.title} plays with {counts} players, not {rules.players}.")


def seatable() -> list[Entry]:
    """The named agents, in the order of the menu."""
    return [find(f"rules:{name}") for name in NAMED]


def find(address: str) -> Entry:
    """The agent at this address. Raises AgentError in words."""
    kind, _, rest = address.partition(":")
    # Not remembered: while its run goes on, another elite may take the cell.
    return _entry(address, elites.from_place(rest)) if kind == "elite" else _fixed(address)


@lru_cache(maxsize=1024)
def _fixed(address: str) -> Entry:
    kind, _, rest = address.partition(":")
    if kind == "rules" and rest in NAMED:
        return _entry(address, NAMED[rest])
    if kind == "genes":
        return _entry(address, rule_agent.from_genes(rest))
    known = ", ".join(f"rules:{name}" for name in NAMED)
    raise AgentError(f"There is no agent «{address[:80]}». Named agents: {known}.")


def _entry(address: str, named: Named) -> Entry:
    return Entry(
        address=address,
        title=named.title,
        summary=named.idea,
        version=rule_agent.version_of(named),
        players=named.players,
        make=partial(rule_agent.seat, address, named),
        named=named,
    )
