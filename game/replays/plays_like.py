"""Which policies a player plays like so far, on the map of an archive and as a list.

It is made of what the seat saw when it moved: its hidden cards are not in it, so a player may be
shown this of their own seat while the game runs.
"""

from __future__ import annotations

from dataclasses import dataclass

from agents import registry
from agents.archives import BadArchive, BadRun, runs
from agents.pools.likeness import likeness
from native import View

OTHERS = {"literature7": "Seven agents of the literature", "conv+human+wary": "Readers of clues"}
"""Pools that are not archives, and what they are called."""
DEFAULT = "improved-1"
SHADES = 9
"""Of a square of the map, by its share of the likeliest one's; 0 for an elite that is none."""

LEAST = 0.005
"""The share below which nobody is named."""


@dataclass(frozen=True)
class Square:
    """An elite on the map of its archive."""

    row: int
    column: int
    shade: int
    share: float


@dataclass(frozen=True)
class Map:
    run: str
    rows: int
    columns: int
    down: str
    right: str
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Likely:
    """A policy that the seat may play by; the shares of all add up to 1."""

    address: str
    title: str
    share: float
    has_page: bool


@dataclass(frozen=True)
class PlaysLike:
    moves: int
    """That the seat has made, which all this rests on."""
    likely: tuple[Likely, ...]
    map: Map | None


def pools() -> dict[str, str]:
    """What may be asked about, by address, and what it is called."""
    maps = {name: f"The archive {name}" for name in runs.names() if _is_read(name)}
    return maps | OTHERS


def plays_like(pool: str, view: View) -> PlaysLike:
    """Of the view's own seat. Raises AgentError and ValueError, in words, for a pool that does not
    exist and for rules that it cannot play by."""
    if pool not in pools():
        raise ValueError(f"There is no pool {pool[:80]}. Pools: {', '.join(pools())}.")
    found = likeness(pool, view)
    named = [Likely(*row, registry.has_page(row[0])) for row in found.best if row[2] >= LEAST]
    moves = sum(event.seat == view.seat for event in view.history)
    return PlaysLike(moves, tuple(named), _map(pool, found.map) if runs.changed(pool) else None)


def _map(run: str, shares: tuple[tuple[int, int, float], ...]) -> Map:
    archive = runs.load(run)
    of = {(row, column): share for row, column, share in shares}
    most = max(of.values(), default=1.0)
    squares = []
    for cell in archive.valid:
        share = of.get((cell.row, cell.column), 0.0)
        shade = 1 + round((SHADES - 1) * share / most) if share else 0
        squares.append(Square(cell.row, cell.column, shade, share))
    rows, columns = archive.setting.grid
    down, right = (name.replace("_", " ") for name in archive.setting.measures)
    return Map(run, rows, columns, down, right, tuple(squares))


def _is_read(name: str) -> bool:
    """Another version's archive is no pool."""
    try:
        return bool(runs.load(name).valid)
    except (BadArchive, BadRun):
        return False
