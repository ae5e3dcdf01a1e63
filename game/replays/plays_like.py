"""The agents of a pool that a player's moves resemble: as a list and, if the pool is an archive of
evolved agents, on its map.

The result depends only on what the seat saw when it moved, never on its hidden cards. So players
may see their own result during the game, and everybody may see all results in a replay.
"""

from dataclasses import dataclass

import numpy as np

from agents.archives import BadArchive, BadRun, runs
from agents.pools.policies import policies
from native import View
from native.inference.suspects import Weights

OTHERS = {"literature7": "Seven published agents", "conv+human+wary": "Readers of clues"}
"""The titles, by name, of the pools (sets of agents) that are not archives of evolved agents."""
DEFAULT = "improved-1"
SHADES = 9
"""The number of shades of cells on the map: the likeliest cell has shade SHADES, and shade 0 means
a probability near 0."""
MOST_NAMED = 12
LEAST_NAMED, LEAST_SHADED = 0.005, 1e-4
"""The smallest probabilities with which a policy is listed, and with which a cell is shaded."""


@dataclass(frozen=True)
class Square:
    """A cell of an archive's map: the probability (`share`) that the seat plays like the cell's
    agent, and the shade that shows it.
    """

    row: int
    column: int
    shade: int
    share: float


@dataclass(frozen=True)
class Map:
    """The map of an archive's grid: `squares` are its cells that have a valid agent, with the
    probability that the player follows it; `down` and `right` name the measures on the two axes.
    """

    run: str
    rows: int
    columns: int
    down: str
    right: str
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Likely:
    """A policy that the seat may follow, with its probability (`share`). Over all policies of the
    pool, listed or not, the probabilities add up to 1.
    """

    address: str
    title: str
    share: float


@dataclass(frozen=True)
class PlaysLike:
    """The policies of a pool that a seat's moves resemble, likeliest first; `map` is None if the
    pool is not an archive.
    """

    moves: int
    """The number of the seat's moves on which the result is based."""
    likely: tuple[Likely, ...]
    map: Map | None


def pools() -> dict[str, str]:
    """Return, by its name, the title of each pool (set of agents) that a player can be compared
    with.
    """
    maps = {name: f"The archive {name}" for name in runs.names() if _is_read(name)}
    return maps | OTHERS


def plays_like(pool: str, view: View) -> PlaysLike:
    """Return the policies of `pool` (a name in `pools()`) that best explain the moves of the
    view's seat, each with its posterior probability.

    Raise AgentError or ValueError for an unknown pool or unsupported rules.
    """
    if pool not in pools():
        raise ValueError(f"There is no pool {pool[:80]}. Pools: {', '.join(pools())}.")
    known = policies(pool, view.rules.players)
    shares = known.suspects.plays_like(view)
    order = np.argsort(-shares, kind="stable")[:MOST_NAMED].tolist()
    likely = tuple(
        Likely(entry.address, entry.title, _share(shares[index]))
        for index in order
        if _share(shares[index]) >= LEAST_NAMED
        for entry in [known.entries[index]]
    )
    moves = sum(event.seat == view.seat for event in view.history)
    return PlaysLike(moves, likely, _map(pool, shares) if runs.changed(pool) else None)


def _map(run: str, shares: Weights) -> Map:
    """Return the map of a run's archive; `shares` belong to its valid elites in cell order."""
    archive = runs.load(run)
    shown = [_share(share) if share > LEAST_SHADED else 0.0 for share in shares]
    most = max(shown, default=0.0) or 1.0
    squares = tuple(
        Square(cell.row, cell.column, 1 + round((SHADES - 1) * share / most) if share else 0, share)
        for cell, share in zip(archive.valid, shown, strict=True)
    )
    rows, columns = archive.setting.grid
    down, right = (name.replace("_", " ") for name in archive.setting.measures)
    return Map(run, rows, columns, down, right, squares)


def _share(share: float) -> float:
    return round(float(share), 4)


def _is_read(name: str) -> bool:
    """Return whether a run's archive can be read and has valid elites."""
    try:
        return bool(runs.load(name).valid)
    except (BadArchive, BadRun):
        return False
