"""The registry finds any agent by its address: ``rules:piers``, ``genes:67,21,8``,
``elite:paper-1/9,16``, ``hat:information``, ``mwum:knowing-2``, ``cheat:priority`` ...

The same address works at a table, on the command line, in a URL and in a trace.
"""

from importlib import import_module
from typing import cast

from agents.contract import AgentError
from agents.entry import AgentKind, Entry
from agents.kinds import KINDS
from agents.recommended import recommended
from native import Rules
from native.play.blueprint import Blueprint
from native.rulebase import RuleList

OF_ALL_WORK = "rules:focus"
"""Address of the agent that can play with any number of players and by all rules."""


def kinds() -> list[AgentKind]:
    """Return all kinds of agents, such as `conv` and `rules`, in menu order."""
    return [_kind(prefix) for prefix in KINDS]


def everyone() -> list[Entry]:
    """Return all named agents (those in menus), of all kinds, in menu order."""
    return [kind.entry(address) for kind in kinds() for address in kind.NAMED]


def seatable() -> list[Entry]:
    """Return the named agents that may play with people (all but those that see every hand), in
    menu order.
    """
    return [entry for entry in everyone() if not entry.sees_everything]


def partner_for(rules: Rules, kind: str = "unknown") -> Entry:
    """Return the default partner for a kind of person at a table with these rules.

    `kind` is `new` (new to Hanabi), `rules` (knows the rules), `conventions` (plays with
    conventions) or `unknown`. The result is the recommended partner if that agent plays by the
    rules, else `rules:focus` (OF_ALL_WORK).
    """
    usual = find(recommended(kind, rules.players, rules.variant))
    return usual if usual.plays_at(rules) else find(OF_ALL_WORK)


def rule_lists(players: int) -> list[tuple[Entry, RuleList]]:
    """Return the named agents that are rule lists and play with this many players, each with its
    rule list for the C core.
    """
    playing = [entry for entry in seatable() if players in entry.players]
    return [(entry, rules) for entry in playing if (rules := entry.rule_list(players))]


def in_core(rules: Rules) -> list[tuple[Entry, Blueprint]]:
    """Return the named agents that the C core can simulate by these rules, each with its strategy
    in C.
    """
    playing = [entry for entry in seatable() if rules.players in entry.players]
    simulated = [(entry, entry.in_core(rules.players)) for entry in playing]
    return [(entry, one) for entry, one in simulated if one and one.knows(rules)]


def find(address: str) -> Entry:
    """Return the agent at an address such as `rules:piers`. Raise AgentError if there is none."""
    prefix = address.partition(":")[0]
    if prefix not in KINDS:
        examples = ", ".join(kind.EXAMPLE for kind in kinds())
        raise AgentError(f"There is no agent “{address[:80]}”. Addresses look like {examples}.")
    return _kind(prefix).entry(address)


def find_if_any(address: str) -> Entry | None:
    """Return the agent at `address`; None if there is none."""
    try:
        return find(address)
    except AgentError:
        return None


def title(address: str) -> str:
    """Return an agent's title, such as “Conventions, expert”, or its address if it no longer
    exists, as in old games.
    """
    entry = find_if_any(address)
    return entry.title if entry else address


def called(address: str) -> str:
    """Return an agent's name for use in sentences, such as “Max”, or its address if it no longer
    exists.
    """
    entry = find_if_any(address)
    return entry.called if entry else address


def kind(prefix: str) -> AgentKind | None:
    """Return the kind of agents whose addresses have this prefix, such as `conv`; None if there is
    none.
    """
    return _kind(prefix) if prefix in KINDS else None


def _kind(prefix: str) -> AgentKind:
    return cast(AgentKind, import_module(KINDS[prefix]))
