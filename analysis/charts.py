"""Chart types of the figures, as plotly.js data.

`dots`, `bars`, `histograms`, `means_along` and `bands` return a `Chart`, the keyword arguments of a
`Figure` that draw it; the other functions return parts of one. Charts are readable without colour:
symbols and dashes distinguish series, and the numbers are in the table.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import numpy as np

from analysis.statistics import Estimate

Points = Sequence[tuple[float, Estimate]]
"""The points of a line: pairs of a position on the horizontal axis and the estimate there."""

SYMBOLS = (
    "circle", "diamond-open", "square-open", "x-open", "triangle-up-open", "star-open",
)  # fmt: skip
"""plotly.js marker symbols of the series of `dots`, in order. The first is filled; the others are
larger and open, so that they do not hide it."""
MARKS = ("diamond", "circle-open", "square-open", "x-thin-open", "triangle-up-open")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
"""plotly.js dash styles of the lines of a chart, in order; `MARKS` has the marker symbols that go
with them."""
COLOURS = ("--accent", "--cool", "--good", "--bad", "--muted")
"""Colours of the lines of `bands`, as names of colour tokens in `static/css/tokens.css`."""
SCALE = "Cividis"
"""The default colour scale of maps: perceptually uniform, and readable with colour blindness."""
HATCHES = ("", "/", "x", ".", "-")
"""plotly.js fill patterns of the bars of `histograms`, one per series."""
FEW = 8
"""The largest count up to which an axis of counts has a tick at every whole number."""
ROW = 34
"""Height in pixels of one labelled row of a chart."""
STANDOFF = 10
"""Pixels between labels and their row, as markers at the axis would cover the labels."""
LEGEND = 15
"""Height in pixels of one name in the legend of a chart with labelled rows."""


class Chart(TypedDict):
    """The part of a figure that plotly.js draws, as keyword arguments of `Figure`."""

    traces: list[dict[str, Any]]
    """plotly.js's `data`; empty if there is nothing to draw."""
    layout: dict[str, Any]


class RowChart(Chart):
    """A chart with one row per label, and the height that its rows need."""

    height: int
    """Height of the chart in pixels."""


def dots(
    series: Mapping[str, Sequence[tuple[str, Estimate]]],
    axis: str,
    order: Sequence[str] = (),
    **across: Any,
) -> RowChart:
    """Return a chart of means with 95% intervals: one row per label, the first at the top, and one
    marker symbol per series; nothing is drawn if no mean is known.

    `series` maps each series' name to its (label, estimate) pairs. `axis` is the title of the
    horizontal axis; `order` lists all labels from the top, which is needed if the first series
    lacks some; `across` are further plotly.js settings of the horizontal axis.
    """
    traces: list[dict[str, Any]] = []
    for (name, points), symbol in zip(series.items(), SYMBOLS, strict=False):
        known = [(label, e) for label, e in points if e.value is not None]
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": name,
                "cliponaxis": False,
                "x": [estimate.value for _, estimate in known],
                "y": [label for label, _ in known],
                "error_x": intervals([estimate for _, estimate in known]),
                "marker": {"symbol": symbol, "size": 8 if not traces else 13, "line": {"width": 2}},
            }
        )
    layout = {
        "xaxis": _titled(axis) | across,
        "yaxis": {"autorange": "reversed", "ticklabelstandoff": STANDOFF}
        | ({"categoryorder": "array", "categoryarray": order} if order else {}),
        "showlegend": len(series) > 1,
    }
    labels = {label for points in series.values() for label, _ in points}
    legend = LEGEND * len(series) if len(series) > 1 else 0
    return {
        "traces": traces if any(trace["x"] for trace in traces) else [],
        "layout": layout,
        "height": rows_height(len(labels)) + legend,
    }


def rows_height(labels: int) -> int:
    """Return the height in pixels of a chart with this many labelled rows."""
    return 90 + ROW * max(2, labels)


