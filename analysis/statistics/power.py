"""The power of experiments: how many people a comparison of two partners needs.

The model: score = partner + person + person-partner interaction + game. People are the units.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np

from analysis.statistics.estimate import LEVEL
from analysis.statistics.student import critical

Design = Literal["within", "between"]
"""The design of an experiment with two partners. "within": each person plays with both; "between":
each person plays with one of them."""
MOST = 1_000_000
"""The largest number of people that `people_needed` considers."""


@dataclass(frozen=True)
class Components:
    """The variance components of people's scores with partners, in squared points."""

    person: float
    """The variance between people's levels."""
    pairing: float
    """The variance of the person-partner interaction."""
    game: float
    """The variance between games of one person with one partner."""
    people: int
    """The number of people the variances were estimated from."""
    games: int
    """The number of games the variances were estimated from."""

    def error(self, design: Design, games: int) -> float:
        """Return the variance, in squared points, of what one person contributes to a comparison,
        with `games` games per person and partner.

        Under "within" that is the person's difference between the two partners, under "between"
        the person's mean with one partner.
        """
        own = self.pairing + self.game / games
        return 2 * own if design == "within" else self.person + own


def components(scores: Mapping[str, Mapping[int, Sequence[float]]]) -> Components | None:
    """Estimate the variance components of people's scores. `scores` maps each partner to the scores
    of each person with it, {partner: {person: scores}}; return None if nobody played twice with one
    partner, or no two partners have at least two people in common.

    The estimates follow the method of moments, from the variances of three kinds of numbers: for
    games, of scores around the mean of their person and partner; for the interaction of person and
    partner, of the differences of a person's means with two partners; and for people, of people's
    means with one partner. The parts of these variances that are due to the components estimated
    before are subtracted; negative estimates become 0.
    """
    means = {a: {p: float(np.mean(s)) for p, s in own.items()} for a, own in scores.items()}
    cells = [s for own in scores.values() for s in own.values()]
    spare = sum(len(s) - 1 for s in cells)
    if not spare:
        return None
    game = sum(float(np.var(s) * len(s)) for s in cells) / spare
    noise = {a: {p: game / len(s) for p, s in own.items()} for a, own in scores.items()}
    paired, both = 0.0, 0
    whole, single = 0.0, 0
    for one in scores:
        people = list(scores[one])
        if len(people) > 1:
            free = len(people) - 1
            spread = float(np.var([means[one][p] for p in people], ddof=1))
            whole += free * (spread - float(np.mean([noise[one][p] for p in people])))
            single += free
        for other in scores:
            shared = [p for p in people if p in scores[other]] if one < other else []
            if len(shared) > 1:
                free = len(shared) - 1
                gaps = [means[one][p] - means[other][p] for p in shared]
                taken = float(np.mean([noise[one][p] + noise[other][p] for p in shared]))
                paired += free * (float(np.var(gaps, ddof=1)) - taken) / 2
                both += free
    if not both:
        return None
    pairing = max(0.0, paired / both)
    everybody = {person for own in scores.values() for person in own}
    return Components(
        person=max(0.0, whole / single - pairing),
        pairing=pairing,
        game=game,
        people=len(everybody),
        games=sum(map(len, cells)),
    )


def people_needed(
    found: Components, difference: float, games: int, power: float, design: Design
) -> int | None:
    """Return how many people an experiment needs in total for a two-sided 5% test to detect a
    difference of `difference` points between two partners with probability `power`; None if above
    a million.

    `found` are the variance components of scores, and `games` is the number of games per person
    and partner; `design` says whether each person plays with both partners ("within") or with one
    ("between"). By Student's t, the difference over its standard error must equal the quantile of
    the test plus that of the power. Raises ValueError if `difference`, `power` or `games` is out
    of range.
    """
    if not difference > 0 or not 0.5 < power < 1 or games < 1:
        raise ValueError(
            "The difference must be above 0, the power between .5 and 1, games 1 or more, "
            f"not {difference:g}, {power:g} and {games}."
        )
    variance = found.error(design, games)

    def enough(units: int) -> bool:
        return _smallest(variance, units, power, design) <= difference

    sides = 1 if design == "within" else 2
    units = range(2, MOST // sides + 1)
    place = bisect_left(units, True, key=enough)
    return sides * units[place] if place < len(units) else None


def smallest_difference(
    found: Components, people: int, games: int, power: float, design: Design
) -> float:
    """Return the smallest difference between two partners, in points, that a two-sided 5% test
    detects with probability `power` in an experiment with `people` people in total.

    `found` are the variance components of scores, and `games` is the number of games per person
    and partner; `design` says whether each person plays with both partners ("within") or with one
    ("between").
    """
    units = people if design == "within" else people // 2
    return _smallest(found.error(design, games), units, power, design)


def _smallest(variance: float, units: int, power: float, design: Design) -> float:
    sides = 1 if design == "within" else 2
    freedom = sides * (units - 1)
    quantiles = critical(LEVEL, freedom) + critical(2 * power - 1, freedom)
    return quantiles * sqrt(sides * variance / units)
