"""The convention agent: ``conv:expert``, ``conv:beginner``, ``conv:human``."""

from __future__ import annotations

from agents.contract import AgentError
from agents.entry import Entry, without_seed
from agents.kinds.conv import levels
from agents.kinds.conv.about import ABOUT, SUMMARIES
from agents.kinds.conv.agent import ConvAgent, version
from agents.kinds.conv.lessons import pictures
from native import Rules
from native.strategies.conv.conv import PLAYERS

NAMED = tuple(f"conv:{level}" for level in levels.LEVELS)
EXAMPLE = NAMED[0]


def entry(address: str) -> Entry:
    """A level of the agent. Raises AgentError for an address that names none."""
    if address not in NAMED:
        known = ", ".join(NAMED)
        raise AgentError(f"There is no agent “{address[:80]}”. The convention players are {known}.")
    level = address.partition(":")[2]
    return Entry(
        address=address,
        title=f"Conventions, {level}",
        summary=SUMMARIES[level],
        version=version(level),
        players=PLAYERS,
        make=without_seed(ConvAgent(address, level)),
        refusal=refusal,
        blueprint=lambda _players: levels.blueprint(level),
        about=ABOUT,
        pictures=lambda: pictures(level),
    )


def refusal(rules: Rules) -> str:
    """Why it cannot play by these rules, or nothing."""
    if levels.blueprint("expert").knows(rules):
        return ""
    return (
        "The convention players need five ranks, one colour and one rank clue for each card, and "
        "clues that touch a card."
    )
