"""Our strategies at tables of two to five, beside public programs that see every hand."""

from __future__ import annotations

from shlex import quote

from analysis.charts import dots, rows_height
from analysis.figures import Cell, Column, Figure
from analysis.papers.deals import stored_counts
from analysis.papers.perfect import published, runs
from analysis.papers.perfect.measured import Measured, Scores, percent
from analysis.papers.perfect.reduced_figures import Z
from analysis.papers.perfect.runs import Run
from analysis.statistics import Estimate
from native.strategies.perfect import Reading, Strategy

OURS = {
    Strategy.FORESIGHT: "ours, with foresight",
    Strategy.CAREFUL: "ours, careful",
    Strategy.PRIORITY: "the paper's, corrected",
}
WINNABLE = "anybody who knows the deck too"


def figure(measured: Measured) -> Figure:
    """Plot the percentage of games won under official rules. Raises BadCount if a stored count is
    damaged."""
    series: dict[str, list[tuple[str, Estimate]]] = {}
    rows: list[tuple[Cell, ...]] = []
    for players in runs.PLAYERS:
        label = f"{players} players"
        for strategy, words in OURS.items():
            scores = measured.of(Run(strategy, Reading.OFFICIAL, players))
            rows.append(_row(label, words, scores))
            series.setdefault(words, []).append((label, _won(scores.histogram[-1], scores.games)))
        for other in published.CHEATERS:
            won = round(other.perfect[players] * other.games / 100)
            _, low, high = percent(won, other.games)
            points = other.means[players]
            rows.append(
                (label, other.name, points, None, other.perfect[players], low, high, other.games)
            )
            series.setdefault(other.name, []).append((label, _won(won, other.games)))
        if deals := stored_counts.usual(players):
            rows.append((label, WINNABLE, None, None, *deals.share, deals.deals))
            value, low, high = deals.share
            estimate = Estimate(value, (high - low) / 2 / Z, deals.deals)
            series.setdefault(WINNABLE, []).append((label, estimate))
    traces, layout = dots(series, "% of games with all 25 points")
    played = [Run(s, Reading.OFFICIAL, players) for s in OURS for players in runs.PLAYERS]
    each = measured.of(played[0]).games
    return Figure(
        name="players",
        title="Better play by the official rules, two to five players",
        columns=[
            Column("table"), Column("who"), Column("mean", 4), Column("±", 4),
            Column("all 25, %"), Column("low"), Column("high"), Column("games"),
        ],
        rows=rows,
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
    )  # fmt: skip


def _row(label: str, words: str, scores: Scores) -> tuple[Cell, ...]:
    mean = scores.mean
    return (label, words, mean.value, mean.margin, *scores.perfect, scores.games)


def _won(hits: int, games: int) -> Estimate:
    """Return the share with a symmetric interval for the chart; the table has the exact ends."""
    if not games:
        return Estimate()
    value, low, high = percent(hits, games)
    return Estimate(value, (high - low) / 2 / Z, games)
