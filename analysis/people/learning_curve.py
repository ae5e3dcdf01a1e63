"""A person's learning curve: how scores change from game to game."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from analysis.models import TraceSeat
from analysis.partners.scores import SCORES
from analysis.statistics import Estimate, mean

BLOCKS = 10
LEAST = 5
"""The fewest games in a block, so that its interval is informative."""


def blocks(scores: Sequence[int]) -> list[tuple[float, Estimate]]:
    """Return the middle game number and mean of consecutive blocks of scores.

    There are at most 10 blocks, all of equal size but the last; with fewer than 10 games each game
    is a block.
    """
    few = len(scores) < BLOCKS
    size = 1 if few else max(LEAST, -(-len(scores) // BLOCKS))
    return [
        (start + (len(part) + 1) / 2, mean([float(score) for score in part]).within(*SCORES))
        for start in range(0, len(scores), size)
        if (part := scores[start : start + size])
    ]


def ways(games: int) -> str:
    """Return a phrase that describes how `blocks` splits this many games."""
    if games < BLOCKS:
        return "one by one"
    return f"in at most ten blocks of {LEAST} or more, the last of those that are left"


def in_order(seats: QuerySet[TraceSeat], scoring: str) -> list[int]:
    """Return the scores of the finished games, oldest first."""
    played = seats.filter(finished=True).order_by("played", "pk")
    return list(played.values_list(scoring, flat=True))
