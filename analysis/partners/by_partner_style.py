"""An agent's score by its partners' style, to show which kind of partner suits it."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, F, FloatField, QuerySet, Sum
from django.db.models.functions import Floor

from analysis.charts import means_along
from analysis.figures import Figure
from analysis.models import TraceSeat
from analysis.partners.scores import (
    EACH_ONCE,
    SCORES,
    Unit,
    mean_by_person,
    people_of,
    units_by,
)
from analysis.scorings import SAID
from analysis.statistics import Estimate, slope_of_each
from analysis.tables import Rows

BINS = 10

MEASURES = {
    "partner_communicativeness": "partner's communicativeness",
    "partner_risk_aversion": "partner's risk aversion",
    "partner_information_per_play": "partner's information per play",
}


def by_partners_measure(
    seats: QuerySet[TraceSeat], measure: str, scoring: str
) -> list[tuple[float, Estimate, int]]:
    """Return an agent's mean score by its partners' style in the same game; `seats` are the agent's
    seats.

    `measure` is a key of `MEASURES`, such as "partner_risk_aversion", and has values from 0 to 1.
    There is one row for each tenth of this range with games: the middle of the tenth, the mean
    score in games whose partners' measure lies in it, and the number of these games. Each person
    counts once per tenth. Luck affects both the measure and the score of a game, so a slope is not
    causal.

    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    measured = _measured(seats, measure).annotate(tenth=Floor(F(measure) * BINS))
    tenths: dict[int, list[Unit]] = defaultdict(list)
    for place, units in units_by(measured, scoring, "tenth").items():
        tenths[min(BINS - 1, int(place))] += units
    return [
        ((place + 0.5) / BINS, _mean(units).within(*SCORES), sum(unit.games for unit in units))
        for place, units in sorted(tenths.items())
    ]


def trend(seats: QuerySet[TraceSeat], measure: str, scoring: str) -> Estimate:
    """Return the slope of an agent's score against its partners' `measure`, a key of `MEASURES`
    such as "partner_risk_aversion", in points per tenth of the measure's range from 0 to 1.
    `seats` are the agent's seats; each person counts once.

    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    games = _measured(seats, measure)
    known = games.exclude(with_person=None).values_list("with_person")
    rows = known.annotate(
        *(Count("pk"), Sum(measure), Sum(scoring)),
        squares=Sum(F(measure) * F(measure)),
        products=Sum(F(measure) * F(scoring), output_field=FloatField()),
    )
    sums = [row[1:] for row in rows.order_by()]
    others = games.filter(with_person=None).values_list("trace", measure, scoring)
    teams: dict[int | tuple[int, ...], list[tuple[float, ...]]] = defaultdict(list)
    met = people_of(games)
    for trace, x, y in others:
        teams[met.get(trace, trace)].append((1, x, y, x * x, x * y))
    sums += [tuple(map(sum, zip(*rows, strict=True))) for rows in teams.values()]
    line = slope_of_each(*([row[i] for row in sums] for i in range(5)))
    return line.times(1 / BINS)


def _measured(seats: QuerySet[TraceSeat], measure: str) -> QuerySet[TraceSeat]:
    """Return the seats in finished games that have the measure."""
    return seats.filter(finished=True).exclude(**{measure: None})


def _mean(units: Sequence[Unit]) -> Estimate:
    """Return the mean over people. A person may have two units in the last tenth (a measure of
    exactly 1 is added to it); they count once.
    """
    return mean_by_person((unit.person, unit.total, unit.games) for unit in units)


class Tenth(NamedTuple):
    """A row of the figure by partner style: an agent's games with partners whose measure lies in
    one tenth of its range.
    """

    measure: Sequence[float]
    mean: Estimate
    games: int
    people: int


def by_partner_style(seats: QuerySet[TraceSeat], measure: str, scoring: str) -> Figure:
    """Return the figure of an agent's mean score against its partners' `measure` in the same game.

    `seats` are the agent's seats; `measure` is a key of `MEASURES`, such as
    "partner_risk_aversion"; `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    points = by_partners_measure(seats, measure, scoring)
    line = trend(seats, measure, scoring)
    chart = means_along(
        [(place, mean) for place, mean, _ in points], MEASURES[measure], "mean score"
    )
    return Figure(
        name=measure.replace("_", "-"),
        title=f"By the {MEASURES[measure]}",
        table=Rows(
            Tenth,
            [Tenth([place], e, games, e.units) for place, e, games in points],
            {"measure": [MEASURES[measure]]},
        ),
        games=sum(games for *_, games in points),
        note="Games by tenths of the measure in the same game; "
        f"{SAID[scoring]}. {EACH_ONCE}{_slope(line)} Both "
        "follow the luck of the deal, so a slope is no cause.",
        **chart,
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
