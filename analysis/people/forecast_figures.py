"""The figure of forecast scores with each agent."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.charts import dots, rows_height
from analysis.figures import Column, Figure
from analysis.partners.names import title
from analysis.people.forecast import FEWEST, Check, Forecast
from analysis.scorings import SAID
from analysis.statistics import Estimate


def expected(found: Sequence[Forecast], check: Check, scoring: str) -> Figure:
    """Plot forecast scores; show points only if the check of the forecasts passed."""
    names = [title(one.address) for one in found]
    series = {"forecast": [(n, one.expected) for n, one in zip(names, found, strict=True)]}
    own = [(n, Estimate(one.own)) for n, one in zip(names, found, strict=True)]
    if any(one.own is not None for one in found):
        series["own mean so far"] = own
    traces, layout = dots(series, f"mean score ({SAID[scoring]})")
    points = check.passed
    return Figure(
        name="forecast",
        title="What to expect with each agent",
        columns=[
            *(Column("agent"), Column("order"), Column("forecast"), Column("usual error")),
            *(Column("from people"), Column("own mean"), Column("own games"), Column("address")),
        ],
        rows=[
            (
                *(name, number),
                *((one.expected.value, check.error) if points else (None, None)),
                *(one.people, one.own, one.own_games, one.address),
            )
            for number, (name, one) in enumerate(zip(names, found, strict=True), start=1)
        ],
        games=sum(one.games for one in found),
        note="What other people are expected to score with it. " + told(check),
        traces=traces if points and found else (),
        layout=layout,
        height=rows_height(len(found)) + 20,
    )


def told(check: Check) -> str:
    """Return a sentence on how accurate the forecasts have been."""
    if check.error is None:
        return "Nobody has played enough games to check such forecasts, so they only give an order."
    likeness = "" if check.correlation is None else f", correlation {check.correlation:.2f}"
    sentence = (
        f"For people left out, with at least {FEWEST} games with an agent, such forecasts were off "
        f"by {check.error:.2f} points ({check.cases} cases{likeness})"
    )
    return f"{sentence}." if check.passed else f"{sentence}: too much to show points."
