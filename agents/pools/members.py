"""Find the members of a pool by its name."""

from collections.abc import Sequence
from functools import lru_cache

from agents import registry
from agents.archives import Archive, BadArchive, BadRun, runs
from agents.contract import AgentError
from agents.entry import Entry
from agents.kinds.elites import address_of
from agents.pools import freezing

BETWEEN = "+"
FROZEN = "@"
"""Separates a frozen pool's name from its version."""

LITERATURE7 = (
    "rules:iggi",
    "rules:internal",
    "rules:outer",
    "rules:legal_random",
    "rules:vdb-paper",
    "rules:flawed",
    "rules:piers",
)
"""Members of the pool `literature7`: agents of Walton-Rivers et al., "Evaluating and modelling
Hanabi-playing agents", CEC 2017."""

LEARNING = "mwum"
"""Kind of agents that change while their runs are training; pools that contain it are never
cached."""

HUMANS = ("human:proxy", "human:newcomer")
"""Members of the pool `humans`: models of people, trained on openly licensed games and evaluated
in agents/WITH_PEOPLE.md."""

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
"""Members of the pool `families`: a varied selection from all kinds of agents."""

NAMED = {"literature7": LITERATURE7, "humans": HUMANS, "families": FAMILIES}
"""The pools with a name of their own: addresses of their members by name."""


def addresses(pool: str) -> list[str]:
    """Return the addresses (such as `rules:piers`) of a pool's agents, without duplicates.

    A pool is a list of parts joined by +, each the name of a run (its elites that score above 0), a
    named pool (`literature7`, `humans`), a kind of agents (`conv`), one agent (`rules:piers`), or a
    frozen pool (`paper-1@1`). Raise AgentError if a part is unknown or repeated.
    """
    parts = pool.split(BETWEEN)
    if len(set(parts)) < len(parts):
        raise AgentError(f"The pool {pool[:80]} names a part twice.")
    found = dict.fromkeys(address for part in parts for address in _part(part))
    if not found:
        raise AgentError(f"The pool {pool[:80]} has no members.")
    return list(found)


def members(pool: str, players: int) -> list[Entry]:
    """Return the agents of a pool that play with this many players. `pool` is a name such as
    `literature7` or `paper-1+conv`, of parts joined by + (see `addresses`). Raise AgentError if
    there are none or the name is invalid.
    """
    if LEARNING in pool:
        return list(_members.__wrapped__(pool, players, ()))
    return list(_members(pool, players, changed(pool)))


@lru_cache(maxsize=64)
def _members(pool: str, players: int, _changed: tuple[int, ...]) -> tuple[Entry, ...]:
    """Look up the members, cached until one of the pool's archives is written."""
    seated = [entry for entry in map(registry.find, addresses(pool)) if players in entry.players]
    if not seated:
        raise AgentError(f"Nobody of the pool {pool[:80]} plays with {players} players.")
    return tuple(seated)


def changed(pool: str) -> tuple[int, ...]:
    """Return, for each part of a pool's name (joined by +), the modification time of the run's
    archive in nanoseconds since the epoch; 0 for a part that is no run.
    """
    return tuple(runs.changed(part) for part in pool.split(BETWEEN))


def elites(archive: Archive) -> list[str]:
    """Return the addresses of an archive's elites (the best agent of each cell) that score above
    0, in cell order.
    """
    return [address_of(archive.run, cell) for cell in archive.valid]


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
        f"There is no pool {run[:80]}. Pools: {known}; or name a kind of agents, such as "
        "conv, or an agent's address; + joins several."
    )
