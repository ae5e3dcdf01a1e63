"""How many people a comparison of two partners needs, from how much scores vary.

The model: score = partner + person + person with partner + game. People are the units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np

from analysis.statistics.estimate import LEVEL
from analysis.statistics.student import critical

Design = Literal["within", "between"]
"""Everybody plays with both partners, or each person with one of them."""
MOST = 1_000_000
"""People; more is no plan."""


@dataclass(frozen=True)
class Components:
    """Variances, in squared points."""

    person: float
    """Of the levels of people."""
    pairing: float
    """Of how a person does with a partner, beside both their levels."""
    game: float
    """Of the games of one person with one partner."""
    people: int
    games: int
    """They were learnt from."""

    def error(self, design: Design, games: int) -> float:
        """Variance of one unit of a comparison, with so many games a person and partner: of a
        person's difference, or of the mean of somebody on either side."""
        own = self.pairing + self.game / games
        return 2 * own if design == "within" else self.person + own


def components(scores: Mapping[str, Mapping[int, Sequence[float]]]) -> Components | None:
    """From scores by partner and person; None where nobody played twice with one partner, or too
    few people met two.

    By moments, every person counting once: games around the mean of their person and partner; then
    differences of these means between any two partners, over people who met both; then means of one
    partner, over people. What the games alone explain is taken off. A variance below 0 is 0.
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
    """People in all for a two-sided test at 5% that finds a difference of so many points in a share
    `power` of the experiments; None for more than a million.

    Student's t: the difference over its standard error must be the quantile of the test and that of
    the power together. Raises ValueError for a difference or power that asks nothing.
    """
    if not difference > 0 or not 0.5 < power < 1 or games < 1:
        raise ValueError("Ask for a difference above 0, a power from .5 to 1, and a game or more.")
    variance = found.error(design, games)

    def enough(units: int) -> bool:
        return _smallest(variance, units, power, design) <= difference

    least = 2
    while not enough(least):
        least *= 2
        if least > MOST:
            return None
    low = max(2, least // 2)
    while low < least:
        middle = (low + least) // 2
        low, least = (low, middle) if enough(middle) else (middle + 1, least)
    return least if design == "within" else 2 * least


def smallest_difference(
    found: Components, people: int, games: int, power: float, design: Design
) -> float:
    """The difference, in points, that so many people in all find with this power."""
    units = people if design == "within" else people // 2
    return _smallest(found.error(design, games), units, power, design)


def _smallest(variance: float, units: int, power: float, design: Design) -> float:
    sides = 1 if design == "within" else 2
    freedom = sides * (units - 1)
    quantiles = critical(LEVEL, freedom) + critical(2 * power - 1, freedom)
    return quantiles * sqrt(sides * variance / units)
