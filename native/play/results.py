"""The results of many games: scores, ends, and how each seat played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import sqrt

from native.engine.events import End
from native.play.measures import Tallies, measures, pooled, sample_variance
from native.rulebase.rulelist import Silence


@dataclass(frozen=True)
class SeatResult:
    """Counts of how one seat played, or of several seats added up."""

    tallies: Tallies
    """The sums that the measures are ratios of."""
    fired: tuple[int, ...]
    """The number of moves by the position of the rule that made them."""
    fallbacks: int
    """Random legal moves made because no rule fired."""
    given_up: dict[Silence, int]
    """Games given up, by reason."""

    @property
    def measures(self) -> dict[str, float | None]:
        """The measures of this seat's play by name; None where one is undefined."""
        return measures(self.tallies)

    @classmethod
    def pooled(cls, seats: Sequence[SeatResult]) -> SeatResult:
        """Return the sums over several seats.

        `fired` adds up by position in the rule list, which is meaningful only if all seats have one
        list.
        """
        return cls(
            tallies=pooled(seat.tallies for seat in seats),
            fired=tuple(map(sum, zip_longest(*(seat.fired for seat in seats), fillvalue=0))),
            fallbacks=sum(seat.fallbacks for seat in seats),
            given_up={why: sum(seat.given_up[why] for seat in seats) for why in Silence},
        )


@dataclass(frozen=True)
class Result:
    """The results of many games: counts of scores, ends and moves. Counts by score are indexed by
    it.
    """

    games: int
    turns: int
    stacks: tuple[int, ...]
    """The number of games by score under the scoring `stacks`."""
    zero: tuple[int, ...]
    """The number of games by score under the scoring `zero`."""
    ends: dict[End, int]
    """The number of games by end."""
    seats: tuple[SeatResult, ...]

    @property
    def mean_stacks(self) -> float:
        """The mean of the cards played."""
        return _mean(self.stacks)

    @property
    def sem_stacks(self) -> float:
        """The standard error of `mean_stacks`."""
        return _standard_error(self.stacks)

    @property
    def mean_zero(self) -> float:
        """The mean score with lost games at 0."""
        return _mean(self.zero)

    @property
    def sem_zero(self) -> float:
        """The standard error of `mean_zero`."""
        return _standard_error(self.zero)

    @property
    def all_seats(self) -> SeatResult:
        """The counts of all seats added up."""
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
    """Return the standard error of the mean of a histogram; 0 for a single game."""
    games, total, squares = _moments(histogram)
    return sqrt(sample_variance(games, total, squares) / games) if games > 1 else 0.0
