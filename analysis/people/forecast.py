"""The accuracy of other people's scores with an agent as a forecast of a person's score with it.

Similarity of style has not improved such a forecast. It is checked by leaving out, in turn, each
person with at least `FEWEST` games with an agent, forecasting from all others, and comparing with
the person's own mean.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.partners.scores import SCORES, Unit
from analysis.statistics import Estimate, level_of_people

FEWEST = 6
"""The fewest games of a person with an agent for their mean score to check a forecast with."""
MOST_ERROR, LEAST_LIKENESS = 2.0, 0.4
"""The largest mean error, in points, and the smallest correlation in a check at which pages
forecast a score."""
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
        """Whether the forecasts were accurate enough in this check for pages to make one."""
        if self.cases < LEAST_CASES or self.error is None or self.correlation is None:
            return False
        return self.error <= MOST_ERROR and self.correlation >= LEAST_LIKENESS

    def __str__(self) -> str:
        """A sentence that says how many points the forecasts were off on average, or that nobody
        has played enough games to check them.
        """
        if self.error is None:
            return "Nobody has played enough games to check that as a forecast."
        likeness = "" if self.correlation is None else f", correlation {self.correlation:.2f}"
        return (
            f"As a forecast for people left out, with at least {FEWEST} games with an agent, that "
            f"was off by {self.error:.2f} points ({self.cases} cases{likeness})"
            f"{'' if self.passed else ': too much to rely on'}."
        )


def level(units: Sequence[Unit]) -> Estimate:
    """Return the mean score expected of one more person, from the games with an agent in `units`,
    one for each person.
    """
    return level_of_people(
        [unit.total for unit in units],
        [unit.squares for unit in units],
        [unit.games for unit in units],
    ).within(*SCORES)


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
        (level([other for other in group if other is not unit]).value, unit.mean)
        for group, unit in known[:: -(-len(known) // MOST_CASES)]
    ]
    expected, scored = np.array(cases, np.float64).T
    varies = len(cases) > 2 and expected.std() > 0 and scored.std() > 0
    correlation = float(np.corrcoef(expected, scored)[0, 1]) if varies else None
    return Check(len(cases), float(np.abs(expected - scored).mean()), correlation)
