"""The value of moves to a seat that knows only its own view, by rollouts over the hands that it
could hold: for “Compare moves”, the coach and puzzles.
"""

from __future__ import annotations

from functools import lru_cache

from agents import registry
from native import Rules
from native.search.search import Search, Setting, Value

CONVENTIONS, RULES = "conv:expert", "rules:focus"
"""The agents that play the rollouts: the first that supports the game's rules."""


def judge_of(rules: Rules) -> str:
    """Return the address of the agent that plays games with these rules to their end.

    Raise ValueError if no agent can.
    """
    for address in (CONVENTIONS, RULES):
        if not registry.find(address).refusal(rules):
            return address
    raise ValueError("Nobody here knows these rules well enough to look ahead.")


@lru_cache(maxsize=32)
def search(address: str, players: int, setting: Setting) -> Search:
    """Return a search in which the agent of this address plays the games to their end."""
    blueprint = registry.find(address).in_core(players)
    assert blueprint is not None
    return Search(blueprint, setting)


def order(value: Value) -> tuple[int, float]:
    """Sort key: moves tried in most worlds first, because others were dropped early; then by
    value."""
    return value.worlds, value.value
