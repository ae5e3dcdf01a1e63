"""How many cells of an archive hold an elite indeed, by how many games tell.

Chance moves the measures of an elite near a border into another cell, so more cells seem to be
found the fewer games there are, or fewer where the elites lie safely in their own. What the noise
adds goes with 1 / games, so two numbers of games tell what there would be without it.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass

import msgspec
import numpy as np

from agents.archives.archive import Archive
from agents.archives.summary import summary
from agents.generator.remeasure import BEST_GAMES, measured

GAMES = 40_000
"""An elite. Counts have noise of their own: over 4,000 the estimate is up to seven cells off."""


@dataclass(frozen=True)
class FoundAgain:
    """Over some games an elite; 0 games: an estimate without noise."""

    games: int
    cells: float
    qd_score: float


@dataclass(frozen=True)
class Report:
    """Three counts: the archive's games, fresh ones, and without noise; and how much higher than
    over the fresh games its elites stood before, on average."""

    known: FoundAgain
    fresh: FoundAgain
    noiseless: FoundAgain
    stored_bias: float
    again_bias: float


def found_again(archive: Archive, executor: Executor, games: int = GAMES) -> Report:
    """Measure every elite once more, over `games` games that nothing else has used. Raises
    ValueError for fewer than twice as many as the archive's, and for an archive that has not been
    measured again."""
    known = {cell.remeasured.games if cell.remeasured else 0 for cell in archive.cells}
    if len(known) != 1 or 0 in known:
        raise ValueError("This archive has not been measured again.")
    (before,) = known
    if games < 2 * before:
        raise ValueError(f"Measure over at least {2 * before} games; the archive has {before}.")
    fresh = measured(archive, archive.cells, executor, before + BEST_GAMES, games)
    cells = tuple(
        msgspec.structs.replace(cell, remeasured=now)
        for cell, now in zip(archive.cells, fresh, strict=True)
    )
    less = _found(archive, before)
    more = _found(msgspec.structs.replace(archive, cells=cells), games)
    share = before / (games - before)
    values = np.array([now.objective for now in fresh])
    stored = np.array([cell.stored.objective for cell in archive.cells])
    again = np.array([cell.latest.objective for cell in archive.cells])
    return Report(
        less,
        more,
        FoundAgain(
            0,
            more.cells + share * (more.cells - less.cells),
            more.qd_score + share * (more.qd_score - less.qd_score),
        ),
        float((stored - values).mean()),
        float((again - values).mean()),
    )


def _found(archive: Archive, games: int) -> FoundAgain:
    whole = summary(archive)
    return FoundAgain(games, whole.found_coverage, whole.found_qd_score)
