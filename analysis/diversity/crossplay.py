"""Cross-play of all valid elites of a run: the table behind figures 2 to 4 of Canaan et al.

The games are in the store of pairs (`agents.matchups.store`). A partner selected as the best of
hundreds scored well partly by luck, so elites play new games with their best partners, which are
stored separately. This module also computes distances between elites on the map and in
their genes, and scores by distance.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from agents.archives import runs
from agents.kinds.elites import versions
from agents.matchups import store
from agents.matchups.core_games import play_lists
from agents.matchups.store import Cells, Matchups, Numbers
from agents.runs.life import checkpointed
from analysis.diversity import elites
from analysis.diversity.elites import Places
from analysis.statistics import Estimate, mean_of_means, mean_of_pairs
from native import Rules
from native.play.matches import Lists

GAMES = 400
"""The default number of games of each pair of elites."""
FRESH, FRESH_GAMES = "fresh", 1000
"""Seed and number of the additional games of each elite with its best partner."""
CHUNK_GAMES = 20_000
SAVE_SECONDS = 10.0

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class EliteCrossPlay:
    """The mean scores of a run's n valid elites with each other, under the run's scoring. Elites
    are in cell order; `places` has their cells.
    """

    run: str
    places: Places
    pairs: Matchups
    scoring: str

    @cached_property
    def mean(self) -> Floats:
        """The mean score of each pair of elites, shape (n, n), with self-play on the diagonal; NaN
        for pairs that have not been played.
        """
        return self.pairs.mean(self.scoring)

    @cached_property
    def sem(self) -> Floats:
        """The standard error of each mean score in `mean`, shape (n, n)."""
        return self.pairs.sem(self.scoring)

    @property
    def games(self) -> Numbers:
        """The number of games of each pair of the n elites, self-play included, as an array of
        shape (n (n + 1) / 2,).

        Pairs are in the order (0, 0), (0, 1) … (0, n - 1), (1, 1) … of the elites' indices in
        `places`.
        """
        return self.pairs.games[np.triu_indices(len(self.places))]

    @property
    def played(self) -> int:
        """The number of games of all pairs together."""
        return int(self.games.sum())

    @property
    def done(self) -> int:
        """The number of pairs of elites that have played games."""
        return int((self.games > 0).sum())

    @property
    def complete(self) -> bool:
        """Whether all pairs of elites have played games."""
        return self.done == len(self.games)

    def index(self, row: int, column: int) -> int | None:
        """Return the index of a cell's elite in `places` and in the tables; None if the cell has
        no valid elite.
        """
        return elites.index(self.places, row, column)

    @property
    def means_with_all(self) -> Floats:
        """The mean of each elite's mean scores with all elites, itself included, shape (n,), as in
        the paper.
        """
        means: Floats = self.mean.mean(axis=1)
        return means

    def mean_of(self, first: Numbers, second: Numbers, weights: Numbers | None = None) -> Estimate:
        """Return the weighted mean score of the pairs of elites (first[i], second[i]), given by
        their indices; `weights` are equal by default.

        The error is that of the games: the elites are taken as given, not as a sample.
        """
        return mean_over(self.pairs, first, second, self.scoring, weights)

    @property
    def mean_of_all(self) -> Estimate:
        """The mean score over all ordered pairs of elites, self-play included: the mean of
        `means_with_all`.
        """
        first, second = np.triu_indices(len(self.places))
        return self.mean_of(first, second, 1 + (first != second))

    @property
    def best_partners(self) -> Numbers:
        """The index of the elite with which each elite scores most, possibly itself, shape (n,);
        the lowest index among equals.
        """
        best: Numbers = self.mean.argmax(axis=1)
        return best

    @property
    def times_best(self) -> Numbers:
        """The number of times that each elite occurs in `best_partners`, shape (n,)."""
        return np.bincount(self.best_partners, minlength=len(self.places))

    @cached_property
    def fresh(self) -> "EliteCrossPlay | None":
        """The separate games of each elite with its best partner, which did not choose it; None if
        the cross-play is incomplete or any of the games are missing. Raises BadArchive if a file is
        damaged.
        """
        if not self.complete:
            return None
        found = _stored(self.run, FRESH)
        first, second = _with_best(self)[0].T
        return None if np.isnan(found.mean[first, second]).any() else found

    def ranked_partners(self, index: int) -> Numbers:
        """Return the indices of all elites as partners of the elite at `index`, from the best to
        the worst by mean score, shape (n,).
        """
        return np.argsort(-self.mean[index], kind="stable")


def mean_over(
    table: Matchups, first: Numbers, second: Numbers, scoring: str, weights: Numbers | None = None
) -> Estimate:
    """Return the weighted mean score of the pairs of agents (first[i], second[i]), given as
    indices in `table`, a table of the games of agents with partners. Its value is None if some
    pairs have not been played. `scoring` is `stacks` or `zero` (a game lost by strikes counts 0);
    `weights` are equal by default.

    The error is that of the games: the agents are taken as given, not as a sample.
    """
    some = replace(table, cells=table.cells[first, second])
    means = some.mean(scoring)
    if np.isnan(means).any():
        return Estimate()
    apart = some.cells["apart"] == store.OWN
    found = mean_of_means(means, some.sem(scoring), some.games, apart, weights)
    return found.within(0, Rules.standard(2).max_score) if found.sem else found


def play_pairs(lists: Lists, players: int, games: int, deals: str, pairs: Numbers) -> Cells:
    """Play `games` games with each pair of rule lists, possibly on another machine; return each
    pair's number of games and its sums of scores and of squared scores, as records of shape
    (pairs,).

    `pairs`, shape (pairs, 2), are indices in `lists`; `players` is the size of the table, whose
    seats the two lists share; `deals` is the seed of the deals.
    """
    rules = Rules.standard(players)
    return store.totals(
        lambda some, times: play_lists(rules, lists, some, times, deals), pairs, players, games
    )


def load(run: str) -> EliteCrossPlay | None:
    """Return the stored cross-play of the run called `run`; None if no pair of its present elites
    has been played. Raises BadArchive if the file is damaged.
    """
    table = _stored(run, store.DEALS)
    return table if table.done else None


def make(
    run: str,
    executor: Executor,
    games: int = GAMES,
    listener: Callable[[EliteCrossPlay, float], None] = lambda _table, _seconds: None,
) -> EliteCrossPlay:
    """Play the missing games of a run's cross-play and return the scores of all pairs. Each pair
    of elites with fewer than `games` stored games plays all `games` games again.

    `executor` plays the games. `listener` is called at each save, every few seconds, with the
    scores so far and the seconds since the start. If interrupted, the pairs played so far are
    saved.
    """
    table = _stored(run, store.DEALS)

    def listen(pairs: Matchups, seconds: float) -> None:
        listener(replace(table, pairs=pairs), seconds)

    every_pair = np.column_stack(np.triu_indices(len(table.places)))
    return replace(table, pairs=play([run], every_pair, games, executor, listener=listen))


def with_best_partners(table: EliteCrossPlay | None) -> Estimate | None:
    """Return the mean score of a run's elites with their best partners, over separate games on
    other deals than those of the cross-play `table` by which the partners were chosen. Return None
    if the cross-play is incomplete or the separate games are missing.

    The error is that of the games: the elites are taken as given. Raises BadArchive if a file is
    damaged.
    """
    if table is None or table.fresh is None:
        return None
    pairs, times = _with_best(table)
    first, second = pairs.T
    return table.fresh.mean_of(first, second, times)


def changed(run: str) -> tuple[int, int]:
    """Return the times, in nanoseconds since the epoch, at which a run's cross-play and its games
    with best partners were last stored; 0 for games that have not been played.
    """
    return store.changed(run), store.changed(run, FRESH)


def make_best_partners(
    run: str, table: EliteCrossPlay, executor: Executor, games: int = FRESH_GAMES
) -> Estimate | None:
    """Play and store `games` games on new deals between each elite of the run and its best partner
    in the complete cross-play `table`. Return the mean score of these games; None if the run's
    stored cross-play is incomplete.
    """
    play([run], _with_best(table)[0], games, executor, FRESH)
    return with_best_partners(load(run))


def play(
    names: Sequence[str],
    pairs: Numbers,
    games: int,
    executor: Executor,
    deals: str = store.DEALS,
    listener: Callable[[Matchups, float], None] = lambda _table, _seconds: None,
) -> Matchups:
    """Play `games` games of each pair in `pairs` for which the store has fewer, and replace those.
    Return the scores of all pairs of the runs' elites.

    `names` are the runs. `pairs`, shape (k, 2), are indices in the list of all valid elites of the
    run `names[0]`, then of `names[1]`, and so on; `deals` is the seed of the deals. `executor`
    plays the games, which are saved every few seconds; `listener` is then called with the scores
    of all pairs and the seconds since the start.
    """
    began, setting = time.monotonic(), runs.load(names[0]).setting
    present = {one: version for run in names for one, version in versions(run).items()}
    lists = np.concatenate([elites.lists(runs.load(run)) for run in names])
    table = store.read(present, present, setting.players, deals)
    lacking = table.lacking(games, setting.scoring)[tuple(pairs.T)]
    pairs = store.in_order(list(present), pairs[lacking])
    size, cells = max(1, CHUNK_GAMES // games), table.cells.copy()
    parts = [pairs[start : start + size] for start in range(0, len(pairs), size)]
    work = partial(play_pairs, lists, setting.players, games, deals)

    def take(part: tuple[Numbers, Cells]) -> None:
        first, second = part[0].T
        cells[first, second] = cells[second, first] = part[1]

    def save() -> None:
        store.write(present, present, cells, setting.players, deals)
        listener(replace(table, cells=cells), time.monotonic() - began)

    played = zip(parts, executor.map(work, parts), strict=True)
    checkpointed(played, take, save, every=SAVE_SECONDS)
    return replace(table, cells=cells)


def _with_best(table: EliteCrossPlay) -> tuple[Numbers, Numbers]:
    """Return each pair of an elite with its best partner, (k, 2), and how often it occurs, (k,)."""
    chosen = np.column_stack([np.arange(len(table.places)), table.best_partners])
    pairs, times = np.unique(np.sort(chosen, axis=1), axis=0, return_counts=True)
    return pairs, times


def _stored(run: str, deals: str) -> EliteCrossPlay:
    archive, present = runs.load(run), versions(run)
    pairs = store.read(present, present, archive.setting.players, deals)
    return EliteCrossPlay(run, elites.places(archive), pairs, archive.setting.scoring)


def distances(places: Places) -> Numbers:
    """Return the Manhattan distance between every two cells, shape (n, n); `places` has the row
    and column of each of n cells.
    """
    wide = places.astype(np.int64)
    apart: Numbers = np.abs(wide[:, None, :] - wide[None, :, :]).sum(axis=2)
    return apart


def by_distance(places: Places, values: Floats) -> list[tuple[int, Estimate]]:
    """Return (distance, mean) pairs: the mean of `values` over the pairs of elites whose cells are
    at this Manhattan distance, by increasing distance.

    `places`, shape (n, 2), are the elites' cells; `values` is a symmetric table of shape (n, n),
    such as shares of differing genes. The units of the intervals are the elites, because pairs
    share them.
    """
    return [
        (distance, mean_of_pairs(first, second, values[first, second]))
        for distance, first, second in _at_distances(places)
    ]


def score_by_distance(table: EliteCrossPlay) -> list[tuple[int, Estimate]]:
    """Return (distance, mean score) pairs: the mean score of the pairs of elites whose cells are
    at this Manhattan distance, by increasing distance; self-play is at 0.

    The interval is over games: the pairs are taken as given, not as a sample.
    """
    pairs = _at_distances(table.places)
    return [(distance, table.mean_of(first, second)) for distance, first, second in pairs]


def _at_distances(places: Places) -> Iterator[tuple[int, Numbers, Numbers]]:
    """Yield each Manhattan distance of two cells with the pairs of elites that far apart."""
    first, second = np.triu_indices(len(places))
    far = distances(places)[first, second]
    order, (found, starts) = np.argsort(far, kind="stable"), np.unique(np.sort(far), True)
    pairs = np.split(np.stack([first, second])[:, order], starts[1:], axis=1)
    for distance, (one, other) in zip(found, pairs, strict=True):
        yield int(distance), one, other


def hamming(genes: npt.NDArray[np.uint8]) -> Floats:
    """Return the number of genes in which every two of n chromosomes differ (Hamming distance),
    shape (n, n). `genes` has the shape (n, length).
    """
    differing: Floats = (genes[:, None, :] != genes[None, :, :]).sum(axis=2, dtype=np.float64)
    return differing
