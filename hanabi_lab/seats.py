"""Who plays: addresses or classes of yours, as the rest of the program knows agents."""

from __future__ import annotations

from collections.abc import Sequence

from agents.contract import AgentError
from agents.entry import Entry
from analysis.evaluate.challengers import challenger
from hanabi_lab.agent import Agent, entry_of
from hanabi_lab.settings import configure
from native import Rules

Player = str | type[Agent]
"""An address such as rules:piers, or a class that inherits `hanabi_lab.Agent`."""


def find(player: Player) -> Entry:
    """Raises AgentError, in words, for an address or a class that is no agent."""
    configure()
    return challenger(player) if isinstance(player, str) else entry_of(player)


def seated(players: Sequence[Player], rules: Rules) -> list[Entry]:
    """One for each seat, or a single one for all. Raises AgentError, in words."""
    if len(players) not in (1, rules.players):
        raise AgentError(
            f"Name one agent for all seats or {rules.players}, one for each, not {len(players)}."
        )
    entries = [find(player) for player in players]
    for entry in entries:
        entry.refuse_unless_seatable(rules, with_people=False)
    return entries if len(entries) > 1 else entries * rules.players
