"""Figures of agents' scores with people: the leaderboard, and the games by score."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, NamedTuple

from django.db.models import QuerySet

from analysis.charts import bars, dots, rows_height
from analysis.figures import Figure
from analysis.models import TraceSeat
from analysis.partners.names import title
from analysis.partners.scores import (
    FEWEST_SHARED,
    Scores,
    compare,
    distribution,
    shared_people,
)
from analysis.scorings import SAID
from analysis.statistics import Estimate, Interval, rank_text, ranks
from analysis.tables import Column, Rows

EACH_ONCE = (
    "Every person counts once, however often they played, since games of one person are alike; "
    "95% intervals by Student's t over people."
)
NOBODY = Estimate()


class Ranked(NamedTuple):
    """An agent's row on the leaderboard."""

    agent: str
    place: str
    mean: Estimate
    people: int
    games: int
    ahead: Annotated[Estimate, Column("ahead of the next by", ends=("low ahead", "high ahead"))]
    people_who_met_both: int | None
    p: Annotated[float | None, Column(form=".1g")]
    of_games: Annotated[
        Estimate, Column("mean of all games", ends=("low of all games", "high of all games"))
    ]
    effective: Annotated[float, Column("effective people of all games", 1)]
    struck_out: Annotated[Estimate | Interval, Column(ends=("low struck out", "high struck out"))]
    address: str


class ByScore(NamedTuple):
    """A score, and the number and share of the games that ended with it."""

    score: int
    games: int
    share: Annotated[float, Column(digits=3)]


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
    gaps = [(compare(*pair), shared_people(*pair)) for pair in pairwise(all_scores)]
    rows = [
        Ranked(
            *(name, rank_text(place), score.mean, score.people, score.games),
            *(gap, shared, gap.p, score.of_games, score.effective),
            Interval(*score.strikeouts) if score.strikeouts else NOBODY,
            address,
        )
        for name, (address, score), place, (gap, shared) in zip(
            names, scores.items(), places, [*gaps, (NOBODY, None)], strict=False
        )
    ]
    return Figure(
        name="partners",
        title="Agents with people",
        table=Rows(Ranked, rows),
        games=sum(score.games for score in all_scores),
        note=f"{EACH_ONCE} Agents are compared over the people who met both, if there are "
        f'{FEWEST_SHARED}, else by Welch\'s test; "place" is the range of places not ruled out by '
        "these tests over all pairs (5%, Bonferroni). The mean of all games is the one that "
        "publications have: who played most decides it. Games that were given up are left out.",
        traces=traces if scores else (),
        layout=layout,
        height=rows_height(len(scores)) + 30,
    )


def score_distribution(seats: QuerySet[TraceSeat], scoring: str, of: str) -> Figure:
    """Plot the number of finished games with each score.

    Args:
        seats: One seat of each game to count.
        scoring: "stacks" or "zero".
        of: The end of the title "Scores …", such as "with people".
    """
    counts = distribution(seats, scoring)
    games = sum(counts.values())
    traces, layout = bars(counts, f"score ({SAID[scoring]})", "games")
    return Figure(
        name="scores",
        title=f"Scores {of}",
        table=Rows(ByScore, [ByScore(score, n, n / games) for score, n in counts.items()]),
        games=games,
        note="Every game counts once here, so who played most decides the shape.",
        traces=traces if games else (),
        layout=layout,
        height=300,
    )