def whole_ticks(most: float) -> dict[str, Any]:
    """Return plotly.js axis settings for counts from 0 to `most`, with ticks at whole numbers
    only.
    """
    return {"dtick": 1} if most <= FEW else {}


def bars(counts: Mapping[Any, float], axis: str, other_axis: str, **across: Any) -> Chart:
    """Return a bar chart with one bar per key of `counts`, as high as its count; nothing is drawn
    if all counts are 0. `axis` and `other_axis` are the titles of the horizontal and the vertical
    axis; `across` are further plotly.js settings of the horizontal axis.
    """
    trace = {
        "type": "bar",
        "x": list(counts),
        "y": list(counts.values()),
        "marker": {"color": "--cool"},
    }
    most = max(counts.values(), default=0)
    up = _titled(other_axis) | whole_ticks(most if isinstance(most, int) else FEW + 1)
    layout = {"xaxis": _titled(axis) | across, "yaxis": up, "bargap": 0.15}
    return {"traces": [trace] if most else [], "layout": layout}


def histograms(
    series: Mapping[str, Mapping[Any, float]],
    axis: str,
    other_axis: str,
    digits: int = 1,
    **upwards: Any,
) -> Chart:
    """Return a bar chart of several series, with their bars side by side and distinct fill
    patterns.

    `series` maps each series' name to its values by category, such as shares of games by score.
    `axis` and `other_axis` are the titles of the horizontal and the vertical axis. With one or two
    series, values that do not round to 0 are printed above the bars, with `digits` decimals.
    `upwards` are further plotly.js settings of the vertical axis.
    """
    traces: list[dict[str, Any]] = []
    for (name, counts), shape in zip(series.items(), HATCHES, strict=False):
        said = [f"{value:.{digits}f}" for value in counts.values() if len(series) < 3]
        traces.append(
            {
                "type": "bar",
                "name": name,
                "x": [str(place) for place in counts],
                "y": list(counts.values()),
                "text": ["" if float(text) == 0 else text for text in said],
                "textposition": "outside",
                "textangle": 0,
                "cliponaxis": False,
                "marker": {"pattern": {"shape": shape, "solidity": 0.35}},
            }
        )
    layout = _layout(
        series, axis, other_axis, {"type": "category"}, {"rangemode": "tozero", **upwards}
    )
    return {"traces": traces, "layout": layout | {"barmode": "group", "bargap": 0.2}}


QUANTILES = {"lowerfence": 0.05, "q1": 0.25, "median": 0.5, "q3": 0.75, "upperfence": 0.95}
"""The quantiles that a box plot shows, by plotly.js's name. The quantile for 0.25 is the lowest
score such that at least a quarter of the games score no more."""


def boxes(counts: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """Return a plotly.js trace of box plots of scores, one horizontal box per label. `counts` maps
    each label to its numbers of games with the scores 0, 1, 2 ...
    """
    values = {
        name: [int(np.searchsorted(np.cumsum(row), share * sum(row))) for row in counts.values()]
        for name, share in QUANTILES.items()
    }
    return {
        "type": "box",
        "orientation": "h",
        "y": list(counts),
        **values,
        "fillcolor": "transparent",
        "line": {"color": "--cool"},
        "hoverinfo": "x+y",
    }


def means_along(
    points: Points | Mapping[str, Points],
    axis: str,
    other_axis: str,
    *,
    across: Mapping[str, Any] = {},
    upwards: Mapping[str, Any] = {},
) -> Chart:
    """Return a line chart of means with 95% intervals along a numeric axis.

    `points` are the (position, estimate) pairs of one line, or those of several lines by name.
    `axis` and `other_axis` are the titles of the horizontal and the vertical axis, `across` and
    `upwards` their further plotly.js settings. Marker symbols and dashes distinguish several
    lines; a line of one or two points shows only markers.
    """
    series = points if isinstance(points, Mapping) else {"": points}
    traces: list[dict[str, Any]] = []
    for (name, line), symbol, dash in zip(series.items(), MARKS, DASHES, strict=False):
        known = [(place, e) for place, e in line if e.value is not None]
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers" if len(known) > 2 else "markers",
                "name": name,
                "x": [place for place, _ in known],
                "y": [estimate.value for _, estimate in known],
                "error_y": intervals([estimate for _, estimate in known]),
                "marker": {"size": 8, "symbol": symbol},
                "line": {"dash": dash},
            }
        )
    layout = _layout(series, axis, other_axis, across, upwards)
    return {"traces": traces if any(series.values()) else [], "layout": layout}


