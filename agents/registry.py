"""Every agent by its address: ``rules:piers``, ``genes:67,21,8``, ``elite:paper-1/9,16``,
``hat:information``, ``mwum:knowing-2``, ``cheat:priority`` ...

The same address works at a table, on the command line, in a URL and in a trace.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from agents.contract import Agent, AgentError
from agents.kinds import cheats, elites, hat, mwum, rules
from agents.rulelists import NAMED, Named
from native import Rules
from native.rulebase import Mode, RuleList

DEFAULT = "rules:piers"


def _none(_rules: Rules) -> str:
    return ""


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
    source: str = ""
    """Where it was published."""
    about: tuple[str, ...] = ()
    """How it plays and what it assumes, in paragraphs, if it is no rule list."""
    sees_everything: bool = False
    """It cheats, so it sits with agents only."""
    excuse: Callable[[Rules], str] = _none
    """Why it cannot play by some rules, or nothing."""

    def agent(self, seed: str) -> Agent:
        """The agent, with its own randomness drawn from ``seed``."""
        return self.make(seed)

    def rule_list(self, players: int, mode: Mode = Mode.CLEAN) -> RuleList | None:
        """Its rules for the C core; None for an agent that is not a rule list."""
        return rules.rule_list(self.named.rules_for(players), mode) if self.named else None

    def refuse_unless_seatable(self, rules: Rules, *, with_people: bool) -> None:
        """Raises AgentError when it cannot play at such a table."""
        if rules.players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise AgentError(f"{self.title} plays with {counts} players, not {rules.players}.")
        if self.sees_everything and with_people:
            raise AgentError(f"{self.title} sees every hand, so it plays with agents only.")
        if excuse := self.excuse(rules):
            raise AgentError(excuse)


def seatable() -> list[Entry]:
    """The named agents that anybody can play with, in the order of the menu."""
    return [
        *(find(f"rules:{name}") for name in NAMED),
        find(hat.ADDRESS),
        *map(find, mwum.DEMO),
    ]


def rule_lists(players: int) -> list[tuple[Entry, RuleList]]:
    """The named rule lists that play at tables of this size."""
    playing = [entry for entry in seatable() if players in entry.players]
    return [(entry, rules) for entry in playing if (rules := entry.rule_list(players))]


def everyone() -> list[Entry]:
    """All named agents, those that cheat last."""
    return [*seatable(), *map(find, cheats.addresses())]


def find(address: str) -> Entry:
    """The agent at this address. Raises AgentError in words."""
    kind, _, rest = address.partition(":")
    # Not remembered: while its run goes on, another elite may take the cell.
    if kind == "elite":
        return _entry(address, elites.from_place(rest))
    return _learnt(address) if kind == "mwum" else _fixed(address)


@lru_cache(maxsize=1024)
def _fixed(address: str) -> Entry:
    kind, _, rest = address.partition(":")
    if kind == "rules" and rest in NAMED:
        return _entry(address, NAMED[rest])
    if kind == "genes":
        return _entry(address, rules.from_genes(rest))
    if address == hat.ADDRESS:
        return _hat()
    if kind == "cheat":
        return _cheat(address)
    known = ", ".join([*(f"rules:{name}" for name in NAMED), hat.ADDRESS, *mwum.DEMO])
    raise AgentError(f"There is no agent «{address[:80]}». Named agents: {known}.")


def _entry(address: str, named: Named) -> Entry:
    return Entry(
        address=address,
        title=named.title,
        summary=named.idea,
        version=rules.version_of(named),
        players=named.players,
        make=partial(rules.seat, address, named),
        named=named,
        source=named.source,
    )


def _hat() -> Entry:
    return Entry(
        address=hat.ADDRESS,
        title=hat.TITLE,
        summary=hat.SUMMARY,
        version=hat.VERSION,
        players=hat.PLAYERS,
        make=hat.seat,
        about=hat.ABOUT,
        excuse=hat.excuse,
    )


def _learnt(address: str) -> Entry:
    agent, players, mean = mwum.from_name(address)
    return Entry(
        address=address,
        title=mwum.title(address),
        summary=mwum.summary(mean),
        version=agent.version,
        players=(players,),
        make=partial(mwum.make, address),
        about=mwum.ABOUT,
        excuse=mwum.excuse,
    )


def _cheat(address: str) -> Entry:
    return Entry(
        address=address,
        title=cheats.title(address),
        summary=cheats.summary(address),
        version=cheats.VERSION,
        players=cheats.PLAYERS,
        make=partial(cheats.make, address),
        about=cheats.ABOUT,
        sees_everything=True,
    )
