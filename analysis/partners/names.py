"""Display names of addresses."""

from agents import registry
from analysis.collections import COLLECTIONS


def title(address: str) -> str:
    """Return an agent's title, such as "Piers", or "Outer (HanabiData)" for an agent of a
    collection; the address itself if it is unknown."""
    kind, _, name = address.partition(":")
    if kind in COLLECTIONS:
        return f"{name.title()} ({COLLECTIONS[kind].title})"
    return registry.title(address)
