"""Figures of the power calculator (how many people an experiment needs), from the variance of
people's scores on this site.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Annotated, NamedTuple

from django.db.models import QuerySet

from analysis.charts import means_along
from analysis.figures import Figure
from analysis.models import TraceSeat
from analysis.partners.scores import once_a_game
from analysis.statistics import Estimate
from analysis.statistics.power import (
    Components,
    Design,
    components,
    people_needed,
    smallest_difference,
)
from analysis.tables import Column, Rows

DIFFERENCES = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0)
PEOPLE = (10, 16, 20, 30, 40, 60, 80, 120, 160, 240, 320, 480)
DESIGNS: dict[Design, str] = {
    "within": "everybody plays with both",
    "between": "each person plays with one",
}


def scores_here(
    seats: QuerySet[TraceSeat], scoring: str
) -> Mapping[str, Mapping[int, Sequence[float]]]:
    """Return the scores of finished games that an agent played with one person whose id is known,
    as {agent's address: {person's id: scores}}. The games are those of the agents' seats in
    `seats`.

    `scoring` is "zero" (0 if lost by strikes) or "stacks" (cards played).
    """
    met = once_a_game(seats).filter(
        company=TraceSeat.Company.PEOPLE,
        finished=True,
        with_person__isnull=False,
    )
    scores: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for address, person, score in met.values_list("address", "with_person", scoring):
        scores[address][person].append(float(score))
    return scores


def variance_of(seats: QuerySet[TraceSeat], scoring: str) -> Components | None:
    """Return the variance components (person, pairing of person and agent, game) of scores in
    finished games of an agent with one person whose id is known; None if they cannot be estimated.

    The games are those of the agents' seats in `seats`; `scoring` is "zero" (0 if lost by strikes)
    or "stacks" (cards played).
    """
    return components(scores_here(seats, scoring))


class Needed(NamedTuple):
    """A row of the power figure: a difference in points, and for each design (within or between
    people) the number of people needed to find it; None if no number is enough.
    """

    difference: Annotated[float, Column("difference, points", 1)]
    people: Sequence[int | None]


class VarianceRow(NamedTuple):
    """A row of the variance table: one source of the variance of scores, such as the person, with
    its share.
    """

    source: str
    standard_deviation: Annotated[float, Column("standard deviation, points")]
    share: float


def needed(found: Components, games: int, power: float, own: float) -> Figure:
    """Plot the difference between two partners that an experiment can detect, by the number of
    people, with a table of the people needed for each difference.

    `found` are the variance components of scores, `games` is the number of games per person and
    partner, `power` is the probability of detection, and `own` is a difference, in points, to add
    to the usual ones.
    """
    asked = sorted({*DIFFERENCES, own})
    rows = [
        Needed(gap, [people_needed(found, gap, games, power, design) for design in DESIGNS])
        for gap in asked
    ]
    chart = means_along(
        {
            words: [
                (float(n), Estimate(smallest_difference(found, n, games, power, design)))
                for n in PEOPLE
            ]
            for design, words in DESIGNS.items()
        },
        "people in all",
        "difference that is found, points",
        across={"type": "log", "tickvals": [10, 20, 40, 80, 160, 320]},
        upwards={"rangemode": "tozero"},
    )
    return Figure(
        name="people",
        title="People needed",
        table=Rows(Needed, rows, {"people": [f"people: {words}" for words in DESIGNS.values()]}),
        games=found.games,
        note=f"To find a difference of two partners in {100 * power:.0f}% of experiments, by a "
        f"t test at 5% with people as units and {games} game{'s' if games > 1 else ''} a person "
        "and partner.",
        **chart,
    )


def varies(found: Components) -> Figure:
    """Tabulate the sources of the variance of scores, from the variance components `found`."""
    parts = {
        "people: some score higher with every partner": found.person,
        "people with partners: who suits whom": found.pairing,
        "games: the deal, and everything else": found.game,
    }
    total = sum(parts.values()) or 1.0
    return Figure(
        name="variance",
        title="Where scores differ",
        table=Rows(
            VarianceRow, [VarianceRow(name, sqrt(v), v / total) for name, v in parts.items()]
        ),
        games=found.games,
        note=f"From the games of {found.people} people, each counting once; in the last part every "
        "game counts. With more games per person, only the last part shrinks; if everybody plays "
        "with both partners, the first is gone.",
    )
