"""Cross-play of all valid elites of a run: the table behind figures 2 to 4 of Canaan et al.

The file `crossplay.npz` beside the archive holds plain arrays (no pickles):

    places   (n, 2)  row and column of each valid elite, in cell order
    points   (n (n + 1) / 2,)  sums of scores over the games of a pair, under the run's scoring, for
             the pairs (0, 0), (0, 1) ... (0, n - 1), (1, 1) ...; 0 for unfinished pairs
    squares  sums of the squared scores
    games    games per pair: half of them with the first elite on the first seat and copies of the
             second on all others, half the other way round
    done     number of finished pairs
    elites   a digest of the chromosomes, to detect a changed archive
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.archives import Archive, BadRun, runs
from agents.archives.measuring import points, squares
from agents.runs.life import checkpointed
from analysis.diversity import elites, npz
from native import Rng, Rules
from native.play.matches import MATCH, Lists, play

FILE = "crossplay.npz"
GAMES = 400
CHUNK_GAMES = 20_000
SAVE_SECONDS = 10.0

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class CrossPlay:
    """Scores of the pairs of a run's valid elites that have been played so far."""

    places: npt.NDArray[np.int16]
    points: npt.NDArray[np.uint32]
    squares: npt.NDArray[np.uint32]
    games: int
    done: int
    elites: str

    @property
    def complete(self) -> bool:
        """Whether all pairs have been played."""
        return self.done == len(self.points)

    @property
    def mean(self) -> Floats:
        """(n, n): the mean score of each pair, with self-play on the diagonal."""
        return self._square(self.points / self.games)

    @property
    def sem(self) -> Floats:
        """(n, n): the standard errors of `mean`."""
        spread = self.squares - self.points.astype(np.float64) ** 2 / self.games
        return self._square(np.sqrt(np.maximum(spread, 0) / (self.games - 1) / self.games))

    def index(self, row: int, column: int) -> int | None:
        """Return the index of the elite in a cell; None if the cell has no valid elite."""
        return elites.index(self.places, row, column)

    def _square(self, values: Floats) -> Floats:
        """Expand values per pair to a symmetric (n, n) table."""
        count = len(self.places)
        table = np.empty((count, count))
        first, second = np.triu_indices(count)
        table[first, second] = table[second, first] = values
        return table


@dataclass(frozen=True)
class Task:
    """Some pairs of a run: plain data that can be sent to another machine."""

    lists: Lists
    players: int
    seed: str
    pairs: npt.NDArray[np.int64]
    streams: npt.NDArray[np.uint64]
    games: int
    scoring: str


def play_task(task: Task) -> npt.NDArray[np.int64]:
    """(2, pairs): sums of scores and of squared scores of each pair. Depends on the task alone."""
    half = task.games // 2
    matches = np.zeros((2, len(task.pairs)), MATCH)
    matches["games"] = np.array([[half], [task.games - half]])
    matches["stream"] = task.streams * np.uint64(2) + np.arange(2, dtype=np.uint64)[:, None]
    for order in range(2):
        matches["lists"][order, :, : task.players] = task.pairs[:, 1 - order, None]
        matches["lists"][order, :, 0] = task.pairs[:, order]
    results = play(Rules(task.players), task.lists, matches.reshape(-1), Rng(task.seed))
    by_order = results.reshape(2, -1)
    return np.array([total(by_order, task.scoring).sum(axis=0) for total in (points, squares)])


def load(run: str) -> CrossPlay | None:
    """Load the run's table; None if there is none or the archive has changed since. Raises
    BadArchive if the file is damaged."""
    path = runs.folder(run) / FILE
    if not path.is_file():
        return None
    table = _read(path, path.stat().st_mtime_ns)
    return table if table.elites == elites.digest(runs.load(run)) else None


def make(
    run: str,
    executor: Executor,
    games: int = GAMES,
    listener: Callable[[CrossPlay, float], None] = lambda _table, _seconds: None,
) -> CrossPlay:
    """Play all pairs not played yet, saving every few seconds, and return the table.

    The listener is called at each save with the table and the seconds since the start. If
    interrupted, the pairs played so far are saved. Raises BadRun if the run has a table with
    another number of games.
    """
    archive = runs.load(run)
    table = _begun(run, archive, games)
    began = time.monotonic()

    def take(part: npt.NDArray[np.int64]) -> None:
        nonlocal table
        end = table.done + part.shape[1]
        table.points[table.done : end], table.squares[table.done : end] = part
        table = replace(table, done=end)

    def save() -> None:
        npz.save(runs.folder(run) / FILE, vars(table))
        listener(table, time.monotonic() - began)

    checkpointed(_played(archive, table, executor), take, save, every=SAVE_SECONDS)
    return table


def _played(
    archive: Archive, table: CrossPlay, executor: Executor
) -> Iterator[npt.NDArray[np.int64]]:
    lists = elites.lists(archive)
    seed = f"{archive.recipe.seed if archive.recipe else ''} cross-play"
    pairs = np.column_stack(np.triu_indices(len(lists)))[table.done :]
    streams = elites.numbers(archive)[pairs] @ np.array([2**20, 1], np.uint64)
    players, scoring = archive.setting.players, archive.setting.scoring
    size = max(1, CHUNK_GAMES // table.games)
    tasks = [
        Task(lists, players, seed, pairs[i : i + size], streams[i : i + size], table.games, scoring)
        for i in range(0, len(pairs), size)
    ]
    yield from executor.map(play_task, tasks)


def _begun(run: str, archive: Archive, games: int) -> CrossPlay:
    """Return the stored table, or an empty one. Raises BadRun rather than discard one with another
    number of games."""
    table = load(run)
    if table and table.games != games:
        raise BadRun(
            f"“{run}” has a table of {table.games} games per pair; to replace it by one of "
            f"{games}, remove {FILE} from its folder."
        )
    if table:
        return replace(table, points=table.points.copy(), squares=table.squares.copy())
    places = elites.places(archive)
    pairs = len(places) * (len(places) + 1) // 2
    empty = np.zeros(pairs, np.uint32)
    return CrossPlay(places, empty, empty.copy(), games, 0, elites.digest(archive))


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> CrossPlay:
    return npz.read(path, _built)


def _built(file: Mapping[str, Any]) -> CrossPlay:
    table = CrossPlay(
        places=file["places"].astype(np.int16),
        points=file["points"].astype(np.uint32),
        squares=file["squares"].astype(np.uint32),
        games=int(file["games"]),
        done=int(file["done"]),
        elites=str(file["elites"]),
    )
    count = len(table.places)
    whole = table.points.shape == table.squares.shape == (count * (count + 1) // 2,)
    if not whole or table.places.shape != (count, 2) or not 0 <= table.done <= len(table.points):
        raise ValueError("the shapes of its arrays do not match")
    return table
