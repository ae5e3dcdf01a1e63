"""What an address is called on a page."""

from __future__ import annotations

from agents import registry
from agents.contract import AgentError
from analysis.collections import COLLECTIONS


def title(address: str) -> str:
    """Such as Piers; for a collection's agent Outer (HanabiData); else the address."""
    kind, _, name = address.partition(":")
    if kind in COLLECTIONS:
        return f"{name.title()} ({COLLECTIONS[kind].title})"
    try:
        return registry.find(address).title
    except AgentError:
        return address
