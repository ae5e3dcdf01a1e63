"""Play many games on several threads, in chunks that are one call of the core each."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from native._core import ffi
from native.play.results import Counts, counts_of

CHUNK = 1024  # games in one call of the core; a thread can stop between calls
MOST_THREADS = 256
MOST_GAMES = 2**25
"""The most games of one run. More could overflow a 64-bit count: a game may add 64 cards to a sum
in which a card counts up to 2**32."""


def run(
    play: Callable[[int, int], Counts],
    games: int,
    first: int,
    threads: int | None,
    chunk: int = CHUNK,
    say: Callable[[int], None] = lambda done: None,
) -> Counts:
    """Play games number `first` to `first` + `games` - 1, in chunks on several threads, and return
    the sum of their counts.

    `play(first, count)` plays one chunk of up to `chunk` games and returns its counts. `threads` is
    by default one per processor. `say` is called with the number of games done after each chunk.
    Raises ValueError if the number of games or threads is out of range.
    """
    workers = workers_for(games, first, threads)
    starts = range(first, first + games, chunk)
    sizes = (min(chunk, first + games - start) for start in starts)
    totals = counts_of(ffi.new("hl_results *"))
    with cancelling_pool(workers) as pool:
        for number, counts in enumerate(pool.map(play, starts, sizes), start=1):
            totals = totals + counts
            say(min(games, number * chunk))
    return totals


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
        raise ValueError(f"The first of {games} games must be 0 to {2**63 - games}, not {first}.")
    workers = threads if threads is not None else os.cpu_count() or 1
    if not 1 <= workers <= MOST_THREADS:
        raise ValueError(f"The number of threads must be from 1 to {MOST_THREADS}, not {threads}.")
    return workers
