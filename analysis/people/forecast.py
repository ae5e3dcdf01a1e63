"""What a person may expect with each agent, and how far such forecasts were off.

The forecast is what other people are expected to score with the agent: no likeness of style has
foretold more. It is checked on people whom it has not seen: everybody with at least `FEWEST` games
with an agent is left out in turn, forecast from all others, and compared with their own mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.db.models import QuerySet

from analysis.models import TraceSeat
from analysis.partners.scores import SCORES, Unit, by_agent
from analysis.statistics import Estimate, level_of_people

FEWEST = 6
"""Games of a person with an agent, from which on their own mean says how far a forecast was off."""
MOST_ERROR, LEAST_LIKENESS = 2.0, 0.4
"""Points and correlation: forecasts that do worse only order the agents."""
LEAST_CASES, MOST_CASES = 10, 60


@dataclass(frozen=True)
class Check:
    """Forecasts for people who were left out, against what they scored."""

    cases: int
    error: float | None
    """Mean of the absolute differences, in points."""
    correlation: float | None

    @property
    def passed(self) -> bool:
        """Whether points may be shown."""
        if self.cases < LEAST_CASES or self.error is None or self.correlation is None:
            return False
        return self.error <= MOST_ERROR and self.correlation >= LEAST_LIKENESS


@dataclass(frozen=True)
class Forecast:
    """Of one person with one agent."""

    address: str
    expected: Estimate
    people: int
    games: int
    """Of the others, whom it is taken from."""
    own: float | None
    """Their own mean with it, if they have met."""
    own_games: int


def forecasts(
    seats: QuerySet[TraceSeat], scoring: str, person: int | None
) -> tuple[list[Forecast], Check]:
    """For a person, the best first, from everybody else's games; and the check over all people."""
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
    """Everybody with enough games left out in turn, or `MOST_CASES` of them, evenly spread."""
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
