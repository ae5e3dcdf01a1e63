"""Figures about a person among agents: their place on a map, and suitable partners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analysis.charts import intervals
from analysis.figures import Column, Figure
from analysis.people import recommended_partners
from analysis.people.map_position import MapPosition
from analysis.people.people_figures import BY_GAME, ESTIMATE
from analysis.people.recommended_partners import RecommendedPartner
from analysis.people.style import PlayingStyle
from analysis.statistics import rank_text

MARGIN = 0.02
"""Margin of the axes beyond 0 and 1, so that markers on the edge are visible."""


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
        columns=[Column("measure"), *ESTIMATE],
        rows=[(name, e.value, e.low, e.high) for name, e in zip(names, (x, y), strict=True)],
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


def recommended(
    named: Sequence[RecommendedPartner], elites: Sequence[RecommendedPartner]
) -> Figure:
    """Tabulate the partners that play well with the agents most similar to a person."""
    everybody = [*named, *elites]
    return Figure(
        name="suited",
        title="Partners for this style",
        columns=[
            *(Column("partner"), Column("place"), Column("games"), Column("with")),
            Column("address"),
        ],
        rows=[
            (one.title, rank_text(one.place), one.games, one.like, one.address) for one in everybody
        ],
        games=sum(one.games for one in everybody),
        seed=recommended_partners.SEED if named else "",
        note="An order, and no forecast of points: from tables of cross-play, the named agents "
        "with the one that makes most of the same moves, and the archive's best with the elite "
        "that plays most alike. A place is a range where the games at 5% over all that were tried "
        "(Bonferroni) leave it open.",
    )
