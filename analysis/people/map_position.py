"""A person's position on the map of an archive: "You play like cell (9, 8)"."""

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np

from agents.archives import Archive, Cell
from agents.archives.measuring import bins
from agents.kinds.elites import address_of
from analysis.charts import intervals
from analysis.figures import Figure
from analysis.people.style import BY_GAME, PlayingStyle
from analysis.statistics import Estimate
from analysis.tables import Column, Rows

MARGIN = 0.02
"""Margin of the axes beyond 0 and 1, so that markers on the edge are visible."""


@dataclass(frozen=True)
class MapPosition:
    """A person's cell on a map, the elite in it if any, and the nearest elite."""

    archive: Archive
    row: int
    column: int
    elite: Cell | None
    nearest: Cell | None

    @property
    def closest(self) -> Cell | None:
        """The elite that plays most alike; None if the archive is empty."""
        scores = self.elite is not None and self.elite.latest.objective > 0
        return self.elite if scores else self.nearest

    @property
    def closest_place(self) -> str:
        """The cell of the closest elite as "row,column"; "" if the archive is empty."""
        return f"{self.closest.row},{self.closest.column}" if self.closest else ""

    @property
    def address(self) -> str:
        """The address of the closest elite; "" if the archive is empty."""
        return address_of(self.archive.run, self.closest) if self.closest else ""


def map_position(playing: PlayingStyle, archive: Archive) -> MapPosition | None:
    """Return a person's position in an archive; None if one of its measures is unknown."""
    measured = [playing.measures[name].value for name in archive.setting.measures]
    if None in measured:
        return None
    values = np.array(measured, np.float64)
    row, column = (
        int(bins(np.array([value]), side)[0])
        for value, side in zip(values, archive.setting.grid, strict=True)
    )
    return MapPosition(
        archive, row, column, archive.by_place.get((row, column)), _nearest(archive, values)
    )


def _nearest(archive: Archive, values: np.typing.NDArray[np.float64]) -> Cell | None:
    """Return the elite with the nearest measures; the first of equally near ones."""

    def distance(cell: Cell) -> float:
        measures = np.array([np.nan if m is None else m for m in cell.latest.measures])
        return float(np.nan_to_num(np.linalg.norm(measures - values), nan=np.inf))

    scoring = [cell for cell in archive.cells if cell.latest.objective > 0]
    return min(scoring, key=distance, default=None)


class OnAxis(NamedTuple):
    """A person's measure along one axis of a map."""

    measure: str
    value: Annotated[Estimate, Column(digits=3)]


def on_the_map(playing: PlayingStyle, position: MapPosition, games: int) -> Figure:
    """Plot a person among the elites of an archive, with a frame around their cell."""
    archive = position.archive
    down, across = archive.setting.measures
    rows, columns = archive.setting.grid
    elites = [cell for cell in archive.cells if None not in cell.latest.measures]
    y, x = playing.measures[down], playing.measures[across]
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "markers",
            "name": "elites",
            "x": [cell.latest.measures[1] for cell in elites],
            "y": [cell.latest.measures[0] for cell in elites],
            "text": [f"{cell.row},{cell.column}" for cell in elites],
            "marker": {
                "symbol": "square",
                "size": 8,
                "color": [cell.latest.objective for cell in elites],
                "colorscale": "Cividis",
                "line": {"color": "--edge", "width": 1},
                "colorbar": {"title": {"text": "score"}, "thickness": 12},
            },
        },
        {
            "type": "scatter",
            "mode": "markers+text",
            "name": "this person",
            "cliponaxis": False,
            "x": [x.value],
            "y": [y.value],
            "text": ["here"],
            "textposition": "top center",
            "error_x": intervals([x]),
            "error_y": intervals([y]),
            "marker": {
                "symbol": "star",
                "size": 18,
                "color": "--cool",
                "line": {"color": "--text", "width": 1},
            },
        },
    ]
    names = [name.replace("_", " ") for name in (across, down)]
    return Figure(
        name="map",
        title=f"On the map of {archive.run}",
        table=Rows(OnAxis, [OnAxis(name, e) for name, e in zip(names, (x, y), strict=True)]),
        games=games,
        note=f"The squares are the elites of the archive, the star is this person, the frame "
        f"their cell ({position.row}, {position.column}). {BY_GAME}",
        traces=traces,
        layout={
            "xaxis": {"title": {"text": names[0]}, "range": [-MARGIN, 1 + MARGIN]},
            "yaxis": {"title": {"text": names[1]}, "range": [1 + MARGIN, -MARGIN]},
            "shapes": [
                {
                    "type": "rect",
                    "x0": position.column / columns,
                    "x1": (position.column + 1) / columns,
                    "y0": position.row / rows,
                    "y1": (position.row + 1) / rows,
                    "line": {"color": "--text", "width": 2},
                }
            ],
        },
        height=460,
    )
