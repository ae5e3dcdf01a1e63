"""Who sits where, from addresses: one for every seat, or a single one for all of them."""

from __future__ import annotations

from collections.abc import Sequence

from agents.contract import AgentError
from agents.registry import Entry, find
from native import Rules


def seat(addresses: Sequence[str], rules: Rules) -> list[Entry]:
    """An agent for each seat. Raises AgentError, in words, for addresses that fit no such table."""
    if len(addresses) not in (1, rules.players):
        raise AgentError(
            f"Name one agent for all seats or {rules.players}, one for each, not {len(addresses)}."
        )
    entries = [find(address) for address in addresses]
    for entry in entries:
        entry.refuse_unless_seatable(rules, with_people=False)
    return entries if len(entries) > 1 else entries * rules.players
