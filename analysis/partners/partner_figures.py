"""Figures about agents as partners of people."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from analysis.charts import bars, dots, means_along, rows_height
from analysis.figures import Column, Figure
from analysis.models import TraceSeat
from analysis.partners.by_partner_style import MEASURES, by_partners_measure
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
    places = ranks([score.mean for score in scores.values()])
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
                score.mean.value,
                score.mean.low,
                score.mean.high,
                score.people,
                score.games,
                score.strikeouts[0] if score.strikeouts else None,
                address,
            )
            for name, (address, score), (best, worst) in zip(
                names, scores.items(), places, strict=True
            )
        ],
        games=sum(score.games for score in scores.values()),
        note=f"{INTERVAL} A place is a range where Welch's t test at 5 % over all pairs "
        "(Bonferroni) leaves it open. Games that were given up are left out.",
        traces=traces if scores else (),
        layout=layout,
        height=rows_height(len(scores)),
    )


def score_distribution(seats: QuerySet[TraceSeat], scoring: str, of: str) -> Figure:
    """Finished games by score."""
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


def by_partner_style(seats: QuerySet[TraceSeat], measure: str, scoring: str) -> Figure:
    """An agent's mean score by how its partners played in the same game."""
    points = by_partners_measure(seats, measure, scoring)
    traces, layout = means_along(points, MEASURES[measure], f"mean score ({scoring})")
    return Figure(
        name=measure.replace("_", "-"),
        title=f"By the {MEASURES[measure]}",
        columns=[
            Column(MEASURES[measure]),
            Column("mean"),
            Column("low"),
            Column("high"),
            Column("games"),
        ],
        rows=[(place, e.value, e.low, e.high, e.units) for place, e in points],
        games=sum(e.units for _, e in points),
        note="Games by tenths of the measure in the same game; 95 % intervals by Student's t, with "
        "games as the units. Both follow the luck of the deal, so a slope is no cause.",
        traces=traces,
        layout=layout,
        height=300,
    )
