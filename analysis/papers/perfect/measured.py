"""The file of what was measured. It grows block by block, and goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from agents.runs.checkpoints import checkpointed
from agents.runs.storage import replace
from analysis.papers.perfect import runs
from analysis.papers.perfect.runs import Run
from analysis.statistics import Estimate, mean_of_counts, share
from native.solver.reduced_games import Deviation

FILE = Path(__file__).with_name("measured.json")
BLOCK = 5_000
"""Games between two savings."""


Part = tuple[dict[str, Any], str, Any]
"""A table of what was measured, a row of it, and what the row now holds."""


class BadMeasurements(Exception):
    """The file cannot be read, or holds something else. In words."""


class Scores(msgspec.Struct, forbid_unknown_fields=True):
    """Games of one run by score; its number of games is their sum."""

    turns: int = 0
    histogram: tuple[int, ...] = (0,) * 26

    @property
    def games(self) -> int:
        return sum(self.histogram)

    @property
    def mean(self) -> Estimate:
        return mean_of_counts(dict(enumerate(self.histogram)))

    @property
    def perfect(self) -> tuple[float, float, float]:
        """Share of the games with all points, in per cent, with its interval."""
        return percent(self.histogram[-1], self.games)

    def with_more(self, turns: int, histogram: tuple[int, ...]) -> Scores:
        added = zip(self.histogram, histogram, strict=True)
        return Scores(self.turns + turns, tuple(a + b for a, b in added))


class Measured(msgspec.Struct, forbid_unknown_fields=True):
    """All that the page shows. Every run has the same seed."""

    seed: str = runs.SEED
    scores: dict[str, Scores] = {}
    reduced: dict[str, tuple[int, ...]] = {}
    """Deals by points missed."""

    def of(self, run: Run) -> Scores:
        """Without any games, if there is nothing yet."""
        return self.scores.get(run.name, Scores())

    def won(self, deviations: Deviation, hints: int) -> tuple[float, float, float] | None:
        """Reduced deals that can be won, in per cent, with the interval."""
        missed = self.reduced.get(runs.reduced_name(deviations, hints))
        return percent(missed[0], sum(missed)) if missed else None


def percent(hits: int, of: int) -> tuple[float, float, float]:
    """A share with its 95% interval (Wilson); zeros of nothing."""
    _, low, high = share(hits, of) or (0.0, 0.0, 0.0)
    return (100 * hits / of if of else 0.0), 100 * low, 100 * high


def load(file: Path = FILE) -> Measured:
    """Raises BadMeasurements."""
    if not file.exists():
        return Measured()
    try:
        return msgspec.json.decode(file.read_bytes(), type=Measured)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadMeasurements(f"{file.name} holds no measurements: {error}") from error


def save(measured: Measured, file: Path = FILE) -> None:
    """Raises Unwritable."""
    text = (
        msgspec.json.encode(measured, order="sorted")
        .replace(b"},", b"},\n")
        .replace(b"],", b"],\n")
    )
    replace(file, text + b"\n")


def measure(
    games: int, seed: str, file: Path = FILE, say: Callable[[str], None] = lambda line: None
) -> Measured:
    """Play until every run has that many games, and save as it goes. What was measured with another
    seed is begun anew. Raises BadMeasurements or Unwritable."""
    measured = load(file)
    if measured.seed != seed:
        measured = Measured(seed)

    def take(part: Part) -> None:
        table, name, value = part
        table[name] = value

    parts = _missing(measured, games, seed, say)
    checkpointed(parts, take, lambda: save(measured, file), every=0)
    return measured


def _missing(
    measured: Measured, games: int, seed: str, say: Callable[[str], None]
) -> Iterator[Part]:
    """What is still to be measured, part by part; each is told of once it is saved."""
    for run in runs.runs():
        while (done := measured.of(run).games) < games:
            more = min(BLOCK, games - done)
            scores = measured.of(run).with_more(*run.play(more, seed, done))
            yield measured.scores, run.name, scores
            say(f"{run.name}: {done + more:,} of {games:,} games")
    for deviations in runs.STEPS:
        for hints in runs.HINTS:
            name = runs.reduced_name(deviations, hints)
            if sum(measured.reduced.get(name, ())) < games:
                yield measured.reduced, name, runs.deal_reduced(deviations, hints, games, seed)
                say(f"reduced game, {name} hints: {games:,} deals")
