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
    """Return the sample variance of `count` values, given their sum `total` and the sum of their
    squares `squares`; element by element for arrays. It is NaN for fewer than two values.
    """
    values = np.asarray(count, np.float64)
    expected = ratios(np.asarray(total, np.float64) ** 2, values)
    return np.maximum(ratios(np.asarray(squares, np.float64) - expected, values - 1), 0)


def zero_scores(stacks: Sequence[int], struck: Sequence[int]) -> tuple[int, ...]:
    """Return the number of games by score (index 0: score 0), where games lost by strikes score 0.

    `stacks[n]` is the number of games with n cards played, `struck[n]` the number of those that
    were lost by strikes.
    """
    scores = list(map(sub, stacks, struck))
    scores[0] += sum(struck)
    return tuple(scores)


def histogram_mean(counts: Sequence[int]) -> float:
    """Return the mean of the values that a histogram counts: `counts[n]` of them equal n."""
    return sum(number * count for number, count in enumerate(counts)) / sum(counts)


def histogram_sem(counts: Sequence[int]) -> float:
    """Return the standard error of the mean of the values that a histogram counts (`counts[n]` of
    them equal n); 0 for a single value.
    """
    mean, count = histogram_mean(counts), sum(counts)
    squares = sum((number - mean) ** 2 * many for number, many in enumerate(counts))
    return sqrt(squares / max(1, count - 1) / count)


TALLIES: tuple[str, ...] = tuple(name for name, _ in ffi.typeof("hl_conduct").fields)
CERTAIN = 2**32
"""The amount by which the tally `certainty` grows when a certainly playable card is played; for
other cards it grows in proportion to the probability that the card is playable."""

Tallies = Mapping[str, int]


@dataclass(frozen=True)
class Measure:
    """A statistic of play between 0 and 1: the tally named `above` divided by `unit` times the
    tally named `below`. `words` is its description for users.
    """

    above: str
    below: str
    unit: int
    words: str

    def of(self, tallies: Tallies) -> float | None:
        """Return the value of the measure, given the tallies by name; None if one of its two
        tallies is missing or the denominator is 0.
        """
        above, below = tallies.get(self.above), tallies.get(self.below)
        return above / (self.unit * below) if below and above is not None else None

    def of_each(self, results: npt.NDArray[Any]) -> Floats:
        """Return the value of the measure for each entry of `results`, a structured array with a
        field for each tally; NaN where the denominator is 0.
        """
        return ratios(results[self.above] / self.unit, results[self.below])

    def standard_error(self, results: npt.NDArray[Any] | Tallies) -> Floats:
        """Return an upper bound on the standard error of the measure.

        `results` is a structured array of tallies, with one bound for each entry, or one mapping of
        tallies by name. The bound is NaN where the denominator is 0.

        It assumes that the counted events are independent, and uses that a number between 0 and 1
        with mean m has a variance of at most m (1 - m).
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
"""The measures of ad-hoc play by name. To add one, add an entry here and, if it needs a new tally,
a line in `conduct.h`."""


def measures(tallies: Tallies) -> dict[str, float | None]:
    """Return the value of every measure, given the tallies by name. The keys are the names in
    `MEASURES`, such as `risk_aversion`; the value is None where a measure is undefined.
    """
    return {name: measure.of(tallies) for name, measure in MEASURES.items()}


def tallies_of(conduct: Any) -> dict[str, int]:
    """Convert the C struct `hl_conduct`, the tallies of a seat, to a dictionary of counts by their
    names in `TALLIES`.
    """
    return {name: int(getattr(conduct, name)) for name in TALLIES}


def pooled(parts: Iterable[Tallies]) -> dict[str, int]:
    """Return the sums, name by name, of the tallies of several seats or games.

    A tally that is missing from any of the `parts` is left out of the result.
    """
    listed = list(parts)
    known = [name for name in TALLIES if all(name in tallies for tallies in listed)]
    return {name: sum(tallies[name] for tallies in listed) for name in known}


@dataclass(frozen=True)
class Style:
    """Statistics of one seat's moves in one game. `turns` is the number of its moves."""

    turns: int
    tallies: Tallies
    """Counts by their names in `TALLIES`; each measure is a ratio of two."""
    told: int
    """The number of touched cards of which the clue ruled out identities, summed over the seat's
    clues."""
    idle_clues: int
    """The number of the seat's clues that ruled out no identity of any card, touched or not."""
    tellings: tuple[int, ...]
    """Entry n counts the seat's clues that ruled out identities of exactly n touched cards, with n
    from 0 to the hand size."""
    lost_tokens: int
    """The clue tokens that the seat did not gain because all tokens were available."""
    risks: tuple[float, ...]
    """For each misplay, the exact probability that the card was playable, over all deals that
    agreed with what the seat knew before it."""


def styles(game: Game) -> tuple[Style, ...]:
    """Return the statistics of the moves of each seat in a game so far, by seat."""
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
