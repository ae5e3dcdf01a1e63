"""Whom a player plays like: a belief over a pool, or over the map of an archive.

Live, a player may be shown this of their own seat only: it is made of what the seat saw when it
moved, so its hidden cards are not in it. In a replay every seat's may be shown.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.archives import runs
from agents.pools.policies import policies
from native import View
from native.partners.suspects import Weights

Row = tuple[str, str, float]
MOST = 12
LEAST = 1e-4
"""Members listed, and the share that a cell of the map must be above."""


@dataclass(frozen=True)
class Likeness:
    """Of one seat at one moment."""

    turn: int
    best: tuple[Row, ...]
    """Address, title and share of the likeliest members, the likeliest first."""
    map: tuple[tuple[int, int, float], ...]
    """Row, column and share of elites, if the pool is an archive."""


def likeness(pool: str, view: View) -> Likeness:
    """Which members of the pool would have done what the view's seat did. Raises AgentError for a
    pool that there is not, ValueError for rules that it cannot play by."""
    known = policies(pool, view.rules.players)
    shares = known.suspects.likeness(view)
    order = np.argsort(-shares, kind="stable")[:MOST].tolist()
    best = [(known.entries[i].address, known.entries[i].title, _share(shares[i])) for i in order]
    return Likeness(view.turn, tuple(best), _map(pool, shares) if runs.changed(pool) else ())


def _map(run: str, shares: Weights) -> tuple[tuple[int, int, float], ...]:
    """The members are the valid elites, in cell order."""
    cells = zip(runs.load(run).valid, shares, strict=True)
    return tuple((cell.row, cell.column, _share(share)) for cell, share in cells if share > LEAST)


def _share(share: float) -> float:
    return round(float(share), 4)
