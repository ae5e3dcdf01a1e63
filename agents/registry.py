"""Every agent by its address: ``rules:piers``, ``genes:67,21,8``, ``elite:paper-1/9,16``,
``hat:information``, ``mwum:knowing-2``, ``cheat:priority`` ...

The same address works at a table, on the command line, in a URL and in a trace.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from agents.contract import AgentError
from agents.entry import AgentKind, Entry
from agents.kinds import KINDS
from native import Rules
from native.play.blueprint import Blueprint
from native.rulebase import RuleList

__all__ = [
    "DEFAULT",
    "Entry",
    "default_for",
    "everyone",
    "find",
    "has_page",
    "kind",
    "kinds",
    "rule_lists",
    "seatable",
]

DEFAULT = "wary:expert"
"""Who sits with whom presses “Play now”: of those whose clues people can read, the best over
learned people of both kinds (agents/WITH_PEOPLE.md)."""

DEFAULTS = {2: (DEFAULT, "rules:piers"), 3: ("conv:expert", "rules:piers")}
"""By players, from this number on: the best with learned people, then who plays by any rules."""


def kinds() -> list[AgentKind]:
    """All kinds, in the order of the menu."""
    return [_kind(prefix) for prefix in KINDS]


def everyone() -> list[Entry]:
    """All named agents."""
    return [kind.entry(address) for kind in kinds() for address in kind.NAMED]


def seatable() -> list[Entry]:
    """The named agents that anybody can play with, in the order of the menu."""
    return [entry for entry in everyone() if not entry.sees_everything]


def rule_lists(players: int) -> list[tuple[Entry, RuleList]]:
    """The named rule lists that play at tables of this size."""
    playing = [entry for entry in seatable() if players in entry.players]
    return [(entry, rules) for entry in playing if (rules := entry.rule_list(players))]


def in_core(rules: Rules) -> list[tuple[Entry, Blueprint]]:
    """The named agents that the core simulates by these rules."""
    playing = [entry for entry in seatable() if rules.players in entry.players]
    simulated = [(entry, entry.in_core(rules.players)) for entry in playing]
    return [(entry, one) for entry, one in simulated if one and one.knows(rules)]


def default_for(rules: Rules) -> Entry:
    """Who sits at the other seats of a table if nobody chose."""
    players = max(number for number in DEFAULTS if number <= rules.players)
    entries = [find(address) for address in DEFAULTS[players]]
    return next((entry for entry in entries if not entry.refusal(rules)), entries[-1])


def has_page(address: str) -> bool:
    """Whether it is of a kind of ours; imported games name others."""
    return address.partition(":")[0] in KINDS


def find(address: str) -> Entry:
    """The agent at this address. Raises AgentError in words."""
    prefix = address.partition(":")[0]
    if prefix not in KINDS:
        examples = ", ".join(kind.EXAMPLE for kind in kinds())
        raise AgentError(f"There is no agent “{address[:80]}”. Addresses look like {examples}.")
    return _kind(prefix).entry(address)


def kind(prefix: str) -> AgentKind | None:
    """The kind whose addresses begin so; None if there is none."""
    return _kind(prefix) if prefix in KINDS else None


def _kind(prefix: str) -> AgentKind:
    return cast(AgentKind, import_module(KINDS[prefix]))
