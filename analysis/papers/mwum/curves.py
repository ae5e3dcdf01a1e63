"""Learning curves as figures, with random play as the baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from agents import registry
from agents.arena import simulate
from agents.mwum.run import MwumRun
from analysis.charts import Points, means_along
from analysis.figures import Figure
from analysis.papers.mwum import series as made
from analysis.papers.mwum.series import SEEDS, Series
from analysis.statistics import Estimate
from analysis.tables import Column, Rows
from native import Rules

INTERVALS = "95% intervals by Student's t, with runs as the units: what another run would give."
OF_ONE = "95% intervals, with games as the units: each is one run."
UNIFORM = "any legal move"
UNIFORM_SEED = "1"
UNIFORM_GAMES = 100_000
UNIFORM_COMMAND = (
    f"manage.py simulate rules:legal_random --players 2 --games {UNIFORM_GAMES} "
    f"--seed {UNIFORM_SEED}"
)
PLACES = 10
"""The number of points on a curve."""

Curves = Mapping[Series, Sequence[MwumRun]]


@lru_cache(maxsize=1)
def uniform() -> tuple[int, ...]:
    """Return the number of games by score, for two players who make random legal moves."""
    entry = registry.find("rules:legal_random")
    rules = Rules.standard(2)
    return simulate(rules, [entry] * 2, UNIFORM_GAMES, UNIFORM_SEED, threads=1).stacks


def curve(training_runs: Sequence[MwumRun], games: int | None = None) -> Points:
    """Return the mean score along the runs, up to `games` games."""
    places = _places(training_runs, games)
    lines = zip(*(made.along([one], places) for one in training_runs), strict=True)
    return [
        (row[0][0], made.over_runs([made.points(block) for _, block in row]))
        for row in lines
        if games is None or row[0][0] <= games
    ]


def _places(training_runs: Sequence[MwumRun], games: int | None) -> int:
    return PLACES if games is None else PLACES * max(1, training_runs[0].games // games)


class Along(NamedTuple):
    """A point of a learning curve."""

    the_agent: str
    games: float
    mean: Sequence[Estimate]


def along(
    name: str,
    title: str,
    curves: Mapping[str, Points],
    axis: str,
    training_runs: Curves,
    shown: Sequence[Series],
    note: str,
    range_: list[float] | None = None,
) -> Figure:
    """Plot curves against the games of training, with their table."""
    traces, layout = means_along(curves, "games learnt from", axis)
    layout["yaxis"]["rangemode"] = "tozero"
    if range_:
        layout["yaxis"]["range"] = range_
    return Figure(
        name=name,
        title=title,
        table=Rows(
            Along,
            [Along(what, games, [e]) for what, line in curves.items() for games, e in line],
            {"mean": [Column(axis, 3)]},
        ),
        games=games_of(training_runs, shown),
        seed=seeds(),
        note=note,
        traces=traces,
        layout=layout,
    )


def seeds() -> str:
    """Return the seeds as text."""
    return ", ".join(map(str, SEEDS))


def games_of(training_runs: Curves, shown: Sequence[Series]) -> int:
    """Return the number of training games of the series `shown`."""
    return sum(training_run.games for each in shown for training_run in training_runs[each])
