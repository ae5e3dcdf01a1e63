"""Corresponding agents: the elites in the same cell of two runs.

The file `corresponding-OTHER.npz` beside the archive of a run holds plain arrays (no pickles):

    places   (k, 2)  row and column of each cell that is valid in both runs, in cell order
    genes    (k,)  genes in which the two chromosomes differ; -1 if their lengths differ
    equal    (2, k)  turns on which both made the same move, as played and at the end, in the games
             recorded by all elites of this run (see `action_agreement.py`)
    turns    (2,)  turns compared
    recorded games recorded by each elite of this run
    seed     of these recorded games
    elites   (2,)  digests of the chromosomes of this run and of the other

The scores of both elites together, and of each in self-play, are in the store of pairs
(`agents.matchups.store`).
"""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.archives import Archive, npz, runs
from agents.kinds.elites import versions
from agents.matchups import store
from agents.runs.storage import checked
from analysis.diversity import action_agreement, elites
from analysis.diversity.action_agreement import Listener
from analysis.diversity.crossplay import mean_over, play
from analysis.statistics import Estimate
from native.play.matches import Moment

GAMES = 1000

SHAPES = {"places": (0, 2), "genes": (0,), "equal": (2, 0), "turns": (2,)}
"""Shapes of the arrays in the file of `Corresponding`; 0 stands for the number of compared
cells."""

Ints = npt.NDArray[np.int64]


class Lineup(IntEnum):
    """Which elites of one cell play together: those of both runs, or one of them with a copy of
    itself.
    """

    PAIR = 0
    """The first run's elite with the other run's."""
    ITSELF = 1
    """The first run's elite with a copy of itself: the paper's program played this in place of the
    pair."""
    OTHER = 2
    """The other run's elite with a copy of itself."""


@dataclass(frozen=True)
class Corresponding:
    """The comparison of two runs' elites in each of the k cells that are valid in both runs: how
    many genes differ, and how often both choose the same move in games recorded by the first run.

    `places`, shape (k, 2), are the cells. `genes`, shape (k,), are the numbers of differing genes,
    all -1 if the chromosomes of the runs differ in length. `equal`, shape (2, k), are the numbers
    of agreeing choices, and `turns`, shape (2,), the numbers of turns compared; the axis of length
    2 is `Moment`: whether the elites see the position of the turn or that of the game's end.
    `elites` has a digest of the chromosomes of each run.
    """

    places: elites.Places
    genes: Ints
    equal: Ints
    turns: Ints
    recorded: int
    seed: str
    elites: tuple[str, str]

    @property
    def differing(self) -> float | None:
        """The mean number of genes in which the two elites of a cell differ; None if no cell has
        elites with equally many genes.
        """
        known = self.genes[self.genes >= 0]
        return float(known.mean()) if len(known) else None

    def agreement(self, moment: Moment) -> float | None:
        """Return the share of recorded turns on which the two elites of a cell choose the same
        move, averaged over the cells; None if no cell is valid in both runs.

        `moment` says whether they see the position of the turn or of the game's end.
        """
        shares = self.equal[moment] / max(1, self.turns[moment])
        return float(shares.mean()) if len(shares) else None


def load(run: str, other: str) -> Corresponding | None:
    """Return the stored comparison of the runs `run` and `other`; None if there is none or an
    archive has changed since. Raises BadArchive if the file is damaged.
    """
    stored = npz.stored(_path(run, other), _built)
    now = (runs.load(run).digest, runs.load(other).digest)
    return stored if stored and stored.elites == now else None


def scores(run: str, other: str) -> dict[Lineup, Estimate]:
    """Return three mean scores over the cells that both runs fill, by seating: of the cell's two
    elites together, and of each elite with a copy of itself.

    The standard errors are those of the games: the elites are taken as given, not as a sample.
    Return an empty dictionary if some of these games have not been played.
    """
    archive, others = runs.load(run), runs.load(other)
    present = {**versions(run), **versions(other)}
    table = store.read(present, present, archive.setting.players)
    found = {
        seating: mean_over(table, *pairs, archive.setting.scoring)
        for seating, pairs in _pairs(archive, others).items()
    }
    return found if all(one.value is not None for one in found.values()) else {}


def make(
    run: str,
    other: str,
    executor: Executor,
    games: int = GAMES,
    recorded: int = action_agreement.GAMES,
    seed: str = "1",
    listener: Listener = lambda _done, _of: None,
) -> Corresponding:
    """Compare the elites in the cells that the runs `run` and `other` both fill; store the
    comparison and return it.

    In each cell, the two elites play `games` games with each other, and each plays `games` with a
    copy of itself. Their moves are compared on the turns of `recorded` self-play games of each
    elite of `run`, on deals from `seed`, once for each `Moment` (the position of the turn, or of
    the game's end). `executor` plays all games. During the comparison of moves `listener` is called
    with the number of parts done and the total number of parts; the count starts again for the
    second `Moment`.

    Raises BadRun if the runs differ in players, grid, measures or scoring.
    """
    archive, others = runs.load(run), runs.load(other)
    left, right = elites.common(archive, others)
    pairs = np.concatenate([np.column_stack(p) for p in _pairs(archive, others).values()])
    play([run, other], pairs, games, executor)
    lists = elites.lists(others)[right]
    judged = [
        action_agreement.judge(archive, lists, recorded, seed, moment, executor, listener)
        for moment in Moment
    ]
    compared = Corresponding(
        places=elites.places(archive)[left],
        genes=elites.differing(archive, others),
        equal=np.array([equal[left, np.arange(len(left))] for equal, _, _ in judged], np.int64),
        turns=np.array([turns for _, turns, _ in judged]),
        recorded=recorded,
        seed=seed,
        elites=(archive.digest, others.digest),
    )
    npz.save(_path(run, other), vars(compared))
    return compared


def _pairs(one: Archive, other: Archive) -> dict[Lineup, tuple[Ints, Ints]]:
    """Return the indices of each cell's agents in the valid elites of both runs, by seating."""
    left, right = elites.common(one, other)
    right = right + len(one.valid)
    return {
        Lineup.PAIR: (left, right),
        Lineup.ITSELF: (left, left),
        Lineup.OTHER: (right, right),
    }


def _path(run: str, other: str) -> Path:
    return runs.folder(run) / f"corresponding-{checked(other)}.npz"


def _built(file: Mapping[str, Any]) -> Corresponding:
    first, second = file["elites"]
    table = Corresponding(
        places=file["places"].astype(np.int16),
        genes=file["genes"].astype(np.int64),
        equal=file["equal"].astype(np.int64),
        turns=file["turns"].astype(np.int64),
        recorded=int(file["recorded"]),
        seed=str(file["seed"]),
        elites=(str(first), str(second)),
    )
    cells = len(table.places)
    shapes = [getattr(table, name).shape for name in SHAPES]
    if shapes != [tuple(side or cells for side in shape) for shape in SHAPES.values()]:
        raise ValueError("the shapes of its arrays do not match")
    return table
