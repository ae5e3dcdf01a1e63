"""How often the elites of a run do the same, in the turns of recorded games.

Every valid elite plays some games with itself, and in every turn of these all elites answer. As in
Canaan et al. (2019) two answers agree if they are the same move, or no move both; rules that draw
lots draw anew for each answer. The paper's program kept references to the players' live views, so
it judged each turn by the finished game instead; both are counted here.

The file `similarity.npz` beside the archive holds plain arrays (no pickles):

    places   (n, 2)  row and column of each valid elite, in cell order
    equal    (2, n (n + 1) / 2)  answers that agreed, as played and at the end, for the pairs
             (0, 0), (0, 1) ... (0, n - 1), (1, 1) ...; of two comparisons a turn
    turns    (2,)  turns that were judged
    options  (2,)  legal moves in them, added up
    games    games that each elite played
    seed     of these games
    elites   a digest of the chromosomes, to tell an archive that has changed since
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.archives import Archive, runs
from analysis.diversity import elites, npz
from native import Rng, Rules
from native.play.action_agreement import Counts, Moment, action_agreement
from native.play.matches import MATCH, Lists, Matches

FILE = "similarity.npz"
GAMES = 10
"""As many as the paper's program played, whatever the paper says: 140,000 turns."""
CHUNK_GAMES = 40

Floats = npt.NDArray[np.float64]
Listener = Callable[[int, int], None]


@dataclass(frozen=True)
class Similarity:
    """How alike the elites of a run act."""

    places: elites.Places
    equal: Counts
    turns: npt.NDArray[np.int64]
    options: npt.NDArray[np.int64]
    games: int
    seed: str
    elites: str

    def shares(self, moment: Moment = Moment.AS_PLAYED) -> Floats:
        """(n, n): the share of the turns in which two elites do the same. An elite that draws lots
        is not always like itself."""
        count = len(self.places)
        table = np.empty((count, count))
        first, second = np.triu_indices(count)
        table[first, second] = self.equal[moment] / (2 * max(1, self.turns[moment]))
        table[second, first] = table[first, second]
        return table

    def index(self, row: int, column: int) -> int | None:
        """The number of the elite of a cell."""
        return elites.index(self.places, row, column)

    def mean_options(self, moment: Moment = Moment.AS_PLAYED) -> float:
        """Legal moves in a turn."""
        return float(self.options[moment] / max(1, self.turns[moment]))


@dataclass(frozen=True)
class Task:
    """Games of some elites for all to judge: plain data, so that it can go to another machine."""

    lists: Lists
    others: Lists
    matches: Matches
    players: int
    seed: str
    moment: Moment


def play_task(task: Task) -> tuple[Counts, int, int]:
    rules, seed = Rules(task.players), Rng(task.seed)
    return action_agreement(rules, task.lists, task.others, task.matches, seed, task.moment)


def judge(
    archive: Archive,
    others: Lists,
    games: int,
    seed: str,
    moment: Moment,
    executor: Executor,
    listener: Listener = lambda _done, _of: None,
) -> tuple[Counts, int, int]:
    """(n, others) turns on which an elite and another list agree, when every elite has played so
    many games with itself; the turns, and their legal moves added up.

    The listener hears how many of how many parts are done.
    """
    lists = elites.lists(archive)
    matches = np.zeros(len(lists), MATCH)
    matches["stream"], matches["games"] = elites.numbers(archive), games
    matches["lists"][:, : archive.setting.players] = np.arange(len(lists))[:, None]
    parts = np.array_split(matches, max(1, -(-len(matches) * games // CHUNK_GAMES)))
    words = f"{seed} similarity"
    tasks = [Task(lists, others, p, archive.setting.players, words, moment) for p in parts]
    equal, turns, options = np.zeros((len(lists), len(others)), np.uint32), 0, 0
    for done, found in enumerate(executor.map(play_task, tasks), 1):
        equal += found[0]
        turns, options = turns + found[1], options + found[2]
        listener(done, len(tasks))
    return equal, turns, options


def load(run: str) -> Similarity | None:
    """The run's table; None if it was not made, or was made of other elites. Raises BadArchive."""
    path = runs.folder(run) / FILE
    if not path.is_file():
        return None
    found = _read(path, path.stat().st_mtime_ns)
    return found if found.elites == elites.digest(runs.load(run)) else None


def make(
    run: str,
    executor: Executor,
    games: int = GAMES,
    seed: str = "1",
    listener: Listener = lambda _done, _of: None,
) -> Similarity:
    """Play, let all elites judge, keep the table and return it."""
    archive = runs.load(run)
    lists = elites.lists(archive)
    judged = [judge(archive, lists, games, seed, m, executor, listener) for m in Moment]
    upper = np.triu_indices(len(lists))
    found = Similarity(
        places=elites.places(archive),
        equal=np.array([(equal + equal.T)[upper] for equal, _, _ in judged], np.uint32),
        turns=np.array([turns for _, turns, _ in judged]),
        options=np.array([options for _, _, options in judged]),
        games=games,
        seed=seed,
        elites=elites.digest(archive),
    )
    npz.save(runs.folder(run) / FILE, vars(found))
    return found


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> Similarity:
    return npz.read(path, _built)


def _built(file: Mapping[str, Any]) -> Similarity:
    found = Similarity(
        places=file["places"].astype(np.int16),
        equal=file["equal"].astype(np.uint32),
        turns=file["turns"].astype(np.int64),
        options=file["options"].astype(np.int64),
        games=int(file["games"]),
        seed=str(file["seed"]),
        elites=str(file["elites"]),
    )
    count = len(found.places)
    fits = found.equal.shape == (2, count * (count + 1) // 2) and found.places.shape == (count, 2)
    if not fits or found.turns.shape != (2,) or found.options.shape != (2,):
        raise ValueError("its parts do not fit")
    return found
