"""The arena: any seating of rule lists plays many games, on as many threads as asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.outcome import End
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.play.measures import tallies_of
from native.play.results import Result, SeatResult
from native.rulebase.rulelist import RuleList, Silence

CHUNK = 1024  # games in one call of the core; a thread can be stopped between calls
MOST_THREADS = 256

Counts = npt.NDArray[np.uint64]


def simulate(
    rules: Rules,
    seating: Sequence[RuleList],
    games: int,
    seed: str | int | Rng,
    *,
    first: int = 0,
    threads: int | None = None,
) -> Result:
    """Play games `first`, `first` + 1 ... of the run with this seed, list i on seat i.

    The result depends on these alone, whatever the number of threads (left out: one a processor).
    Raises ValueError for a seating of another size than the table, no games, or no threads.
    """
    if len(seating) != rules.players:
        raise ValueError(f"{rules.players} seats need as many agents, not {len(seating)}.")
    play = _player(rules, seating, Rng(seed))
    return read([len(seat.rules) for seat in seating], run(play, games, first, threads))


def run(
    play: Callable[[int, int], Counts],
    games: int,
    first: int,
    threads: int | None,
    chunk: int = CHUNK,
) -> Counts:
    """The sum of what `play(first, count)` counts in chunks of the games. Raises ValueError."""
    workers = workers_for(games, first, threads)
    starts = range(first, first + games, chunk)
    sizes = (min(chunk, first + games - start) for start in starts)
    with ThreadPoolExecutor(workers) as pool:
        return reduce(add, pool.map(play, starts, sizes))


def workers_for(games: int, first: int, threads: int | None) -> int:
    """On how many threads these games are played. Raises ValueError for ones that cannot be."""
    if not 1 <= games <= 2**63:
        raise ValueError(f"The number of games must be from 1 to 2^63, not {games}.")
    if not 0 <= first <= 2**63 - games:
        raise ValueError(f"{games} games from number {first} on cannot be played.")
    workers = threads if threads is not None else os.cpu_count() or 1
    if not 1 <= workers <= MOST_THREADS:
        raise ValueError(f"The number of threads must be from 1 to {MOST_THREADS}, not {threads}.")
    return workers


def _player(rules: Rules, seating: Sequence[RuleList], seed: Rng) -> Callable[[int, int], Counts]:
    """A function that plays a chunk of games and gives the core's `hl_results` as numbers."""
    lists = ffi.new("hl_rulelist *[]", [seat.struct for seat in seating])

    def play(first: int, count: int) -> Counts:
        results = ffi.new("hl_results *")
        error = lib.hl_arena(rules.struct, lists, seed.struct, first, count, results)
        assert error == lib.HL_OK, "RuleList and Rules let nothing through that the core refuses"
        return np.frombuffer(bytes(ffi.buffer(results)), dtype=np.uint64)

    return play


def read(positions: Sequence[int], totals: Counts) -> Result:
    """The core's `hl_results`; each seat's moves by position, of which it has so many."""
    results = ffi.from_buffer("hl_results *", totals.tobytes())
    stacks, struck = list(results.stacks), list(results.struck)
    zero = [all_games - lost for all_games, lost in zip(stacks, struck, strict=True)]
    zero[0] += sum(struck)
    return Result(
        games=int(results.games),
        turns=int(results.turns),
        stacks=tuple(stacks),
        zero=tuple(zero),
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
