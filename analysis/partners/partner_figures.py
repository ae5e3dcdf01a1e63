"""Figures about agents as partners of people."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from analysis.charts import bars, dots, means_along, rows_height
from analysis.figures import Column, Figure
from analysis.models import TraceSeat
from analysis.partners.by_partner_style import MEASURES, by_partners_measure, trend
from analysis.partners.names import title
from analysis.partners.scores import (
    FEWEST_SHARED,
    Scores,
    compare,
    distribution,
    shared_people,
)
from analysis.scorings import SAID
from analysis.statistics import Estimate, rank_text, ranks

EACH_ONCE = (
    "Every person counts once, however often they played, since games of one person are alike; "
    "95% intervals by Student's t over people."
)
GAP = ("ahead of the next by", "low ahead", "high ahead", "people who met both", "p")


def leaderboard(scores: Mapping[str, Scores], scoring: str) -> Figure:
    """Rank agents by mean score with people; agents that cannot be separated share their places."""
    names = [title(address) for address in scores]
    all_scores = list(scores.values())
    traces, layout = dots(
        {
            "every person counts once": [
                (n, s.mean) for n, s in zip(names, all_scores, strict=True)
            ],
            "every game counts once": [
                (n, s.of_games) for n, s in zip(names, all_scores, strict=True)
            ],
        },
        f"mean score ({SAID[scoring]})",
    )
    places = ranks(all_scores, compare)
    gaps = [*map(_gap, all_scores, all_scores[1:]), (None,) * len(GAP)]
    return Figure(
        name="partners",
        title="Agents with people",
        columns=[
            *(Column("agent"), Column("place"), Column("mean"), Column("low"), Column("high")),
            *(Column("people"), Column("games")),
            *(Column(name) for name in GAP[:-1]),
            Column(GAP[-1], form=".1g"),
            *(Column("mean of all games"), Column("low of all games"), Column("high of all games")),
            Column("effective people of all games", 1),
            *(Column("struck out"), Column("low struck out"), Column("high struck out")),
            Column("address"),
        ],
        rows=[
            (
                *(name, rank_text(place)),
                *(score.mean.value, score.mean.low, score.mean.high),
                *(score.people, score.games),
                *gap,
                *(score.of_games.value, score.of_games.low, score.of_games.high),
                score.effective,
                *(score.strikeouts or (None, None, None)),
                address,
            )
            for name, (address, score), place, gap in zip(
                names, scores.items(), places, gaps, strict=False
            )
        ],
        games=sum(score.games for score in all_scores),
        note=f"{EACH_ONCE} Agents are compared over the people who met both, if there are "
        f'{FEWEST_SHARED}, else by Welch\'s test; "place" is the range of places not ruled out by '
        "these tests over all pairs (5%, Bonferroni). The mean of all games is the one that "
        "publications have: who played most decides it. Games that were given up are left out.",
        traces=traces if scores else (),
        layout=layout,
        height=rows_height(len(scores)) + 30,
    )


def _gap(one: Scores, following: Scores) -> tuple[float | None, ...]:
    """Return the cells of the columns `GAP`."""
    difference = compare(one, following)
    ends = (difference.value, difference.low, difference.high)
    return (*ends, shared_people(one, following), difference.p)


def score_distribution(seats: QuerySet[TraceSeat], scoring: str, of: str) -> Figure:
    """Plot the finished games by score."""
    counts = distribution(seats, scoring)
    games = sum(counts.values())
    traces, layout = bars(counts, f"score ({SAID[scoring]})", "games")
    return Figure(
        name="scores",
        title=f"Scores {of}",
        columns=[Column("score"), Column("games"), Column("share", 3)],
        rows=[(score, count, count / games) for score, count in counts.items()],
        games=games,
        note="Every game counts once here, so who played most decides the shape.",
        traces=traces if games else (),
        layout=layout,
        height=300,
    )


def by_partner_style(seats: QuerySet[TraceSeat], measure: str, scoring: str) -> Figure:
    """Plot an agent's mean score by a measure of its partners' play in the same game."""
    points = by_partners_measure(seats, measure, scoring)
    line = trend(seats, measure, scoring)
    traces, layout = means_along(
        [(place, mean) for place, mean, _ in points], MEASURES[measure], "mean score"
    )
    return Figure(
        name=measure.replace("_", "-"),
        title=f"By the {MEASURES[measure]}",
        columns=[
            *(Column(MEASURES[measure]), Column("mean"), Column("low"), Column("high")),
            *(Column("games"), Column("people")),
        ],
        rows=[(place, e.value, e.low, e.high, games, e.units) for place, e, games in points],
        games=sum(games for *_, games in points),
        note="Games by tenths of the measure in the same game; "
        f"{SAID[scoring]}. {EACH_ONCE}{_slope(line)} Both "
        "follow the luck of the deal, so a slope is no cause.",
        traces=traces,
        layout=layout,
        height=300,
    )


def _slope(line: Estimate) -> str:
    """Return a sentence with the slope of the trend, or "" if it has no interval."""
    if line.value is None or line.low is None or line.high is None:
        return ""
    return (
        f" A straight line has {line.value:+.2f} points for each tenth "
        f"({line.low:+.2f} to {line.high:+.2f})."
    )
