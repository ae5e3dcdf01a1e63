"""The results of many games: scores, ends, and how each seat played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import sqrt

from native.engine.outcome import End
from native.play.measures import Tallies, measures, pooled
from native.play.sums import sample_variance
from native.rulebase.rulelist import Silence


@dataclass(frozen=True)
class SeatResult:
    """How one seat played, or several pooled."""

    tallies: Tallies
    """What the measures are ratios of."""
    fired: tuple[int, ...]
    """Moves by position of the rule that made them."""
    fallbacks: int
    """Random legal moves since no rule fired."""
    given_up: dict[Silence, int]

    @property
    def measures(self) -> dict[str, float | None]:
        """By name; None when there was nothing to measure."""
        return measures(self.tallies)

    @classmethod
    def pooled(cls, seats: Sequence[SeatResult]) -> SeatResult:
        """All seats as one. `fired` adds up by position, which says something in self-play only."""
        return cls(
            tallies=pooled(seat.tallies for seat in seats),
            fired=tuple(map(sum, zip_longest(*(seat.fired for seat in seats), fillvalue=0))),
            fallbacks=sum(seat.fallbacks for seat in seats),
            given_up={why: sum(seat.given_up[why] for seat in seats) for why in Silence},
        )


@dataclass(frozen=True)
class Result:
    """The results of many games. Counts by score are indexed by it: entry 7 is of score 7."""

    games: int
    turns: int
    stacks: tuple[int, ...]
    """Games by score under the scoring `stacks`."""
    zero: tuple[int, ...]
    """Games by score under the scoring `zero`."""
    ends: dict[End, int]
    seats: tuple[SeatResult, ...]

    @property
    def mean_stacks(self) -> float:
        return _mean(self.stacks)

    @property
    def sem_stacks(self) -> float:
        """Standard error of the mean."""
        return _standard_error(self.stacks)

    @property
    def mean_zero(self) -> float:
        return _mean(self.zero)

    @property
    def sem_zero(self) -> float:
        """Standard error of the mean."""
        return _standard_error(self.zero)

    @property
    def all_seats(self) -> SeatResult:
        """All seats pooled."""
        return SeatResult.pooled(self.seats)


def _moments(histogram: Sequence[int]) -> tuple[int, int, int]:
    games = sum(histogram)
    total = sum(score * count for score, count in enumerate(histogram))
    squares = sum(score * score * count for score, count in enumerate(histogram))
    return games, total, squares


def _mean(histogram: Sequence[int]) -> float:
    games, total, _ = _moments(histogram)
    return total / games


def _standard_error(histogram: Sequence[int]) -> float:
    """0 for a single game."""
    games, total, squares = _moments(histogram)
    return sqrt(sample_variance(games, total, squares) / games) if games > 1 else 0.0
