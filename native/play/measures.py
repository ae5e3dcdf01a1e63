"""The measures of ad-hoc play (Canaan et al. 2019, 2020): the one place that defines them.

A measure is a ratio of two tallies, which are sums over the moves of a seat, of several seats or
of many games. The core counts the tallies, in `hl_conduct`; they go by its names everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi
from native.play.sums import Floats, ratios

TALLIES: tuple[str, ...] = tuple(name for name, _ in ffi.typeof("hl_conduct").fields)
CERTAIN = 2**32
"""What `certainty` counts for one card played that was sure to be playable."""

Tallies = Mapping[str, int]


@dataclass(frozen=True)
class Measure:
    """A number from 0 to 1: the tally `above` over `unit` times the tally `below`."""

    above: str
    below: str
    unit: int
    words: str

    def of(self, tallies: Tallies) -> float | None:
        """None when there was nothing to measure, or a tally is not known."""
        above, below = tallies.get(self.above), tallies.get(self.below)
        return above / (self.unit * below) if below and above is not None else None

    def of_each(self, results: npt.NDArray[Any]) -> Floats:
        """Of an array with the tallies as fields; not a number when there was nothing to
        measure."""
        return ratios(results[self.above] / self.unit, results[self.below])

    def standard_error(self, results: npt.NDArray[Any] | Tallies) -> Floats:
        """At most: a number between 0 and 1 with mean m has a variance of m (1 - m) or less, and
        what is counted is taken as independent."""
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
"""A new measure is an entry here and, if it needs a new tally, a line in `conduct.h`."""


def measures(tallies: Tallies) -> dict[str, float | None]:
    """Every measure by its name."""
    return {name: measure.of(tallies) for name, measure in MEASURES.items()}


def tallies_of(conduct: Any) -> dict[str, int]:
    """An `hl_conduct` of the core by the names of its tallies."""
    return {name: int(getattr(conduct, name)) for name in TALLIES}


def pooled(parts: Iterable[Tallies]) -> dict[str, int]:
    """The tallies of several seats or games as one. What one of them does not know, the sum does
    not either."""
    listed = list(parts)
    known = [name for name in TALLIES if all(name in tallies for tallies in listed)]
    return {name: sum(tallies[name] for tallies in listed) for name in known}
