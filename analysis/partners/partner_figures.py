"""Figures about agents as partners of people."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from analysis.charts import bars, dots, rows_height
from analysis.figures import Column, Figure
from analysis.models import TraceSeat
from analysis.partners.names import title
from analysis.partners.scores import Scores, distribution
from analysis.statistics import ranks

INTERVAL = (
    "95 % intervals by Student's t, with people as the units: the games of one person are alike."
)


def leaderboard(scores: Mapping[str, Scores], scoring: str) -> Figure:
    """Agents by mean score with people; those that cannot be separated share their places."""
    names = [title(address) for address in scores]
    traces, layout = dots(
        {"mean": [(n, s.mean) for n, s in zip(names, scores.values(), strict=True)]},
        f"mean score ({scoring})",
    )
    places = ranks([found.mean for found in scores.values()])
    return Figure(
        name="partners",
        title="Agents with people",
        columns=[
            Column("agent"),
            Column("place"),
            Column("mean"),
            Column("low"),
            Column("high"),
            Column("people"),
            Column("games"),
            Column("struck out"),
            Column("address"),
        ],
        rows=[
            (
                name,
                f"{best}" if best == worst else f"{best}–{worst}",
                found.mean.value,
                found.mean.low,
                found.mean.high,
                found.people,
                found.games,
                found.strikeouts[0] if found.strikeouts else None,
                address,
            )
            for name, (address, found), (best, worst) in zip(
                names, scores.items(), places, strict=True
            )
        ],
        games=sum(found.games for found in scores.values()),
        note=f"{INTERVAL} A place is a range where Welch's t test at 5 % over all pairs "
        "(Bonferroni) leaves it open. Games that were given up are left out.",
        traces=traces if scores else (),
        layout=layout,
        height=rows_height(len(scores)),
    )


def score_distribution(seats: QuerySet[TraceSeat], scoring: str, of: str) -> Figure:
    """How often which score came of finished games."""
    counts = distribution(seats, scoring)
    games = sum(counts.values())
    traces, layout = bars(counts, f"score ({scoring})", "games")
    return Figure(
        name="scores",
        title=f"Scores {of}",
        columns=[Column("score"), Column("games"), Column("share", 3)],
        rows=[(score, count, count / games) for score, count in counts.items()],
        games=games,
        traces=traces if games else (),
        layout=layout,
        height=300,
    )
