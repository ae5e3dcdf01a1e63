"""A person's learning curve: how scores change from game to game."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from analysis.models import TraceSeat
from analysis.partners.scores import SCORES
from analysis.statistics import Estimate, mean

BLOCKS = 10
LEAST = 5
"""Games in a block, so that its interval says something."""


def blocks(scores: Sequence[int]) -> list[tuple[float, Estimate]]:
    """The scores in order, in at most 10 blocks of equal size but for the last: the middle of each,
    counted from game 1, and its mean. With fewer than 10 games each is a block."""
    few = len(scores) < BLOCKS
    size = 1 if few else max(LEAST, -(-len(scores) // BLOCKS))
    return [
        (start + (len(part) + 1) / 2, mean([float(score) for score in part]).within(*SCORES))
        for start in range(0, len(scores), size)
        if (part := scores[start : start + size])
    ]


def ways(games: int) -> str:
    """What `blocks` does with so many, in words."""
    if games < BLOCKS:
        return "one by one"
    return f"in at most ten blocks of {LEAST} or more, the last of those that are left"


def in_order(seats: QuerySet[TraceSeat], scoring: str) -> list[int]:
    """Scores of the finished games, the oldest first."""
    played = seats.filter(finished=True).order_by("played", "pk")
    return list(played.values_list(scoring, flat=True))
