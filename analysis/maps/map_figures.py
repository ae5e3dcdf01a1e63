"""Maps as figures (a heat map with a table of its cells), as thumbnails, and compared between
runs.

A map shows a number, such as the elite's score, for each cell of the archive that a run of the
generator fills; the cells are a grid over two measures of play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from shlex import quote
from typing import Annotated, NamedTuple

import numpy as np
from django.urls import reverse

from agents.archives import Archive, BadArchive, runs
from agents.archives.setting import PUBLISHED_INITIAL, Recipe, Setting
from agents.archives.summary import summary
from agents.generator import curve
from agents.runs.life import options_of
from analysis.charts import SCALE, heatmap, means_along
from analysis.diversity import elites
from analysis.figures import Figure
from analysis.maps.layers import Layer, Place
from analysis.statistics import Estimate
from analysis.tables import Column, Rows

AXIS = {"showgrid": False, "dtick": 0.2}


class CellRow(NamedTuple):
    """A row of a map's table: a cell, such as "9,16", with its numbers."""

    cell: str
    numbers: Sequence[float | None]


def map_figure(
    archive: Archive,
    layer: Layer,
    *,
    low: float | None = None,
    high: float | None = None,
    scale: str = SCALE,
    means: Mapping[Place, Estimate] | None = None,
    short: bool = False,
    words: Mapping[Place, str] | None = None,
) -> Figure:
    """Return the figure of an archive's map: a heat map of one layer over the grid of cells, with
    row 0 at the top as in the paper, and the table of its cells.

    Args:
        archive: The archive whose grid and cells are drawn.
        layer: The number of each cell.
        low: The number at the lower end of the colour scale; by default the least one drawn.
        high: The number at the upper end; by default the greatest one drawn.
        scale: The name of plotly's colour scale.
        means: Estimates of the layer's numbers; the table then includes their intervals.
        words: Descriptions of the cells, shown on hover.
        short: Whether the page's table omits the measures and the links of the cells.
    """
    rows, columns = archive.setting.grid
    first, second = (name.replace("_", " ") for name in archive.setting.measures)
    shown = [*(Column(name, on_page=not short) for name in (first, second))]
    shown += [Column(layer.title, layer.digits), *map(Column, ("low", "high") if means else ())]
    places = [[(row, column) for column in range(columns)] for row in range(rows)]
    x, y = ([_middle(place, side) for place in range(side)] for side in (columns, rows))
    trace = heatmap(x, y, [list(map(layer.at, line)) for line in places], low, high, scale)
    measures = f"{first} %{{y:.3f}}<br>{second} %{{x:.3f}}<br>{layer.title} "
    if words:
        trace["text"] = [[words.get(place, "") for place in line] for line in places]
        measures = "%{text}, "
    trace["hovertemplate"] = f"{measures}%{{z:.{layer.digits}f}}<extra></extra>"
    cells = [
        CellRow(
            f"{row},{column}",
            (
                *(_middle(row, rows), _middle(column, columns), value),
                *((means[row, column].low, means[row, column].high) if means else ()),
            ),
        )
        for (row, column), value in sorted(layer.values.items())
    ]
    return Figure(
        name=f"{archive.run}-{layer.name}",
        title=f"{layer.title}: {archive.run}",
        table=Rows(CellRow, cells, {"numbers": shown}),
        address="" if short else cell_page(archive),
        games=layer.games or own_games(archive),
        seed=layer.seed or (archive.recipe.seed if archive.recipe else ""),
        command=layer.command,
        note=layer.note,
        traces=[trace],
        layout={
            "xaxis": {"side": "top", "title": {"text": second}, "range": [0, 1], **AXIS},
            "yaxis": {"title": {"text": first}, "range": [1, 0], **AXIS},
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "meta": {"square": True},
        },
        height=520,
    )


def cell_page(archive: Archive) -> str:
    """Return the URL of the pages of the archive's cells, with {} in place of the cell's name,
    such as 9,16.
    """
    return f"{reverse('run', args=[archive.run])}{{}}/"


def command(archive: Archive) -> str:
    """Return the shell command that repeats the run that made the archive; "" for an imported
    archive.
    """
    recipe = archive.recipe
    if recipe is None:
        return ""
    usual = Recipe(recipe.seed, individuals=1_000_000, initial=PUBLISHED_INITIAL)
    words = ["manage.py evolve", f"--run {archive.run}", f"--seed {quote(recipe.seed)}"]
    words += options_of(recipe, usual)
    return " ".join([*words, *options_of(archive.setting, Setting())])


def common_scale(layers: Sequence[Layer]) -> tuple[float | None, float | None]:
    """Return the minimum and the maximum number in all these layers, as the ends of a common
    colour scale; (None, None) if the layers have no numbers.
    """
    values = [value for layer in layers for value in layer.values.values()]
    return (min(values), max(values)) if values else (None, None)


def _middle(index: int, count: int) -> float:
    return round((index + 0.5) / count, 6)


def own_games(archive: Archive) -> int:
    """Return the number of self-play games behind the present scores of an archive's valid elites,
    added up over the elites.
    """
    return sum(cell.latest.games for cell in archive.valid)


@dataclass(frozen=True)
class Tile:
    """A coloured cell of a map's thumbnail; `x` is the column and `y` the row."""

    x: int
    y: int
    shade: int
    """The shade from 0 (lowest score) to 9 (highest), for the style sheet."""


