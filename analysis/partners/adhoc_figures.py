"""Figures of ad-hoc performance: one agent with each kind of partner, many with one pool."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, NamedTuple

from analysis.charts import boxes, dots, rows_height
from analysis.evaluate import archive_evaluation
from analysis.evaluate.archive_evaluation import ArchiveEvaluation
from analysis.figures import Figure
from analysis.maps.layers import Layer
from analysis.maps.map_figures import map_figure
from analysis.partners.adhoc import AdHocResult, compare
from analysis.scorings import SAID
from analysis.statistics import Estimate, rank_text, ranks
from analysis.tables import Column, Rows

NOBODY = Estimate()


class Performance(NamedTuple):
    """An agent's scores with one kind of partner."""

    name: Annotated[str, Column("with")]
    mean: Estimate
    games: int
    members_or_people: int | None
    struck_out: Annotated[float | None, Column(digits=3)]
    worst_member: float | None
    best_fixed_agent: float | None
    best_partners: float | None
    seed: str
    command: str


class Spread(NamedTuple):
    """The share of an agent's games by score."""

    name: Annotated[str, Column("with")]
    shares: Sequence[float | None]


class Placed(NamedTuple):
    """An agent's place by its mean over a pool."""

    agent: str
    place: str
    mean: Estimate
    ahead: Annotated[Estimate, Column("ahead of the next by", ends=("low ahead", "high ahead"))]
    p: Annotated[float | None, Column(form=".1g")]
    worst_member: float | None
    struck_out: Annotated[float | None, Column(digits=3)]
    games: int
    members: int | None
    address: str


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
    rows = [
        Performance(
            *(one.name, one.mean, one.games, one.members, one.struck),
            *(one.worst, one.best_fixed, one.best_partners, one.seed, one.command),
        )
        for one in companies
    ]
    return Figure(
        name="adhoc",
        title="Ad-hoc performance",
        table=Rows(Performance, rows),
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


def spread(companies: Sequence[AdHocResult], scoring: str) -> Figure:
    """Plot the distribution of scores, one row for each kind of partner."""
    most = max(len(one.distribution) for one in companies)
    counts = [[*one.distribution, *[0] * (most - len(one.distribution))] for one in companies]
    rows = [
        Spread(one.name, [count / one.games if one.games else None for count in row])
        for one, row in zip(companies, counts, strict=True)
    ]
    return Figure(
        name="spread",
        title="How the scores spread",
        table=Rows(Spread, rows, {"shares": [str(score) for score in range(most)]}),
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
        note=f"Mean score ({SAID[scoring]}) of this agent with the elite of the cell, over "
        f"{archive_evaluation.GAMES} games or all that are stored; a single cell of "
        f"{archive_evaluation.GAMES} games is uncertain by about one and a half points.",
        games=evaluation.games,
        seed=archive_evaluation.SEED,
    )
    return map_figure(evaluation.archive, layer)


def standings(companies: Sequence[tuple[str, str, AdHocResult]], scoring: str) -> Figure:
    """Rank agents by their mean score over one pool of partners, best first. An agent's place is a
    range if the games do not separate it from its neighbours.

    Args:
        companies: Address, title and result of each agent; all results are with the same pool.
        scoring: "stacks" or "zero".
    """
    best_first = sorted(companies, key=lambda row: -(row[2].mean.value or 0))
    results = [one for *_, one in best_first]
    places = ranks(results, compare)
    gaps = [compare(one, following) for one, following in pairwise(results)]
    pool = best_first[0][2] if best_first else None
    traces, layout = dots(
        {
            "mean over the pool": [(name, one.mean) for _, name, one in best_first],
            "with the worst member": [(name, Estimate(one.worst)) for _, name, one in best_first],
        },
        f"mean score ({SAID[scoring]})",
    )
    rows = [
        Placed(
            *(name, rank_text(place), one.mean, gap, gap.p),
            *(one.worst, one.struck, one.games, one.members, address),
        )
        for (address, name, one), place, gap in zip(
            best_first, places, [*gaps, NOBODY], strict=False
        )
    ]
    return Figure(
        name="standings",
        title=f"Agents with {pool.name}" if pool else "Agents with agents",
        table=Rows(Placed, rows),
        games=sum(one.games for *_, one in best_first),
        seed=pool.seed if pool else "",
        note="95% intervals by Student's t over deals. Agents are compared on the deals that both "
        "were given, all those named here on the same ones, others by Welch's test; a place is "
        "the range of places that these tests (5% over all pairs, Bonferroni) don't rule out. "
        "manage.py evaluate plays more games, and with --keep adds agents from elsewhere to this "
        "table.",
        traces=traces if best_first else (),
        layout=layout,
        height=rows_height(len(best_first)) + 20,
    )
