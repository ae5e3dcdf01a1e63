"""Action agreement: how often the elites of a run make the same move in recorded games.

Every valid elite plays some self-play games, and all elites choose a move on each of their turns.
As in Canaan et al. (2019), two choices agree if they are the same move, or both are no move; rules
that choose at random draw again for each choice. The paper's program kept references to the
players' live views and so evaluated each turn on the finished game; the file has both counts.

The file `action_agreement.npz` beside the archive holds plain arrays (no pickles):

    places   (n, 2)  row and column of each valid elite, in cell order
    equal    (2, n (n + 1) / 2)  agreeing choices, as played and at the end, for the pairs
             (0, 0), (0, 1) ... (0, n - 1), (1, 1) ...; each pair is compared twice per turn
    turns    (2,)  turns compared
    options  (2,)  sums of legal moves over the turns
    games    games played by each elite
    seed     of these games
    elites   a digest of the chromosomes, to detect a changed archive
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.archives import Archive, npz, runs
from analysis.diversity import elites
from native import Rng, Rules
from native.play.matches import MATCH, Counts, Lists, Matches, Moment, action_agreement

FILE = "action_agreement.npz"
FORMER_FILE = "similarity.npz"
"""The name that earlier versions gave to the file `FILE`; it is still read."""

GAMES = 10
"""Self-play games of each elite. The paper's program played this number (140,000 turns in all),
although the paper states another."""
CHUNK_GAMES = 40

Floats = npt.NDArray[np.float64]
Listener = Callable[[int, int], None]
"""A progress callback, called with the number of parts done and the number of all parts."""


@dataclass(frozen=True)
class ActionAgreement:
    """The stored action agreement of a run: how often each pair of its n elites chooses the same
    move on the turns of recorded games. The method `shares` returns it as a share of the turns.

    `places`, shape (n, 2), are the elites' cells, and `elites` is a digest of their chromosomes.
    `equal`, shape (2, pairs), counts the agreeing choices of each pair, which is compared twice per
    turn; `turns`, shape (2,), counts the turns, and `options`, shape (2,), the legal moves on all
    turns. The axis of length 2 is `Moment`: whether the elites see the position of the turn or that
    of the game's end. Each elite played `games` games on deals from `seed`.
    """

    places: elites.Places
    equal: Counts
    turns: npt.NDArray[np.int64]
    options: npt.NDArray[np.int64]
    games: int
    seed: str
    elites: str

    def shares(self, moment: Moment = Moment.AS_PLAYED) -> Floats:
        """Return the share of recorded turns on which two elites choose the same move, for all
        pairs of the n elites, shape (n, n). The diagonal is below 1 for elites that choose at
        random.

        `moment` says which position the elites see: that of the turn, or that of the game's end, as
        in the program of Canaan et al. (2019), by mistake.
        """
        count = len(self.places)
        table = np.empty((count, count))
        first, second = np.triu_indices(count)
        table[first, second] = self.equal[moment] / (2 * max(1, self.turns[moment]))
        table[second, first] = table[first, second]
        return table

    def index(self, row: int, column: int) -> int | None:
        """Return the index of a cell's elite in `places` and in `shares`; None if the cell has no
        valid elite.
        """
        return elites.index(self.places, row, column)

    def mean_options(self, moment: Moment = Moment.AS_PLAYED) -> float:
        """Return the mean number of legal moves over the recorded turns, in the position of the
        turn or in that of the game's end, as `moment` says.
        """
        return float(self.options[moment] / max(1, self.turns[moment]))


def load(run: str) -> ActionAgreement | None:
    """Return the stored action agreement of the run called `run`; None if none is stored or the
    run's archive has changed since. Raises BadArchive if the file is damaged.
    """
    tables = (npz.stored(runs.folder(run) / name, _built) for name in (FILE, FORMER_FILE))
    table = next(filter(None, tables), None)
    return table if table and table.elites == runs.load(run).digest else None


def make(
    run: str,
    executor: Executor,
    games: int = GAMES,
    seed: str = "1",
    listener: Listener = lambda _done, _of: None,
) -> ActionAgreement:
    """Measure how often the elites of the run called `run` choose the same move; store the action
    agreement and return it.

    Every elite plays `games` games with itself, on deals from `seed`, and every elite chooses a
    move on every turn of all these games, once for each `Moment` (the position of the turn, or of
    the game's end). `executor` does this work in parts. After each part `listener` is called with
    the number of parts done and the total number of parts; the count starts again for the second
    `Moment`.
    """
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
        elites=archive.digest,
    )
    npz.save(runs.folder(run) / FILE, vars(table))
    return table


def judge_matches(
    lists: Lists, others: Lists, players: int, seed: str, moment: Moment, matches: Matches
) -> tuple[Counts, int, int]:
    """Play self-play games of rule lists, and count the turns on which two lists choose the same
    move: one part of the work of `judge`, possibly on another machine.

    Args:
        lists: The rule lists that play; each is also asked for a move on every turn of all games.
        others: Rule lists that do not play, but are asked for a move on every turn too.
        players: The number of players in a game.
        seed: The seed of the deals.
        moment: Whether the lists asked see the position of the turn or of the game's end.
        matches: Which of `lists` play, and how many games.

    Returns:
        The numbers of turns on which a list of `lists` and one of `others` chose the same move,
        shape (lists, others); the number of turns; and the number of legal moves, summed over the
        turns.
    """
    return action_agreement(Rules(players), lists, others, matches, Rng(seed), moment)


def judge(
    archive: Archive,
    others: Lists,
    games: int,
    seed: str,
    moment: Moment,
    executor: Executor,
    listener: Listener = lambda _done, _of: None,
) -> tuple[Counts, int, int]:
    """Count the turns of an archive's self-play games on which an elite and another rule list
    choose the same move.

    Args:
        archive: Its n valid elites play `games` self-play games each, on deals from `seed`, and
            each chooses a move on every turn of all these games.
        others: Rule lists that do not play, but choose a move on every turn too.
        moment: Whether those that choose see the position of the turn or of the game's end.
        executor: Plays the games.
        listener: Called after each part with the number of parts done and of parts in all.

    Returns:
        The numbers of turns on which both chose the same move, shape (n, others); the number of
        turns; and the number of legal moves, summed over the turns.
    """
    lists = elites.lists(archive)
    matches = np.zeros(len(lists), MATCH)
    matches["stream"], matches["games"] = elites.numbers(archive), games
    matches["lists"][:, : archive.setting.players] = np.arange(len(lists))[:, None]
    parts = np.array_split(matches, max(1, -(-len(matches) * games // CHUNK_GAMES)))
    # The seed suffix of the published tables; a different one would give different games.
    words = f"{seed} similarity"
    work = partial(judge_matches, lists, others, archive.setting.players, words, moment)
    equal, turns, options = np.zeros((len(lists), len(others)), np.uint32), 0, 0
    for done, part in enumerate(executor.map(work, parts), 1):
        equal += part[0]
        turns, options = turns + part[1], options + part[2]
        listener(done, len(parts))
    return equal, turns, options


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
        raise ValueError("the shapes of its arrays do not match")
    return table
