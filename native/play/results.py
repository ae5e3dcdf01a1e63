"""The results of many games: their scores and ends, and counts of how each seat played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
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


Counts = npt.NDArray[np.uint64]


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
