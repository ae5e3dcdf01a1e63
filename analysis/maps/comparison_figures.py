"""Figures that compare runs on the same grid."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from operator import ne
from typing import Annotated, NamedTuple

import numpy as np

from agents.archives import Archive, runs
from agents.archives.summary import summary
from agents.generator import curve
from analysis.charts import means_along
from analysis.figures import Figure
from analysis.maps.layers import Layer, Place
from analysis.maps.map_figures import CellRow, map_figure
from analysis.statistics import Estimate
from analysis.tables import Column, Rows

EVEN = "RdBu"
"""Diverging: blue is negative, red is positive, grey is 0."""


class CurveRow(NamedTuple):
    """A point of a run's curve."""

    run: str
    individuals: int
    games: int
    coverage: int
    qd_score: Annotated[float, Column("QD-score", 0)]
    best: float


def curves(names: Sequence[str]) -> list[Figure]:
    """Return the QD score and the coverage of runs by the games that they had played; none if no
    curve is stored."""
    points = {name: curve.read(runs.folder(name)) for name in names}
    points = {name: line for name, line in points.items() if line}
    rows = [
        CurveRow(name, one.individuals, one.games, one.coverage, one.qd_score, one.best)
        for name, line in points.items()
        for one in line
    ]
    drawn = ("QD score", "qd_score"), ("Coverage", "coverage")
    return [_curve(words, field, points, rows) for words, field in drawn if rows]


def _curve(
    words: str,
    field: str,
    points: Mapping[str, Sequence[curve.Point]],
    rows: Sequence[CurveRow],
) -> Figure:
    series = {
        run: [(float(one.games), Estimate(getattr(one, field))) for one in line]
        for run, line in points.items()
    }
    traces, layout = means_along(series, "games played", words)
    for trace in traces:
        trace["mode"] = "lines"
    return Figure(
        name=f"{field.replace('_', '-')}-by-games",
        title=f"{words} by games",
        table=Rows(CurveRow, rows),
        games=sum(line[-1].games for line in points.values()),
        note="While the run went on, by the games that won the cells: such scores are too high, as "
        "the luckiest candidate wins. Games measured again afterwards are not counted.",
        traces=traces,
        layout=layout,
        height=320,
    )


def comparison(archives: Sequence[Archive]) -> list[Figure]:
    """Return a table of the runs, a table of all pairs, their curves, and for each other run a map
    of its scores minus the first run's."""
    first, *others = archives
    differences = [_difference(first, other) for other in others]
    history = curves([archive.run for archive in archives])
    return [_summaries(archives), _pairs(archives), *history, *differences]


class Summary(NamedTuple):
    """A run's row in the comparison of runs."""

    run: str
    algorithm: str
    alphabet: str
    games_played: int
    valid_cells: int
    in_their_own_cells: int | None
    mean_over_valid_cells: float | None
    best: float | None
    qd_score: Annotated[float, Column("QD-score", 0)]


def _summaries(archives: Sequence[Archive]) -> Figure:
    rows = [
        Summary(
            archive.run,
            archive.recipe.algorithm if archive.recipe else "imported",
            *(archive.setting.alphabet, archive.games, now.coverage, now.in_own_cell),
            *(now.mean_valid, now.max, now.qd_score),
        )
        for archive in archives
        for now in [summary(archive)]
    ]
    return Figure(
        name="summaries",
        title="Run by run",
        table=Rows(Summary, rows),
        games=sum(cell.latest.games for archive in archives for cell in archive.valid),
        note="Re-measured scores. In their own cells: elites whose measures, measured again, lie "
        "in the cell that they hold.",
    )


class PairRow(NamedTuple):
    """Two runs compared over the cells that are valid in both."""

    runs: str
    cells_of_both: int
    gain: Annotated[float | None, Column("second scores more by, on average")]
    second_scores_more_in: int
    genes_that_differ: float | None


def _pairs(archives: Sequence[Archive]) -> Figure:
    rows = []
    for one, other in combinations(archives, 2):
        both = _scores_of_both(one, other)
        gains = np.array([b - a for a, b in both.values()])
        rows.append(
            PairRow(
                f"{one.run} and {other.run}",
                len(both),
                float(gains.mean()) if len(gains) else None,
                int((gains > 0).sum()),
                _differing(one, other, both),
            )
        )
    return Figure(
        name="pairs",
        title="Cell by cell",
        table=Rows(PairRow, rows),
        games=sum(cell.latest.games for archive in archives for cell in archive.valid),
        note="Over the cells that are valid in both runs.",
    )


def _difference(one: Archive, other: Archive) -> Figure:
    both = _scores_of_both(one, other)
    values = {place: b - a for place, (a, b) in both.items()}
    far = max((abs(value) for value in values.values()), default=1.0)
    title = f"{other.run} minus {one.run}"
    note = f"Red: {other.run} scores more. Blue: {one.run} does."
    layer = Layer("difference", title, values, 2, note)
    figure = map_figure(one, layer, low=-far, high=far, scale=EVEN)
    return replace(
        figure,
        name=f"{other.run}-minus-{one.run}",
        title=title,
        table=Rows(
            CellRow,
            [
                CellRow(f"{row},{column}", (a, b, b - a))
                for (row, column), (a, b) in sorted(both.items())
            ],
            {"numbers": (one.run, other.run, "difference")},
        ),
        games=sum(run.by_place[place].latest.games for run in (one, other) for place in both),
        seed="",
    )


def _scores_of_both(one: Archive, other: Archive) -> dict[Place, tuple[float, float]]:
    """Return the two scores of every cell that is valid in both runs."""
    second = {(cell.row, cell.column): cell.latest.objective for cell in other.valid}
    return {
        (cell.row, cell.column): (cell.latest.objective, second[cell.row, cell.column])
        for cell in one.valid
        if (cell.row, cell.column) in second
    }


def _differing(
    one: Archive, other: Archive, places: dict[Place, tuple[float, float]]
) -> float | None:
    """Return the mean Hamming distance of the elites in the same cells; None if their lengths
    differ. A gene means the same rule in every alphabet."""
    pairs = [(one.by_place[place].genes, other.by_place[place].genes) for place in places]
    if not pairs or any(len(a) != len(b) for a, b in pairs):
        return None
    return float(np.mean([sum(map(ne, a, b)) for a, b in pairs]))