def squares(archive: Archive) -> list[Tile]:
    """Return the thumbnail of an archive's map: a square for each valid cell, in one of ten shades
    for its score from 0 to 25.
    """
    return [
        Tile(cell.column, cell.row, min(9, int(cell.latest.objective / 25 * 10)))
        for cell in archive.valid
    ]


EVEN = "RdBu"
"""The colour scale of differences between runs: blue is negative, red is positive, grey is 0."""


class CurveRow(NamedTuple):
    """A row of the table of curves: a run's QD score and coverage after a number of games."""

    run: str
    individuals: int
    games: int
    coverage: int
    qd_score: Annotated[float, Column("QD-score", 0)]
    best: float


def curves(names: Sequence[str]) -> list[Figure]:
    """Return two figures, of QD score and of coverage by the number of games played, of the runs
    called `names`, without runs whose curve is damaged; an empty list if no run has a stored curve.
    """
    points = {name: line for name in names if (line := _points(name))}
    rows = [
        CurveRow(name, one.individuals, one.games, one.coverage, one.qd_score, one.best)
        for name, line in points.items()
        for one in line
    ]
    drawn = ("QD-score", "qd_score"), ("Coverage", "coverage")
    return [_curve(words, field, points, rows) for words, field in drawn if rows]


def _points(name: str) -> Sequence[curve.Point]:
    try:
        return curve.read(runs.folder(name))
    except BadArchive:
        return ()


def _curve(
    words: str, field: str, points: Mapping[str, Sequence[curve.Point]], rows: Sequence[CurveRow]
) -> Figure:
    series = {
        run: [(float(one.games), Estimate(getattr(one, field))) for one in line]
        for run, line in points.items()
    }
    chart = means_along(series, "games played", words)
    for trace in chart["traces"]:
        trace["mode"] = "lines"
    return Figure(
        name=f"{field.replace('_', '-')}-by-games",
        title=f"{words} by games",
        table=Rows(CurveRow, rows),
        games=sum(line[-1].games for line in points.values()),
        note="While the run went on, by the games that won the cells: such scores are too high, as "
        "the luckiest candidate wins. Games measured again afterwards are not counted.",
        **chart,
        height=320,
    )


def comparison(archives: Sequence[Archive]) -> list[Figure]:
    """Return the figures that compare runs whose archives have the same measures and grid of
    cells.

    They are a table of the runs; a table of every two runs, with the differences of scores and
    genes over the cells whose elites score above 0 in both; the QD score and coverage of the runs
    by games played; and, for each run but the first, a map of its scores minus the first run's.
    """
    first, *others = archives
    differences = [_difference(first, other) for other in others]
    history = curves([archive.run for archive in archives])
    return [_summaries(archives), _pairs(archives), *history, *differences]


class RunSummaryRow(NamedTuple):
    """A row of the comparison of runs: one run with its size and scores."""

    run: str
    algorithm: str
    alphabet: str
    games_played: int | None
    valid_cells: int
    in_their_own_cells: int | None
    mean_over_valid_cells: float | None
    best: float | None
    qd_score: Annotated[float, Column("QD-score", 0)]


def _summaries(archives: Sequence[Archive]) -> Figure:
    rows = [
        RunSummaryRow(
            archive.run,
            archive.recipe.algorithm if archive.recipe else "imported",
            *(archive.setting.alphabet, archive.games or None, now.coverage, now.in_own_cell),
            *(now.mean_valid, now.max, now.qd_score),
        )
        for archive in archives
        for now in [summary(archive)]
    ]
    return Figure(
        name="summaries",
        title="Run by run",
        table=Rows(RunSummaryRow, rows),
        games=sum(map(own_games, archives)),
        note="Re-measured scores, the best over 20,000 games of its own. In their own cells: "
        "elites whose measures, measured again, lie in the cell that they hold.",
    )


class RunPairRow(NamedTuple):
    """A row of the comparison of runs: two runs, compared over the cells that are valid in both."""

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
        gain, more = float(gains.mean()) if len(gains) else None, int((gains > 0).sum())
        genes = elites.differing(one, other)
        differ = float(genes.mean()) if len(genes) and genes.min() >= 0 else None
        rows.append(RunPairRow(f"{one.run} and {other.run}", len(both), gain, more, differ))
    return Figure(
        name="pairs",
        title="Cell by cell",
        table=Rows(RunPairRow, rows),
        games=sum(map(own_games, archives)),
        note="Over the cells that are valid in both runs.",
    )


def _difference(one: Archive, other: Archive) -> Figure:
    both = _scores_of_both(one, other)
    values = {place: b - a for place, (a, b) in both.items()}
    far = max((abs(value) for value in values.values()), default=1.0)
    title = f"{other.run} minus {one.run}"
    note = f"Red: {other.run} scores more. Blue: {one.run} does."
    layer = Layer("difference", title, values, 2, note)
    cells = [CellRow(f"{y},{x}", (a, b, b - a)) for (y, x), (a, b) in sorted(both.items())]
    return replace(
        map_figure(one, layer, low=-far, high=far, scale=EVEN),
        name=f"{other.run}-minus-{one.run}",
        title=title,
        table=Rows(CellRow, cells, {"numbers": (one.run, other.run, "difference")}),
        games=sum(run.by_place[place].latest.games for run in (one, other) for place in both),
        seed="",
    )


def _scores_of_both(one: Archive, other: Archive) -> dict[Place, tuple[float, float]]:
    """Return the two scores of every cell that is valid in both runs."""
    first, second = (
        {(cell.row, cell.column): cell.latest.objective for cell in each.valid}
        for each in (one, other)
    )
    return {place: (first[place], second[place]) for place in first if place in second}
