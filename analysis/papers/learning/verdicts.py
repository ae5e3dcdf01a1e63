"""Verdicts on whether our runs reproduce a number of the paper's table."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.papers.learning.published import PLAYERS, TURNS, VARIANTS, Variant
from analysis.papers.learning.ways import Way, best_of
from analysis.statistics import next_run

CLOSE = 1.0
"""The largest difference in points between the paper's mean and ours that counts as reproduced."""
WIDEST = 3.0
"""The largest margin in points of the next run's interval that still allows a verdict."""
NOT_RUN, REPRODUCED, REFUTED, UNDECIDED = "not run", "reproduced", "refuted", "undecided"
NOT_REACHED = "not reached"
MILLION = 1_000_000


def verdict(ways: Sequence[Way], variant: Variant, players: int) -> str | None:
    """Return the verdict on one cell; None if the paper prints no number.

    The prediction interval of one more run uses the deviation between runs pooled over all recipes
    of the table with this number of players and equally many turns.
    """
    printed, way = variant.printed[PLAYERS.index(players)], best_of(ways, variant, players)
    if printed is None:
        return None
    if way is None:
        return NOT_RUN
    if way.turns < TURNS:
        return f"{NOT_REACHED} ({way.turns / MILLION:.1f}M of {TURNS // MILLION}M turns)"
    beside = [mate for one in VARIANTS if (mate := best_of(ways, one, players))]
    alike = [mate.means for mate in beside if mate.turns == way.turns]
    run = next_run(way.means, alike)
    if run.low is None or run.high is None or (run.margin or 0.0) > WIDEST:
        return UNDECIDED
    if not run.low <= printed <= run.high:
        return REFUTED
    return REPRODUCED if abs(printed - (run.value or 0.0)) <= CLOSE else UNDECIDED
