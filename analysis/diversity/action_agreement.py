"""Action agreement: how often the elites of a run do the same, in the turns of recorded games.

Every valid elite plays some games with itself, and in every turn of these all elites answer. As in
Canaan et al. (2019) two answers agree if they are the same move, or no move both; rules that choose
at random draw anew for each answer. The paper's program kept references to the players' live views,
so it judged each turn by the finished game instead; both are counted here.

The file `action_agreement.npz` beside the archive holds plain arrays (no pickles):

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

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.archives import runs
from analysis.diversity import elites, npz
from analysis.diversity.judging import GAMES, Listener, judge
from native.play.action_agreement import Counts, Moment

FILE = "action_agreement.npz"
FORMER_FILE = "similarity.npz"
"""What earlier versions called it."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ActionAgreement:
    """How often every two elites of a run do the same."""

    places: elites.Places
    equal: Counts
    turns: npt.NDArray[np.int64]
    options: npt.NDArray[np.int64]
    games: int
    seed: str
    elites: str

    def shares(self, moment: Moment = Moment.AS_PLAYED) -> Floats:
        """(n, n): the share of the turns in which two elites do the same. An elite that chooses
        at random does not always agree with itself."""
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


def load(run: str) -> ActionAgreement | None:
    """The run's table; None if it was not made, or was made of other elites. Raises BadArchive."""
    files = (runs.folder(run) / name for name in (FILE, FORMER_FILE))
    path = next((file for file in files if file.is_file()), None)
    if path is None:
        return None
    table = _read(path, path.stat().st_mtime_ns)
    return table if table.elites == elites.digest(runs.load(run)) else None


def make(
    run: str,
    executor: Executor,
    games: int = GAMES,
    seed: str = "1",
    listener: Listener = lambda _done, _of: None,
) -> ActionAgreement:
    """Play, let all elites judge, keep the table and return it."""
    archive = runs.load(run)
    lists = elites.lists(archive)
    judged = [judge(archive, lists, games, seed, m, executor, listener) for m in Moment]
    upper = np.triu_indices(len(lists))
    table = ActionAgreement(
        places=elites.places(archive),
        equal=np.array([(equal + equal.T)[upper] for equal, _, _ in judged], np.uint32),
        turns=np.array([turns for _, turns, _ in judged]),
        options=np.array([options for _, _, options in judged]),
        games=games,
        seed=seed,
        elites=elites.digest(archive),
    )
    npz.save(runs.folder(run) / FILE, vars(table))
    return table


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> ActionAgreement:
    return npz.read(path, _built)


def _built(file: Mapping[str, Any]) -> ActionAgreement:
    table = ActionAgreement(
        places=file["places"].astype(np.int16),
        equal=file["equal"].astype(np.uint32),
        turns=file["turns"].astype(np.int64),
        options=file["options"].astype(np.int64),
        games=int(file["games"]),
        seed=str(file["seed"]),
        elites=str(file["elites"]),
    )
    count = len(table.places)
    fits = table.equal.shape == (2, count * (count + 1) // 2) and table.places.shape == (count, 2)
    if not fits or table.turns.shape != (2,) or table.options.shape != (2,):
        raise ValueError("its parts do not fit")
    return table
