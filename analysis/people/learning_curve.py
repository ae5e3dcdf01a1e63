"""A person's learning curve: how scores change from game to game."""

from collections.abc import Sequence

from django.db.models import QuerySet

from analysis.charts import means_along, whole_ticks
from analysis.figures import Figure
from analysis.models import TraceSeat
from analysis.partners.scores import SCORES
from analysis.people.style import BY_GAME
from analysis.scorings import SAID
from analysis.statistics import Estimate, mean, slope
from analysis.tables import Column, points_table

BLOCKS = 10
LEAST = 5
"""The fewest games in a block of the learning curve, so that its interval is informative."""


def blocks(scores: Sequence[int]) -> list[tuple[float, Estimate]]:
    """Split a sequence of scores into consecutive blocks; return the middle game number (from 1)
    and the mean score of each block.

    There are at most 10 blocks, all of equal size but the last; with fewer than 10 games each game
    is a block.
    """
    few = len(scores) < BLOCKS
    size = 1 if few else max(LEAST, -(-len(scores) // BLOCKS))
    return [
        (start + (len(part) + 1) / 2, mean(part).within(*SCORES))
        for start in range(0, len(scores), size)
        if (part := scores[start : start + size])
    ]


def ways(games: int) -> str:
    """Return a phrase for a figure's note that says how `blocks` splits this number of games into
    blocks, such as "one by one".
    """
    if games < BLOCKS:
        return "one by one"
    return f"in at most ten blocks of {LEAST} or more, the last of those that are left"


def in_order(seats: QuerySet[TraceSeat], scoring: str) -> list[int]:
    """Return the scores of the finished games at these seats, oldest first.

    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    played = seats.filter(finished=True).order_by("played", "pk")
    return list(played.values_list(scoring, flat=True))


def learning_curve(seats: QuerySet[TraceSeat], scoring: str) -> Figure:
    """Return the figure of a person's mean score over the sequence of their finished games at
    `seats`, in blocks.

    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes). A block is a tenth of
    the games, rounded up, but at least 5; with fewer than 10 games, it is one game.
    """
    scores = in_order(seats, scoring)
    points = blocks(scores)
    return Figure(
        name="learning",
        title="From game to game",
        table=points_table({"": points}, Column("around game", digits=1), "mean"),
        games=len(scores),
        note=f"Finished games in order, {ways(len(scores))}; "
        f"{SAID[scoring]}. {BY_GAME} {_trend(scores)}",
        **means_along(
            points if len(points) > 1 else [],
            "game",
            "mean score",
            across=whole_ticks(len(scores)),
        ),
        height=280,
    )


def _trend(scores: Sequence[int]) -> str:
    """Return a sentence with the slope of the scores, or "" if it has no interval."""
    line = slope(scores)
    if line.value is None or line.low is None or line.high is None:
        return ""
    return (
        f"A straight line through all games has a slope of {line.value:+.3f} points a game "
        f"({line.low:+.3f} to {line.high:+.3f})."
    )
