"""Maps as figures: a heat map with a table of its cells; and as thumbnails for lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import Any, NamedTuple

from django.urls import reverse

from agents.archives import Archive
from agents.archives.setting import Setting
from analysis.figures import Figure
from analysis.maps.layers import Layer, Place
from analysis.statistics import Estimate
from analysis.tables import Column, Rows

SCALE = "Cividis"
"""Perceptually uniform, and readable with colour blindness."""


class CellRow(NamedTuple):
    """A cell of a map with its numbers."""

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
    """Draw a layer over the grid, with row 0 at the top as in the paper.

    Args:
        archive: The archive whose grid and cells are drawn.
        layer: The number of each cell.
        low: The number at the lower end of the colour scale; by default the least one drawn.
        high: The number at the upper end.
        scale: The name of plotly's colour scale.
        means: Estimates of the layer's numbers, whose intervals the table then has too.
        words: What the cells are like, shown under the pointer.
        short: Whether the page's table leaves out the measures and the links of the cells.
    """
    rows, columns = archive.setting.grid
    first, second = (name.replace("_", " ") for name in archive.setting.measures)
    shown = [*(Column(name, on_page=not short) for name in (first, second))]
    shown += [Column(layer.title, layer.digits), *map(Column, ("low", "high") if means else ())]
    trace: dict[str, Any] = {
        "type": "heatmap",
        "x": [_middle(column, columns) for column in range(columns)],
        "y": [_middle(row, rows) for row in range(rows)],
        "z": [[layer.at((row, column)) for column in range(columns)] for row in range(rows)],
        "colorscale": scale,
        "zmin": low,
        "zmax": high,
        "xgap": 1,
        "ygap": 1,
        "hoverongaps": False,
        "colorbar": {"thickness": 12, "outlinewidth": 0, "len": 1, "ypad": 0},
        "hovertemplate": f"{first} %{{y:.3f}}<br>{second} %{{x:.3f}}"
        f"<br>{layer.title} %{{z:.{layer.digits}f}}<extra></extra>",
    }
    if words:
        trace["text"] = [
            [words.get((row, column), "") for column in range(columns)] for row in range(rows)
        ]
        trace["hovertemplate"] = f"%{{text}}, %{{z:.{layer.digits}f}}<extra></extra>"
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
            "xaxis": {
                "side": "top",
                "title": {"text": second},
                "range": [0, 1],
                "showgrid": False,
                "dtick": 0.2,
            },
            "yaxis": {"title": {"text": first}, "range": [1, 0], "showgrid": False, "dtick": 0.2},
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "meta": {"square": True},
        },
        height=520,
    )


def cell_page(archive: Archive) -> str:
    """Return the URL of a cell's page, with {} for the cell's name, such as 9,16."""
    return f"{reverse('run', args=[archive.run])}{{}}/"


def command(archive: Archive) -> str:
    """Return the shell command that performs this run; "" for an imported one."""
    recipe, setting = archive.recipe, archive.setting
    if recipe is None:
        return ""
    plain = Setting()
    options = {
        "--algorithm": (recipe.algorithm, "paper"),
        "--players": (setting.players, plain.players),
        "--alphabet": (setting.alphabet, plain.alphabet),
        "--mode": (setting.mode, plain.mode),
        "--scoring": (setting.scoring, plain.scoring),
        "--measures": (",".join(setting.measures), ",".join(plain.measures)),
        "--grid": ("x".join(map(str, setting.grid)), "x".join(map(str, plain.grid))),
        "--games": (recipe.games, 100),
        "--individuals": (recipe.individuals, 1_000_000),
        "--initial": (recipe.initial, 10_000),
        "--batch": (recipe.batch, 500),
    }
    chosen = [f"{name} {value}" for name, (value, default) in options.items() if value != default]
    words = ["manage.py evolve", f"--run {archive.run}", f"--seed {quote(recipe.seed)}", *chosen]
    return " ".join(words)


def common_scale(layers: Sequence[Layer]) -> tuple[float | None, float | None]:
    """Return the minimum and maximum over maps to be compared; (None, None) without values."""
    values = [value for layer in layers for value in layer.values.values()]
    return (min(values), max(values)) if values else (None, None)


def _middle(index: int, count: int) -> float:
    return round((index + 0.5) / count, 6)


def own_games(archive: Archive) -> int:
    """Return the number of games behind the elites' current scores."""
    return sum(cell.latest.games for cell in archive.valid)


@dataclass(frozen=True)
class Square:
    """A cell of a thumbnail; x is the column and y the row."""

    x: int
    y: int
    shade: int
    """0 (least) to 9 (most), for the style sheet."""


def squares(archive: Archive) -> list[Square]:
    """Return a square for each valid cell, its score from 0 to 25 in ten shades."""
    return [
        Square(cell.column, cell.row, min(9, int(cell.latest.objective / 25 * 10)))
        for cell in archive.valid
    ]
