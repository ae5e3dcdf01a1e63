"""Our strategies at tables of two to five, beside public programs that see every hand."""

from __future__ import annotations

from shlex import quote
from typing import Annotated, NamedTuple

from analysis.charts import dots, rows_height
from analysis.figures import Figure
from analysis.papers.deals import stored_counts
from analysis.papers.perfect import published, runs
from analysis.papers.perfect.measured import Measured, percent
from analysis.papers.perfect.runs import Run
from analysis.statistics import Estimate, Interval
from analysis.tables import MARGIN, Column, Rows
from native.strategies.perfect import Reading, Strategy

OURS = {
    Strategy.FORESIGHT: "ours, with foresight",
    Strategy.CAREFUL: "ours, careful",
    Strategy.PRIORITY: "the paper's, corrected",
}
WINNABLE = "anybody who knows the deck too"


class AtTable(NamedTuple):
    """A strategy's scores at tables of one size."""

    table: str
    who: str
    mean: Annotated[Estimate, Column(digits=4, ends=MARGIN)]
    all_25: Annotated[Interval, Column("all 25, %")]
    games: int


def figure(measured: Measured) -> Figure:
    """Plot the percentage of games won under official rules. Raises BadCount if a stored count is
    damaged."""
    rows: list[AtTable] = []
    for players in runs.PLAYERS:
        label = f"{players} players"
        for strategy, words in OURS.items():
            scores = measured.of(Run(strategy, Reading.OFFICIAL, players))
            rows.append(AtTable(label, words, scores.mean, scores.perfect, scores.games))
        for other in published.CHEATERS:
            share, mean = other.perfect[players], Estimate(other.means[players])
            won = percent(round(share * other.games / 100), other.games)
            rows.append(AtTable(label, other.name, mean, won._replace(value=share), other.games))
        if deals := stored_counts.usual(players):
            rows.append(AtTable(label, WINNABLE, Estimate(), deals.share, deals.deals))
    series: dict[str, list[tuple[str, Estimate]]] = {}
    for row in rows:
        estimate = row.all_25.drawn(row.games) if row.games else Estimate()
        series.setdefault(row.who, []).append((row.table, estimate))
    traces, layout = dots(series, "% of games with all 25 points")
    played = [Run(s, Reading.OFFICIAL, players) for s in OURS for players in runs.PLAYERS]
    each = measured.of(played[0]).games
    return Figure(
        name="players",
        title="Better play by the official rules, two to five players",
        table=Rows(AtTable, rows),
        games=sum(measured.of(run).games for run in played),
        seed=measured.seed,
        command=f"manage.py perfect foresight --players PLAYERS --games {each} "
        f"--seed {quote(measured.seed)}",
        note="95% intervals (± for means, Wilson's for shares). The numbers of the two public "
        f"programs are their authors', over {published.CHEATERS[0].games:,} and "
        f"{published.CHEATERS[1].games:,} games. With the order of the deck known "
        "too, as many deals can be won as manage.py deals counts.",
        traces=traces,
        layout=layout,
        height=rows_height(len(runs.PLAYERS)) + 80,
    )