def bands(series: Mapping[str, Points], axis: str, other_axis: str) -> Chart:
    """Return a line chart in which each line's 95% interval is a coloured band. `series` maps each
    line's name to its (position, estimate) pairs; `axis` and `other_axis` are the titles of the
    horizontal and the vertical axis.
    """
    traces: list[dict[str, Any]] = []
    for place, (name, line) in enumerate(series.items()):
        colour = COLOURS[place % len(COLOURS)]
        # Once the colours repeat, each is paired with a different dash.
        dash = DASHES[(place + place // len(COLOURS)) % len(DASHES)]
        known = [(x, e) for x, e in line if e.value is not None]
        sure = [(x, e) for x, e in known if e.margin is not None]
        there, back = ([x for x, _ in way] for way in (sure, sure[::-1]))
        band = {
            "type": "scatter",
            "mode": "lines",
            "x": [*there, *back],
            "y": [*(e.high for _, e in sure), *(e.low for _, e in sure[::-1])],
            "fill": "toself",
            "fillcolor": colour,
            "opacity": 0.2,
            "line": {"width": 0},
            "hoverinfo": "skip",
            "showlegend": False,
            "legendgroup": name,
        }
        middle = {
            "type": "scatter",
            "mode": "lines" if len(known) > 1 else "markers",
            "name": name,
            "x": [x for x, _ in known],
            "y": [e.value for _, e in known],
            "line": {"dash": dash, "color": colour},
            "marker": {"color": colour, "symbol": MARKS[place % len(MARKS)], "size": 9},
            "legendgroup": name,
        }
        traces += [band, middle] if sure else [middle]
    layout = _layout(series, axis, other_axis, {}, {"rangemode": "tozero"})
    return {"traces": traces, "layout": layout}


def heatmap(
    x: Sequence[Any],
    y: Sequence[Any],
    z: Sequence[Sequence[float | None]],
    low: float | None,
    high: float | None,
    scale: str = SCALE,
) -> dict[str, Any]:
    """Return a plotly.js trace of coloured cells: `z[row][column]` is the value at `y[row]` and
    `x[column]`, None for an empty cell. `scale` is plotly's name of the colour scale, which goes
    from `low` to `high`; None stands for the lowest or the highest value in `z`.
    """
    return {
        "type": "heatmap",
        "x": list(x),
        "y": list(y),
        "z": list(map(list, z)),
        "colorscale": scale,
        "zmin": low,
        "zmax": high,
        "xgap": 1,
        "ygap": 1,
        "hoverongaps": False,
        "colorbar": {"thickness": 12, "outlinewidth": 0, "len": 1, "ypad": 0},
    }


def intervals(estimates: Sequence[Estimate]) -> dict[str, Any]:
    """Return the 95% intervals of the estimates as plotly.js error bars; an estimate without an
    interval has no bar.
    """
    return {
        "type": "data",
        "symmetric": False,
        "array": [(e.high or 0) - (e.value or 0) if e.margin else None for e in estimates],
        "arrayminus": [(e.value or 0) - (e.low or 0) if e.margin else None for e in estimates],
        "thickness": 1.5,
    }


def _layout(
    series: Mapping[str, Any],
    axis: str,
    other_axis: str,
    across: Mapping[str, Any],
    upwards: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the layout with the titles and settings of both axes, and with a legend for several
    series.
    """
    return {
        "xaxis": {**_titled(axis), **across},
        "yaxis": {**_titled(other_axis), **upwards},
        "showlegend": len(series) > 1,
    }


def _titled(text: str) -> dict[str, Any]:
    return {"title": {"text": text}}
