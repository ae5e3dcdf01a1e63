"""What came of many games: scores, ends, and how each seat played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import sqrt

from native.engine.outcome import End
from native.rulebase.rulelist import Silence


@dataclass(frozen=True)
class Conduct:
    """How a seat played, in counts, and the measures of Canaan et al. (2019, 2020) made of them.

    A measure is None when there was nothing to measure.
    """

    offered: int
    clues: int
    plays: int
    certainty: float
    known: int
    fired: tuple[int, ...]
    """Moves by position of the rule that made them."""
    fallbacks: int
    given_up: dict[Silence, int]

    @property
    def communicativeness(self) -> float | None:
        """Share of the turns with a clue token on which a clue was given."""
        return self.clues / self.offered if self.offered else None

    @property
    def risk_aversion(self) -> float | None:
        """Mean over the cards played of the chance to be playable, as the seat saw it."""
        return self.certainty / self.plays if self.plays else None

    @property
    def information_per_play(self) -> float | None:
        """Mean over the cards played of how much was known of them: colour and rank, half each."""
        return self.known / (2 * self.plays) if self.plays else None

    @classmethod
    def pooled(cls, seats: Sequence[Conduct]) -> Conduct:
        """All seats as one. `fired` adds up by position, which says something in self-play only."""
        return cls(
            offered=sum(seat.offered for seat in seats),
            clues=sum(seat.clues for seat in seats),
            plays=sum(seat.plays for seat in seats),
            certainty=sum(seat.certainty for seat in seats),
            known=sum(seat.known for seat in seats),
            fired=tuple(map(sum, zip_longest(*(seat.fired for seat in seats), fillvalue=0))),
            fallbacks=sum(seat.fallbacks for seat in seats),
            given_up={why: sum(seat.given_up[why] for seat in seats) for why in Silence},
        )


@dataclass(frozen=True)
class Result:
    """What came of many games. Scores are indexed by score, so entry 7 counts the games with 7."""

    games: int
    turns: int
    stacks: tuple[int, ...]
    """Games by score under the scoring `stacks`."""
    zero: tuple[int, ...]
    """Games by score under the scoring `zero`."""
    ends: dict[End, int]
    seats: tuple[Conduct, ...]

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
    def conduct(self) -> Conduct:
        """All seats pooled."""
        return Conduct.pooled(self.seats)


def _moments(histogram: Sequence[int]) -> tuple[int, int, int]:
    games = sum(histogram)
    total = sum(score * count for score, count in enumerate(histogram))
    squares = sum(score * score * count for score, count in enumerate(histogram))
    return games, total, squares


def _mean(histogram: Sequence[int]) -> float:
    games, total, _ = _moments(histogram)
    return total / games


def _standard_error(histogram: Sequence[int]) -> float:
    """Sample standard deviation over the root of the number of games; 0 for a single game."""
    games, total, squares = _moments(histogram)
    if games < 2:
        return 0.0
    return sqrt((squares - total * total / games) / (games - 1) / games)
