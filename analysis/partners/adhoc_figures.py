"""Figures about an agent's ad-hoc performance."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.charts import boxes, dots, rows_height
from analysis.evaluate import archive_evaluation
from analysis.evaluate.archive_evaluation import ArchiveEvaluation
from analysis.figures import Column, Figure
from analysis.maps.layers import Layer
from analysis.maps.map_figures import map_figure
from analysis.partners.adhoc import AdHocResult
from analysis.scorings import SAID
from analysis.statistics import Estimate


def performance(companies: Sequence[AdHocResult], scoring: str) -> Figure:
    """Plot the agent's mean score with each kind of partner."""
    names = [one.name for one in companies]

    def lines(values: Sequence[float | None]) -> list[tuple[str, Estimate]]:
        return [(name, Estimate(v)) for name, v in zip(names, values, strict=True)]

    traces, layout = dots(
        {
            "this agent": list(zip(names, [one.mean for one in companies], strict=True)),
            "best fixed agent of the pool": lines([one.best_fixed for one in companies]),
            "best partners within the pool": lines([one.best_partners for one in companies]),
        },
        f"mean score ({SAID[scoring]})",
    )
    layout["yaxis"] = {**layout["yaxis"], "categoryarray": names}
    return Figure(
        name="adhoc",
        title="Ad-hoc performance",
        columns=[
            Column("with"),
            *(Column("mean"), Column("low"), Column("high")),
            *(Column("games"), Column("members or people"), Column("struck out", 3)),
            *(Column("worst member"), Column("best fixed agent"), Column("best partners")),
            *(Column("seed"), Column("command")),
        ],
        rows=[_row(one) for one in companies],
        games=sum(one.games for one in companies),
        seed=", ".join(dict.fromkeys(one.seed for one in companies if one.seed)),
        note="The mean over the members of a pool. 95% intervals by Student's t: with people the "
        "units are people, with small pools the deals, which all members share; the elites of an "
        f"archive get {archive_evaluation.GAMES} deals each of their own. Best fixed agent: the "
        "member with the best mean over the pool. Best partners: each member with its best partner "
        "in the pool; a dash where the pool was not played under this scoring.",
        traces=traces,
        layout=layout,
        height=rows_height(len(companies)) + 40,
    )


def _row(one: AdHocResult) -> tuple[str | int | float | None, ...]:
    mean = one.mean
    return (
        one.name,
        *(mean.value, mean.low, mean.high),
        *(one.games, one.members, one.struck),
        *(one.worst, one.best_fixed, one.best_partners),
        *(one.seed, one.command),
    )


def spread(companies: Sequence[AdHocResult], scoring: str) -> Figure:
    """Plot the distribution of scores, one row for each kind of partner."""
    most = max(len(one.distribution) for one in companies)
    counts = [[*one.distribution, *[0] * (most - len(one.distribution))] for one in companies]
    shares = [
        [count / one.games if one.games else None for count in row]
        for one, row in zip(companies, counts, strict=True)
    ]
    return Figure(
        name="spread",
        title="How the scores spread",
        columns=[Column("with"), *(Column(str(score)) for score in range(most))],
        rows=[(one.name, *row) for one, row in zip(companies, shares, strict=True)],
        games=sum(one.games for one in companies),
        seed=", ".join(dict.fromkeys(one.seed for one in companies if one.seed)),
        note="The box holds the middle half of the games, its line is the median, the whiskers "
        "leave out one game in twenty at each end; the table has the share of every score.",
        traces=[boxes({one.name: one.distribution for one in companies if one.games})],
        layout={
            "xaxis": {"title": {"text": f"score ({SAID[scoring]})"}, "range": [-0.5, most]},
            "yaxis": {"autorange": "reversed"},
        },
        height=rows_height(len(companies)),
    )


def by_elite(evaluation: ArchiveEvaluation, title: str, scoring: str) -> Figure:
    """Map an agent's mean score with each elite of an archive."""
    places = [(cell.row, cell.column) for cell in evaluation.archive.valid]
    means = [float(mean) for mean in evaluation.means(scoring)]
    layer = Layer(
        "adhoc",
        f"{title} with each elite",
        dict(zip(places, means, strict=True)),
        note=f"Mean score ({SAID[scoring]}) of {archive_evaluation.GAMES} games of this agent with "
        "the elite of the cell; a single cell is uncertain by about one and a half points.",
        games=evaluation.games,
        seed=archive_evaluation.SEED,
    )
    return map_figure(evaluation.archive, layer)
