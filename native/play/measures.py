"""Measures of ad-hoc play (Canaan et al. 2019, 2020), and counts of each seat's kinds of move.

A measure is a ratio of two tallies, which are counts over the moves of one seat, several seats or
many games. The core counts them in the struct `hl_conduct`; they have the same names in C, Python
and the pages.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import sub
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.empathy.exact import check
from native.engine.game import Game

Floats = npt.NDArray[np.float64]


def ratios(above: npt.ArrayLike, below: npt.ArrayLike) -> Floats:
    """Return `above` / `below` element by element, NaN where `below` is 0."""
    counts = np.asarray(below, np.float64)
    quotients = np.full(counts.shape, np.nan)
    np.divide(above, counts, out=quotients, where=counts > 0)
    return quotients


def sample_variance(count: npt.ArrayLike, total: npt.ArrayLike, squares: npt.ArrayLike) -> Floats:
    """Return the sample variance of `count` values from their sum and sum of squares; NaN for fewer
    than two.
    """
    values = np.asarray(count, np.float64)
    expected = ratios(np.asarray(total, np.float64) ** 2, values)
    return np.maximum(ratios(np.asarray(squares, np.float64) - expected, values - 1), 0)


def zero_scores(stacks: Sequence[int], struck: Sequence[int]) -> tuple[int, ...]:
    """Return the number of games by score if games lost by strikes score 0.

    `stacks[n]` games have n cards played; `struck[n]` of them were lost by strikes.
    """
    scores = list(map(sub, stacks, struck))
    scores[0] += sum(struck)
    return tuple(scores)


def histogram_mean(counts: Sequence[int]) -> float:
    """Return the mean of a histogram, in which `counts[n]` numbers equal n."""
    return sum(number * count for number, count in enumerate(counts)) / sum(counts)


def histogram_sem(counts: Sequence[int]) -> float:
    """Return the standard error of `histogram_mean`; 0 for a single number."""
    mean, count = histogram_mean(counts), sum(counts)
    squares = sum((number - mean) ** 2 * many for number, many in enumerate(counts))
    return sqrt(squares / max(1, count - 1) / count)


TALLIES: tuple[str, ...] = tuple(name for name, _ in ffi.typeof("hl_conduct").fields)
CERTAIN = 2**32
"""The amount that `certainty` counts for a played card that was certainly playable."""

Tallies = Mapping[str, int]


@dataclass(frozen=True)
class Measure:
    """A statistic of play between 0 and 1: tally `above` divided by `unit` times tally `below`."""

    above: str
    below: str
    unit: int
    words: str

    def of(self, tallies: Tallies) -> float | None:
        """Return the value of the measure for these tallies; None if a tally is missing or the
        denominator is 0.
        """
        above, below = tallies.get(self.above), tallies.get(self.below)
        return above / (self.unit * below) if below and above is not None else None

    def of_each(self, results: npt.NDArray[Any]) -> Floats:
        """Return the value of the measure for each entry of a structured array of tallies.

        It is NaN where the denominator is 0.
        """
        return ratios(results[self.above] / self.unit, results[self.below])

    def standard_error(self, results: npt.NDArray[Any] | Tallies) -> Floats:
        """Return an upper bound on the standard error of the measure, for each entry.

        A number between 0 and 1 with mean m has a variance of at most m (1 - m); the counted events
        are taken as independent.
        """
        below = results[self.below]
        mean = ratios(results[self.above] / self.unit, below)
        return np.sqrt(ratios(mean * (1 - mean), below))


MEASURES = {
    "communicativeness": Measure(
        "clues", "offered", 1, "clues given of turns with a clue token"
    ),
    "risk_aversion": Measure(
        "certainty", "plays", CERTAIN,
        "mean chance to be playable of the cards played, each by itself",
    ),
    "information_per_play": Measure(
        "known", "plays", 2, "colour and rank known of the cards played, half each"
    ),
    "marked_per_clue": Measure(
        "marked", "clues", 5, "cards that a clue marked for the first time, of five"
    ),
}  # fmt: skip
"""The measures by name. A new one is an entry here and, for a new tally, a line in `conduct.h`."""


def measures(tallies: Tallies) -> dict[str, float | None]:
    """Return the value of every measure by its name in `MEASURES`, such as `risk_aversion`; None
    where it is undefined.
    """
    return {name: measure.of(tallies) for name, measure in MEASURES.items()}


def tallies_of(conduct: Any) -> dict[str, int]:
    """Convert the C struct `hl_conduct`, the tallies of a seat, to a dictionary by name."""
    return {name: int(getattr(conduct, name)) for name in TALLIES}


def pooled(parts: Iterable[Tallies]) -> dict[str, int]:
    """Return the sums of the tallies of several seats or games.

    A tally that is missing from any of the `parts` is left out.
    """
    listed = list(parts)
    known = [name for name in TALLIES if all(name in tallies for tallies in listed)]
    return {name: sum(tallies[name] for tallies in listed) for name in known}


@dataclass(frozen=True)
class Style:
    """Counts of one seat's moves in a game, by kind."""

    turns: int
    tallies: Tallies
    """The sums that the measures are ratios of."""
    told: int
    """Sum over clues: the touched cards whose possible identities the clue narrowed."""
    idle_clues: int
    """The number of clues that narrowed no card."""
    tellings: tuple[int, ...]
    """The number of clues by how many touched cards they narrowed, from 0 to the whole hand."""
    lost_tokens: int
    """Clue tokens not gained because all tokens were available."""
    risks: tuple[float, ...]
    """For each misplay the exact probability, over all deals, that the card was playable."""

    @property
    def misplays(self) -> int:
        """The number of misplays."""
        return len(self.risks)


def styles(game: Game) -> tuple[Style, ...]:
    """Return the counts of moves, by kind, of every seat of a game so far."""
    seats = ffi.new("hl_style[6]")
    check(lib.hl_styles(game.struct, seats))
    return tuple(
        Style(
            turns=raw.turns,
            tallies=tallies_of(raw.conduct),
            told=raw.told,
            idle_clues=raw.idle_clues,
            tellings=tuple(raw.tellings[0 : game.rules.hand_size + 1]),
            lost_tokens=raw.lost_token,
            risks=tuple(raw.risks[0 : raw.strikes]),
        )
        for raw in seats[0 : game.rules.players]
    )
