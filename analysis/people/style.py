"""A person's playing style in the measures of the literature, with intervals over games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from analysis.models import TraceSeat
from analysis.statistics import Estimate, mean, ratio
from native.play.measures import MEASURES, Measure, Tallies

COLUMNS = ("told", "idle_clues", "lost_tokens")
SHARE = (0.0, 1.0)


@dataclass(frozen=True)
class PlayingStyle:
    """The measures of ad-hoc play, and statistics about clues and clue tokens."""

    measures: Mapping[str, Estimate]
    """Estimates by the measure names that archives use."""
    told_per_clue: Estimate
    """Touched cards about which a clue gave new information, per clue."""
    idle_clues: Estimate
    """Share of the clues that gave no new information."""
    lost_tokens: Estimate
    """Clue tokens per game not regained because all were already available."""
    wasted_tokens: Estimate
    """Lost tokens plus idle clues, per game."""


def style(seats: QuerySet[TraceSeat]) -> PlayingStyle:
    """Return the style over all games of these seats; the unit of the intervals is the game."""
    rows = list(seats.values_list("tallies", *COLUMNS))
    tallies: list[Tallies] = [row[0] for row in rows]
    told, idle, lost = ([row[i] for row in rows] for i in (1, 2, 3))
    clues = [counts["clues"] for counts in tallies]
    return PlayingStyle(
        measures={name: _estimate(measure, tallies) for name, measure in MEASURES.items()},
        told_per_clue=ratio(told, clues).within(0.0),
        idle_clues=ratio(idle, clues).within(*SHARE),
        lost_tokens=mean(lost).within(0.0),
        wasted_tokens=mean(wasted(lost, idle)).within(0.0),
    )


def _estimate(measure: Measure, tallies: Sequence[Tallies]) -> Estimate:
    """Estimate a measure over the games that have both of its tallies: older games were counted
    before newer tallies existed."""
    known = [counts for counts in tallies if {measure.above, measure.below} <= counts.keys()]
    above = [counts[measure.above] for counts in known]
    return ratio(above, [measure.unit * counts[measure.below] for counts in known]).within(*SHARE)


def wasted(lost: Sequence[float], idle: Sequence[float]) -> list[float]:
    """Return the clue tokens wasted in each game: the lost tokens plus the idle clues."""
    return [a + b for a, b in zip(lost, idle, strict=True)]
