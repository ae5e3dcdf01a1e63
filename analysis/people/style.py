"""How somebody plays, by the measures of the literature, with intervals over games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from analysis.models import TraceSeat
from analysis.statistics import Estimate, mean, ratio

COLUMNS = ("offered", "clues", "plays", "certainty", "known", "told", "idle_clues", "lost_tokens")
SHARE = (0.0, 1.0)


@dataclass(frozen=True)
class PlayingStyle:
    """The three measures of Canaan et al. (2019, 2020), and what a person may want to know."""

    communicativeness: Estimate
    risk_aversion: Estimate
    information_per_play: Estimate
    told_per_clue: Estimate
    """Cards that a clue touched and told something new of."""
    idle_clues: Estimate
    """Share of the clues that told nothing new."""
    lost_tokens: Estimate
    """A game: clue tokens not gained since all were there."""
    wasted_tokens: Estimate
    """A game: these, and those that clues cost which told nothing new."""

    def measure(self, name: str) -> Estimate:
        """By the name that archives use."""
        found: Estimate = getattr(self, name)
        return found


def style(seats: QuerySet[TraceSeat]) -> PlayingStyle:
    """Of all these games together; the unit of the intervals is the game."""
    rows = list(seats.values_list(*COLUMNS))
    columns: dict[str, Sequence[float]] = {
        name: [row[i] for row in rows] for i, name in enumerate(COLUMNS)
    }
    return PlayingStyle(
        communicativeness=ratio(columns["clues"], columns["offered"]).within(*SHARE),
        risk_aversion=ratio(columns["certainty"], columns["plays"]).within(*SHARE),
        information_per_play=ratio(
            columns["known"], [2 * plays for plays in columns["plays"]]
        ).within(*SHARE),
        told_per_clue=ratio(columns["told"], columns["clues"]).within(0.0),
        idle_clues=ratio(columns["idle_clues"], columns["clues"]).within(*SHARE),
        lost_tokens=mean(columns["lost_tokens"]).within(0.0),
        wasted_tokens=mean(wasted(columns["lost_tokens"], columns["idle_clues"])).within(0.0),
    )


def wasted(lost: Sequence[float], idle: Sequence[float]) -> list[float]:
    """Clue tokens wasted in each game: not gained since all were there, or spent to say nothing."""
    return [a + b for a, b in zip(lost, idle, strict=True)]
