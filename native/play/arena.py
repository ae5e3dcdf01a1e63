"""The results of many games: their scores and ends, and counts of how each seat played. Also the
threads that play them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from itertools import zip_longest
from operator import add
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi
from native.engine.events import End
from native.play.measures import (
    Tallies,
    histogram_mean,
    histogram_sem,
    measures,
    pooled,
    tallies_of,
    zero_scores,
)
from native.rulebase.rulelist import Silence


@dataclass(frozen=True)
class SeatResult:
    """Counts of the moves of one seat over many games, or sums of such counts over several
    seats.
    """

    tallies: Tallies
    """Counts by their names in `native.play.measures.TALLIES`. A measure is a ratio of two."""
    fired: tuple[int, ...]
    """The number of moves chosen by each rule, by position in the rule list; for other strategies
    than rule lists, by the number of the reason."""
    fallbacks: int
    """The number of random legal moves made because no rule of the list fired."""
    given_up: dict[Silence, int]
    """The number of games that the seat gave up, by the reason."""

    @property
    def measures(self) -> dict[str, float | None]:
        """The values of the measures of ad-hoc play, by their names in
        `native.play.measures.MEASURES`, such as `risk_aversion`; None where one is undefined.
        """
        return measures(self.tallies)

    @classmethod
    def pooled(cls, seats: Sequence[SeatResult]) -> SeatResult:
        """Return one SeatResult with the counts of several seats added up.

        `fired`, the counts of each rule, is added by position in the rule list, which is meaningful
        only if all seats have the same list.
        """
        return cls(
            tallies=pooled(seat.tallies for seat in seats),
            fired=tuple(map(sum, zip_longest(*(seat.fired for seat in seats), fillvalue=0))),
            fallbacks=sum(seat.fallbacks for seat in seats),
            given_up={why: sum(seat.given_up[why] for seat in seats) for why in Silence},
        )


@dataclass(frozen=True)
class Result:
    """The results of many games: their number, their turns added up, and counts of their scores and
    ends. `seats` has the counts of the moves of each seat.
    """

    games: int
    turns: int
    stacks: tuple[int, ...]
    """The number of games by score (index 0: score 0), where the score is the cards played."""
    zero: tuple[int, ...]
    """The number of games by score, where a game lost by strikes scores 0."""
    ends: dict[End, int]
    """The number of games by the reason why they ended."""
    seats: tuple[SeatResult, ...]

    @property
    def mean_stacks(self) -> float:
        """The mean score, where the score is the number of cards played."""
        return histogram_mean(self.stacks)

    @property
    def sem_stacks(self) -> float:
        """The standard error of `mean_stacks`, the mean number of cards played."""
        return histogram_sem(self.stacks)

    @property
    def mean_zero(self) -> float:
        """The mean score, where a game lost by strikes scores 0."""
        return histogram_mean(self.zero)

    @property
    def sem_zero(self) -> float:
        """The standard error of `mean_zero`, the mean score with games lost by strikes at 0."""
        return histogram_sem(self.zero)

    @property
    def all_seats(self) -> SeatResult:
        """The counts of the moves of all seats added up."""
        return SeatResult.pooled(self.seats)


CHUNK = 1024  # games in one call of the core; a thread can stop between calls
MOST_THREADS = 256
MOST_GAMES = 2**25
"""The most games of one run. More could overflow a 64-bit count: a game may add 64 cards to a sum
in which a card counts up to 2**32."""

Counts = npt.NDArray[np.uint64]


def run(
    play: Callable[[int, int], Counts],
    games: int,
    first: int,
    threads: int | None,
    chunk: int = CHUNK,
) -> Counts:
    """Play games number `first` to `first` + `games` - 1, in chunks on several threads, and return
    the sum of their counts.

    `play(first, count)` plays one chunk of up to `chunk` games and returns its counts. `threads` is
    by default one per processor. Raises ValueError if the number of games or threads is out of
    range.
    """
    workers = workers_for(games, first, threads)
    starts = range(first, first + games, chunk)
    sizes = (min(chunk, first + games - start) for start in starts)
    with ThreadPoolExecutor(workers) as pool:
        return reduce(add, pool.map(play, starts, sizes))


@contextmanager
def cancelling_pool(threads: int) -> Iterator[ThreadPoolExecutor]:
    """Context manager: yield a pool of `threads` threads, and when the `with` block ends cancel the
    tasks that have not started and wait for the others.
    """
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def workers_for(games: int, first: int, threads: int | None) -> int:
    """Return the number of threads to use: `threads`, or one per processor if it is None.

    Raises ValueError if the number of games, the number `first` of the first game, or the number of
    threads is out of range.
    """
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"The number of games must be from 1 to {MOST_GAMES:,}, not {games}.")
    if not 0 <= first <= 2**63 - games:
        raise ValueError(f"{games} games from number {first} on cannot be played.")
    workers = threads if threads is not None else os.cpu_count() or 1
    if not 1 <= workers <= MOST_THREADS:
        raise ValueError(f"The number of threads must be from 1 to {MOST_THREADS}, not {threads}.")
    return workers


def counts_of(results: Any) -> Counts:
    """Convert the C struct `hl_results` to an array of uint64. Adding two such arrays merges the
    results.
    """
    return np.frombuffer(bytes(ffi.buffer(results)), dtype=np.uint64)


def read(positions: Sequence[int], totals: Counts) -> Result:
    """Convert `totals`, an array from `counts_of`, to a Result.

    `positions` has an entry for each seat to include in `Result.seats`: the length of the seat's
    `SeatResult.fired`. That is the number of rules in the seat's rule list or, if it plays by
    another strategy, the number of reasons that the strategy can give for a move.
    """
    results = ffi.from_buffer("hl_results *", totals.tobytes())
    stacks, struck = list(results.stacks), list(results.struck)
    return Result(
        games=int(results.games),
        turns=int(results.turns),
        stacks=tuple(stacks),
        zero=zero_scores(stacks, struck),
        ends={end: int(results.ends[end]) for end in End},
        seats=tuple(_seat(many, results.seats[seat]) for seat, many in enumerate(positions)),
    )


def _seat(positions: int, counts: Any) -> SeatResult:
    return SeatResult(
        tallies=tallies_of(counts.conduct),
        fired=tuple(counts.fired[0:positions]),
        fallbacks=int(counts.fallbacks),
        given_up={why: int(counts.given_up[-1 - why]) for why in Silence},
    )
