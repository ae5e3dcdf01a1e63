"""Pairs that a page shows: which of them the store lacks, and how they are played."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from agents import registry
from agents.contract import AgentError
from agents.matchups import store
from agents.matchups.store import Matchups
from native import Rules

PLAYERS = 2


class Wanted(NamedTuple):
    """Two agents at tables of two, and the fewest games that they should have."""

    one: str
    other: str
    games: int
    scorings: tuple[str, ...] = ("stacks", "zero")
    """The scorings that are shown."""


def table_of(agents: Sequence[str]) -> Matchups:
    """Return the stored games of agents with each other, as they play now. An agent that no longer
    exists has none.

    Raises BadArchive if a file is damaged.
    """
    present = {address: _version(address) for address in agents}
    return store.read(present, present)


def missing(wanted: Sequence[Wanted]) -> list[Wanted]:
    """Return the pairs that have fewer games between the present versions of both agents."""
    agents = list(dict.fromkeys(address for side in _addresses(wanted) for address in side))
    table, place = table_of(agents), {address: place for place, address in enumerate(agents)}
    first, second = ([place[one] for one in side] for side in _addresses(wanted))
    enough = np.zeros(table.cells.shape, np.int64)
    enough[first, second] = [pair.games for pair in wanted]
    lacking = {one: table.lacking(enough, *one) for one in {pair.scorings for pair in wanted}}
    return [p for p in wanted if lacking[p.scorings][place[p.one], place[p.other]]]


def make_missing(
    wanted: Sequence[Wanted], threads: int = 1, say: Callable[[str], object] = str
) -> None:
    """Play the pairs that are missing, and store each. Raises AgentError for an unknown agent."""
    for pair in missing(wanted):
        say(f"{pair.one} and {pair.other}")
        entries = [registry.find(pair.one), registry.find(pair.other)]
        rules, both = Rules.standard(PLAYERS), np.array([[0, 1]])
        cells = store.play(rules, entries, both, pair.games, threads=threads)
        one, other = ({entry.address: entry.version} for entry in entries)
        store.write(one, other, cells[:, None])


def _addresses(wanted: Sequence[Wanted]) -> tuple[list[str], list[str]]:
    return [pair.one for pair in wanted], [pair.other for pair in wanted]


def _version(address: str) -> str:
    try:
        return registry.find(address).version
    except AgentError:
        return ""
