"""People who each have several values: what one person does is alike, so people are the units.

Every function takes one entry a person: how many values they have, and sums over these.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from analysis.statistics.estimate import LEVEL, Estimate, mean
from analysis.statistics.student import critical

Floats = npt.NDArray[np.float64]
Sums = npt.ArrayLike
ROUNDS = 50
CLOSE = 1e-9


def effective(counts: Sums) -> float:
    """How many people with equally many values would tell as much (Kish 1965): (Σn)² / Σn²."""
    sizes = np.asarray(counts, np.float64)
    return float(sizes.sum() ** 2 / (sizes @ sizes)) if sizes.any() else 0.0


def mean_of_each(totals: Sums, counts: Sums) -> Estimate:
    """The mean of the people's own means: every person counts once."""
    return mean(np.asarray(totals, np.float64) / np.asarray(counts, np.float64))


def mean_of_all(totals: Sums, squares: Sums, counts: Sums) -> Estimate:
    """The mean of all values, so that who has more of them weighs more.

    The few people who weigh most say too little of how people differ for a bootstrap over people
    or a linearised error (both hold the truth 80 to 91 times of 100 where two people have half of
    the games). So how much people differ is learnt from all of them: the error is that of the
    model value = level of the person + deviation, with the variance of the levels by restricted
    maximum likelihood, and the degrees of freedom are Satterthwaite's (1946). It takes levels as
    unrelated to how many values somebody has.
    """
    sizes, sums = np.asarray(counts, np.float64), np.asarray(totals, np.float64)
    people, values = len(sizes), sizes.sum()
    if not values:
        return Estimate(None, None, people)
    middle = float(sums.sum() / values)
    own = sums / sizes
    if people < 2 or values == people:
        return replace(mean(own), value=middle)
    freedom = values - people
    within = max(0.0, float((np.asarray(squares, np.float64) - sums * own).sum() / freedom))
    between, doubt = _variance_of_levels(own, sizes, within)
    weight = 1 / effective(sizes)
    variance = weight * between + within / values
    spread = weight**2 * doubt + 2 * (within / values) ** 2 / freedom
    degrees = 2 * variance**2 / spread if spread else people - 1.0
    return Estimate(middle, sqrt(variance), people, freedom=degrees)


def level_of_people(totals: Sums, squares: Sums, counts: Sums) -> Estimate:
    """What to expect of a person about whom nothing is known: the mean level of people, each
    weighing by how well their values tell it (as `mean_of_all` models them)."""
    sizes, sums = np.asarray(counts, np.float64), np.asarray(totals, np.float64)
    people, values = len(sizes), sizes.sum()
    if people < 2 or values == people:
        return mean_of_each(sums, sizes)
    own = sums / sizes
    within = float((np.asarray(squares, np.float64) - sums * own).sum() / (values - people))
    if within <= 0:
        return mean(own)
    between, _ = _variance_of_levels(own, sizes, within)
    weights = 1 / (between + within / sizes)
    return Estimate(float(weights @ own / weights.sum()), sqrt(1 / float(weights.sum())), people)


def share_of_each(hits: Sums, counts: Sums) -> tuple[float, float, float] | None:
    """The mean of the people's own shares, and the ends of its interval; None without people.

    Wilson's interval for as many units as would have this standard error (Korn and Graubard 1998),
    or for the number of people where all of them have a share of 0, or all of 1.
    """
    sizes = np.asarray(counts, np.float64)
    if not len(sizes):
        return None
    found = mean_of_each(hits, sizes)
    assert found.value is not None
    p, units = found.value, float(len(sizes))
    if found.sem:
        # Of a sample: fewer degrees of freedom count as fewer units.
        normal = NormalDist().inv_cdf((1 + LEVEL) / 2)
        units = p * (1 - p) / found.sem**2 * (normal / critical(LEVEL, found.degrees)) ** 2
    elif 0 < p < 1:
        units = float(sizes.sum())
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    middle = (units * p + z * z / 2) / (units + z * z)
    margin = z / (units + z * z) * sqrt(units * p * (1 - p) + z * z / 4)
    return p, max(0.0, middle - margin), min(1.0, middle + margin)


def slope_of_each(counts: Sums, x: Sums, y: Sums, xx: Sums, xy: Sums) -> Estimate:
    """How much y grows with x along a straight line through all values, every person counting once.

    Takes the people's sums of x, of y, of x² and of xy. The error is linearised over people (Liang
    and Zeger 1986), with two degrees of freedom fewer than people.
    """
    sizes = np.asarray(counts, np.float64)
    people = len(sizes)
    ex, ey, exx, exy = (np.asarray(sums, np.float64) / sizes for sums in (x, y, xx, xy))
    middle, height = (float(part.mean()) if people else 0.0 for part in (ex, ey))
    squares = exx - 2 * middle * ex + middle**2
    spread = float(squares.sum())
    if spread <= CLOSE:
        return Estimate(None, None, people)
    products = exy - middle * ey - height * ex + middle * height
    growth = float(products.sum()) / spread
    if people < 3:
        return Estimate(growth, None, people)
    left = products - growth * squares
    error = sqrt(float(left @ left) * people / (people - 1)) / spread
    return Estimate(growth, error, people, freedom=people - 2)


def _variance_of_levels(own: Floats, sizes: Floats, within: float) -> tuple[float, float]:
    """The variance between people, and the variance of that estimate, from their means."""
    noise = within / sizes
    if not within:
        between = float(own.var(ddof=1))
        return between, 2 * between**2 / (len(own) - 1)

    def short_by(variance: float) -> float:
        """The likelihood's slope: positive below the estimate."""
        weights = 1 / (variance + noise)
        total = weights.sum()
        gaps = (own - weights @ own / total) ** 2 + 1 / total
        return float(weights**2 @ (gaps - noise - variance))

    low, high = 0.0, float(np.ptp(own)) ** 2
    if short_by(low) > 0:
        for _ in range(ROUNDS):
            between = (low + high) / 2
            low, high = (between, high) if short_by(between) > 0 else (low, between)
    return low, 2 / float((1 / (low + noise) ** 2).sum())
