"""The file of measurements, which grows block by block and can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from agents.runs.life import checkpointed
from agents.runs.storage import replace
from analysis.papers.perfect import runs
from analysis.papers.perfect.runs import Run
from analysis.statistics import Estimate, Interval, mean_of_counts, share
from native.records.json_bytes import decode_json
from native.solver.reduced_games import Deviation

FILE = Path(__file__).with_name("measured.json")
BLOCK = 5_000
"""Games between two saves."""


Part = tuple[dict[str, Any], str, Any]
"""A table of `Measured`, a row name, and the row's new value."""


class BadMeasurements(Exception):
    """The file is unreadable or not a file of measurements."""


class Scores(msgspec.Struct, forbid_unknown_fields=True):
    """Games of one run by score."""

    turns: int = 0
    histogram: tuple[int, ...] = (0,) * 26

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.histogram)

    @property
    def mean(self) -> Estimate:
        """The mean score."""
        return mean_of_counts(dict(enumerate(self.histogram)))

    @property
    def perfect(self) -> Interval:
        """The percentage of games with all points, and the ends of its interval."""
        return percent(self.histogram[-1], self.games)

    def with_more(self, turns: int, histogram: tuple[int, ...]) -> Scores:
        """Return the scores with more games, given as turns and games by score, added."""
        added = zip(self.histogram, histogram, strict=True)
        return Scores(self.turns + turns, tuple(a + b for a, b in added))


class Measured(msgspec.Struct, forbid_unknown_fields=True):
    """All measurements that the page shows. Every run has the same seed."""

    seed: str = runs.SEED
    scores: dict[str, Scores] = {}
    reduced: dict[str, tuple[int, ...]] = {}
    """Deals by points missed."""

    def of(self, run: Run) -> Scores:
        """Return the scores of a run, empty if it has not been played."""
        return self.scores.get(run.name, Scores())

    def won(self, deviations: Deviation, hints: int) -> Interval | None:
        """Return the percentage of winnable reduced deals and its interval; None if not
        measured."""
        missed = self.reduced.get(runs.reduced_name(deviations, hints))
        return percent(missed[0], sum(missed)) if missed else None


def percent(hits: int, of: int) -> Interval:
    """Return a percentage with its 95% interval (Wilson); zeros if `of` is 0."""
    _, low, high = share(hits, of) or (0.0, 0.0, 0.0)
    return Interval(100 * hits / of if of else 0.0, 100 * low, 100 * high)


def load(file: Path = FILE) -> Measured:
    """Load the measurements, empty if there is no file. Raises BadMeasurements if it is damaged."""
    if not file.exists():
        return Measured()
    try:
        return decode_json(file.read_bytes(), Measured)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadMeasurements(f"{file.name} holds no measurements: {error}") from error


def save(measured: Measured, file: Path = FILE) -> None:
    """Write the measurements. Raises Unwritable if the file cannot be written."""
    text = (
        msgspec.json.encode(measured, order="sorted")
        .replace(b"},", b"},\n")
        .replace(b"],", b"],\n")
    )
    replace(file, text + b"\n")


def lacking(measured: Measured, games: int) -> list[str]:
    """Return the names of the runs and reduced games that have fewer games than this."""
    few = [run.name for run in runs.runs() if measured.of(run).games < games]
    return few + [
        f"reduced game, {name} hints"
        for name in (runs.reduced_name(*step) for step in product(runs.STEPS, runs.HINTS))
        if sum(measured.reduced.get(name, ())) < games
    ]


def measure(
    games: int, seed: str, file: Path = FILE, say: Callable[[str], object] = str
) -> Measured:
    """Play until every run has `games` games, saving after each part. Measurements with another
    seed are discarded. Raises BadMeasurements or Unwritable."""
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
    measured: Measured, games: int, seed: str, say: Callable[[str], object]
) -> Iterator[Part]:
    """Yield the parts still to be measured; `say` is called after each has been saved."""
    for run in runs.runs():
        while (done := measured.of(run).games) < games:
            more = min(BLOCK, games - done)
            scores = measured.of(run).with_more(*run.play(more, seed, done))
            yield measured.scores, run.name, scores
            say(f"{run.name}: {done + more:,} of {games:,} games")
    for deviations, hints in product(runs.STEPS, runs.HINTS):
        name = runs.reduced_name(deviations, hints)
        if sum(measured.reduced.get(name, ())) < games:
            yield measured.reduced, name, runs.deal_reduced(deviations, hints, games, seed)
            say(f"reduced game, {name} hints: {games:,} deals")
