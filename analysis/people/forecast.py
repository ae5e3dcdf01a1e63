"""Forecasts of a person's score with each agent, and the accuracy of such forecasts.

The forecast is the score expected of other people with the agent; similarity of style has not
improved it. It is checked by leaving out, in turn, each person with at least `FEWEST` games with an
agent, forecasting from all others, and comparing with the person's own mean.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from django.db.models import QuerySet

from analysis.charts import dots
from analysis.collections import title
from analysis.figures import Figure
from analysis.models import TraceSeat
from analysis.partners.scores import SCORES, Unit, by_agent
from analysis.scorings import SAID
from analysis.statistics import Estimate, level_of_people
from analysis.tables import Rows

FEWEST = 6
"""The fewest games of a person with an agent for their mean score to check a forecast with."""
MOST_ERROR, LEAST_LIKENESS = 2.0, 0.4
"""The largest mean error, in points, and the smallest correlation in a check at which forecasts
are shown in points; less accurate ones only order the agents."""
LEAST_CASES, MOST_CASES = 10, 60
"""The fewest forecasts from which a check is valid, and the most that a check computes."""


@dataclass(frozen=True)
class Check:
    """The accuracy of forecasts of people's scores with agents, each made without the person's own
    games. `cases` is the number of forecasts checked; `correlation` is that of forecast and score.
    """

    cases: int
    error: float | None
    """The mean absolute error of the forecasts, in points; None if none was checked."""
    correlation: float | None

    @property
    def passed(self) -> bool:
        """Whether the forecasts were accurate enough in this check for pages to show them in
        points.
        """
        if self.cases < LEAST_CASES or self.error is None or self.correlation is None:
            return False
        return self.error <= MOST_ERROR and self.correlation >= LEAST_LIKENESS


@dataclass(frozen=True)
class Forecast:
    """The forecast of one person's mean score with one agent, made from other people's scores
    with the agent; `people` is the number of these other people.
    """

    address: str
    expected: Estimate
    people: int
    games: int
    """The number of other people's games that the forecast is made from."""
    own: float | None
    """The person's own mean score with the agent; None if they have not played with it."""
    own_games: int


def forecasts(
    seats: QuerySet[TraceSeat], scoring: str, person: int | None
) -> tuple[list[Forecast], Check]:
    """Return forecasts of a person's mean score with each agent, best first, and how accurate such
    forecasts are.

    Forecasts are made from the games at `seats` of everybody but the person with the id `person`
    (of everybody if it is None), for agents that at least two of them played with. The accuracy is
    that over all people with enough games, each left out in turn. `scoring` is "stacks" (cards
    played) or "zero" (0 if lost by strikes).
    """
    units = {address: scores.units for address, scores in by_agent(seats, scoring).items()}
    found = []
    for address, group in units.items():
        others = _without(group, person)
        mine = next((u for u in group if u.person is not None and u.person == person), None)
        if len(others) > 1:
            own = (mine.mean, mine.games) if mine else (None, 0)
            games = sum(unit.games for unit in others)
            found.append(Forecast(address, _level(others), len(others), games, *own))
    return sorted(found, key=lambda one: -(one.expected.value or 0)), check(units)


def check(units: Mapping[str, Sequence[Unit]]) -> Check:
    """Return the accuracy of forecasts of people's scores with agents. `units` maps an agent's
    address to the games with the agent, one unit for each person.

    Each person with at least `FEWEST` games with an agent is left out in turn (at most
    `MOST_CASES`, evenly spaced), and the forecast from the others is compared with the person's
    mean.
    """
    known = [
        (group, unit)
        for group in units.values()
        for unit in group
        if unit.person is not None and unit.games >= FEWEST and len(group) > 2
    ]
    if not known:
        return Check(0, None, None)
    cases = [
        (_level(_without(group, unit.person)).value, unit.mean)
        for group, unit in known[:: -(-len(known) // MOST_CASES)]
    ]
    expected, scored = np.array(cases, np.float64).T
    varies = len(cases) > 2 and expected.std() > 0 and scored.std() > 0
    correlation = float(np.corrcoef(expected, scored)[0, 1]) if varies else None
    return Check(len(cases), float(np.abs(expected - scored).mean()), correlation)


def _without(group: Sequence[Unit], person: int | None) -> list[Unit]:
    return [unit for unit in group if unit.person is None or unit.person != person]


def _level(units: Sequence[Unit]) -> Estimate:
    return level_of_people(
        [unit.total for unit in units],
        [unit.squares for unit in units],
        [unit.games for unit in units],
    ).within(*SCORES)


class Expected(NamedTuple):
    """A row of the figure of forecasts: the score that a person can expect with one agent."""

    agent: str
    order: int
    forecast: float | None
    usual_error: float | None
    from_people: int
    own_mean: float | None
    own_games: int
    address: str


def expected(found: Sequence[Forecast], check: Check, scoring: str) -> Figure:
    """Return the figure of forecasts of a person's score with each agent.

    `found` are the forecasts, best first, and `check` is the accuracy of such forecasts: if it has
    not passed, the figure is only a table that lists the agents in this order, without forecast
    scores. `scoring`, "stacks" (cards played) or "zero" (0 if lost by strikes), is that of the
    forecasts.
    """
    series = {"forecast": [(title(one.address), one.expected) for one in found]}
    if any(one.own is not None for one in found):
        series["own mean so far"] = [(title(one.address), Estimate(one.own)) for one in found]
    rows = [
        Expected(
            agent=title(one.address),
            order=number,
            forecast=one.expected.value if check.passed else None,
            usual_error=check.error if check.passed else None,
            from_people=one.people,
            own_mean=one.own,
            own_games=one.own_games,
            address=one.address,
        )
        for number, one in enumerate(found, start=1)
    ]
    return Figure(
        name="forecast",
        title="What to expect with each agent",
        table=Rows(Expected, rows),
        games=sum(one.games for one in found),
        note="What other people are expected to score with it. " + told(check),
        **dots(series if check.passed else {}, f"mean score ({SAID[scoring]})"),
    )


def told(check: Check) -> str:
    """Return a sentence for readers of the figure that says how many points the forecasts of this
    check were off on average, or that nobody has played enough games to check them.
    """
    if check.error is None:
        return "Nobody has played enough games to check such forecasts, so they only give an order."
    likeness = "" if check.correlation is None else f", correlation {check.correlation:.2f}"
    sentence = (
        f"For people left out, with at least {FEWEST} games with an agent, such forecasts were off "
        f"by {check.error:.2f} points ({check.cases} cases{likeness})"
    )
    return f"{sentence}." if check.passed else f"{sentence}: too much to show points."
