"""An agent's score by its partners' style: what kind of partner it does well with."""

from __future__ import annotations

from collections import defaultdict

from django.db.models import Count, F, QuerySet
from django.db.models.functions import Floor

from analysis.models import TraceSeat
from analysis.partners.scores import SCORES
from analysis.statistics import Estimate, mean_of_counts

BINS = 10

MEASURES = {
    "partner_communicativeness": "partner's communicativeness",
    "partner_risk_aversion": "partner's risk aversion",
    "partner_information_per_play": "partner's information per play",
}


def by_partners_measure(
    seats: QuerySet[TraceSeat], measure: str, scoring: str
) -> list[tuple[float, Estimate]]:
    """The mean score in tenths of the measure in the same game, at the middle of each tenth.

    Luck moves both the measures and the score of a game, so a slope here is no cause. The units are
    games.
    """
    tenth = Floor(F(measure) * BINS)
    rows = (
        seats.filter(finished=True)
        .exclude(**{measure: None})
        .annotate(tenth=tenth)
        .values_list("tenth", scoring)
        .annotate(Count("pk"))
        .order_by()
    )
    counts: dict[int, dict[int, int]] = defaultdict(dict)
    for place, score, games in rows:
        row = counts[min(BINS - 1, int(place))]
        row[score] = row.get(score, 0) + games
    return [
        ((place + 0.5) / BINS, mean_of_counts(counts[place]).within(*SCORES))
        for place in sorted(counts)
    ]
