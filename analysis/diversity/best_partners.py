"""Each elite's score with its best partner, measured again.

The best of hundreds of means is partly luck, so it is measured again over fresh games. The file
`best_partners.npz` beside the archive holds plain arrays (no pickles):

    partner  (n,)  index of the elite that scored most with each; elites are in cell order
    points   (n,)  sums of scores over fresh games of the two, in both orders of the seats, under
             the run's scoring
    squares  (n,)  sums of the squared scores
    games    games of each pair
    elites   a digest of the chromosomes, to detect a changed archive
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.archives import runs
from analysis.diversity import elites, npz, pairwise
from analysis.diversity.crossplay import CrossPlay, Task, play_task
from analysis.statistics import Estimate, mean_of_totals

FILE = "best_partners.npz"
GAMES = 1000

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class BestPartners:
    """Scores of elites with their best partners over fresh games."""

    partner: Ints
    points: Ints
    squares: Ints
    games: int
    elites: str

    @property
    def score(self) -> Estimate:
        """The mean score over the elites; its interval is that of the games, with the elites as
        given."""
        return mean_of_totals(self.points, self.squares, self.games)


def load(run: str) -> BestPartners | None:
    """Load the run's table; None if there is none or the archive has changed since. Raises
    BadArchive if the file is damaged."""
    path = runs.folder(run) / FILE
    if not path.is_file():
        return None
    stored = _read(path, path.stat().st_mtime_ns)
    return stored if stored.elites == elites.digest(runs.load(run)) else None


def make(run: str, crossplay: CrossPlay, executor: Executor, games: int = GAMES) -> BestPartners:
    """Play each elite with its best partner in the complete cross-play; store the table and return
    it."""
    archive = runs.load(run)
    best = pairwise.best_partners(crossplay)
    task = Task(
        lists=elites.lists(archive),
        players=archive.setting.players,
        seed=f"{archive.recipe.seed if archive.recipe else ''} best partners",
        pairs=np.column_stack([np.arange(len(best)), best]),
        streams=elites.numbers(archive),
        games=games,
        scoring=archive.setting.scoring,
    )
    points, squares = executor.submit(play_task, task).result().astype(np.int64)
    measured = BestPartners(best, points, squares, games, crossplay.elites)
    npz.save(runs.folder(run) / FILE, vars(measured))
    return measured


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> BestPartners:
    return npz.read(path, _built)


def _built(file: Mapping[str, Any]) -> BestPartners:
    best = BestPartners(
        partner=file["partner"].astype(np.int64),
        points=file["points"].astype(np.int64),
        squares=file["squares"].astype(np.int64),
        games=int(file["games"]),
        elites=str(file["elites"]),
    )
    if not best.partner.shape == best.points.shape == best.squares.shape:
        raise ValueError("the shapes of its arrays do not match")
    return best
