"""From the name of a pool to its members."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from agents import registry
from agents.archives import Archive, BadArchive, BadRun, runs
from agents.contract import AgentError
from agents.entry import Entry
from agents.pools import freezing

BETWEEN = "+"
FROZEN = "@"
"""Before the version of a frozen pool."""

LITERATURE7 = (
    "rules:iggi",
    "rules:internal",
    "rules:outer",
    "rules:legal_random",
    "rules:vdb-paper",
    "rules:flawed",
    "rules:piers",
)
"""Walton-Rivers et al., "Evaluating and modelling Hanabi-playing agents", CEC 2017."""

LEARNING = "mwum"
"""Agents of this kind change while their runs go on, so they are looked up every time."""

HUMANS = ("human:proxy", "human:newcomer")
"""Learned from the openly licensed games of people; agents/WITH_PEOPLE.md says how well."""

FAMILIES = (
    "rules:outer",
    "rules:iggi",
    "rules:piers",
    "rules:vdb-paper",
    "rules:mirror_situational",
    "rules:focus",
    "elite:paper-1/14,17",
    "elite:paper-1/9,16",
    "elite:improved-2/6,12",
    "elite:improved-2/9,15",
    "conv:beginner",
    "conv:human",
    "conv:expert",
    "hat:information",
    "human:newcomer",
    "human:proxy",
    "mwum:knowing-2",
    "rl:small-2p",
    "wary:expert",
    "adaptive:500:paper-1+improved-1",
    "search:1000:rules:focus",
)
"""Of every kind of agents here, some that play unlike each other."""

NAMED = {"literature7": LITERATURE7, "humans": HUMANS, "families": FAMILIES}
"""Pools with a name of their own."""


def addresses(pool: str) -> list[str]:
    """The members of a pool: parts with + between them, each the name of a run (its elites that
    score above 0), `literature7`, `humans`, a kind of agents (`conv`), one agent (`rules:piers`),
    or a frozen pool (`paper-1@1`). Nobody is a member twice. Raises AgentError, in words."""
    parts = pool.split(BETWEEN)
    if len(set(parts)) < len(parts):
        raise AgentError(f"The pool {pool[:80]} names a part twice.")
    found = dict.fromkeys(address for part in parts for address in _part(part))
    if not found:
        raise AgentError(f"The pool {pool[:80]} has no members.")
    return list(found)


def members(pool: str, players: int) -> list[Entry]:
    """Those that play at tables of this size. Raises AgentError if there are none, too."""
    if LEARNING in pool:
        return list(_members.__wrapped__(pool, players, ()))
    return list(_members(pool, players, changed(pool)))


@lru_cache(maxsize=64)
def _members(pool: str, players: int, _changed: tuple[int, ...]) -> tuple[Entry, ...]:
    """Looked up again when an archive among the parts was written: a menu asks on every page."""
    seated = [entry for entry in map(registry.find, addresses(pool)) if players in entry.players]
    if not seated:
        raise AgentError(f"Nobody of the pool {pool[:80]} plays with {players} players.")
    return tuple(seated)


def changed(pool: str) -> tuple[int, ...]:
    """When the archives among its parts were last written; 0 for a part that is none."""
    return tuple(runs.changed(part) for part in pool.split(BETWEEN))


def elites(archive: Archive) -> list[str]:
    """The addresses of a run's valid elites, in cell order."""
    return [f"elite:{archive.run}/{cell.row},{cell.column}" for cell in archive.valid]


def _part(part: str) -> Sequence[str]:
    if FROZEN in part:
        return freezing.addresses(part)
    if part in NAMED:
        return NAMED[part]
    if ":" in part:
        return [registry.find(part).address]
    kind = registry.kind(part)
    if not part:
        raise AgentError("A pool has parts with a + between them, and here is an empty one.")
    if kind and kind.NAMED:
        return kind.NAMED
    return _elites(part)


def _elites(run: str) -> list[str]:
    try:
        if runs.exists(run):
            return elites(runs.load(run))
    except (BadRun, BadArchive) as error:
        raise AgentError(str(error)) from None
    known = ", ".join([*NAMED, *runs.names()])
    raise AgentError(
        f"There is no pool {run[:80]}. Pools: {known}; a kind such as conv, or an agent's address, "
        "is one too, and a + makes one of several."
    )
