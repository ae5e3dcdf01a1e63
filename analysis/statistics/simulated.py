"""Simulations that check every interval: how often a nominal 95% interval covers the truth.

`manage.py check_statistics` prints the table of `docs/statistics.md`; tests run the same checks
with fewer repetitions. The simulated people have the numbers of games of HanabiData's people with
its Intentional agent (2 of 131 people played 353 of the 647 games), and vary as much. Experiments
of the size that the power calculator recommends are simulated too.

Each check in `CHECKS` and `NOT_USED` simulates once, and returns whether the interval contains the
true value (or, for ranks and p-values, whether no difference is found where there is none).
"""

from collections.abc import Callable
from functools import partial
from math import sqrt

import numpy as np
import numpy.typing as npt

from analysis.statistics.clusters import (
    level_of_people,
    mean_of_all,
    mean_of_each,
    mean_of_pairs,
    share_of_each,
    slope_of_each,
)
from analysis.statistics.comparisons import (
    next_difference,
    next_run,
    paired,
    ranks,
    recipe_difference,
    welch,
)
from analysis.statistics.estimate import (
    Estimate,
    Interval,
    mean,
    mean_of_totals,
    ratio,
    share,
    slope,
)
from analysis.statistics.power import Components, Design, components, people_needed

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Random = np.random.Generator
Check = Callable[[Random], bool]

COUNTS = {1: 81, 2: 23, 3: 7, 4: 8, 6: 2} | dict.fromkeys(
    (5, 7, 8, 10, 13, 14, 21, 24, 176, 177), 1
)
"""The number of simulated people by their number of games, as in HanabiData."""
SIZES = np.repeat(list(COUNTS), list(COUNTS.values()))
OF = np.repeat(np.arange(len(SIZES)), SIZES)
"""The index of the simulated person who played each game, shape (games,)."""
LEVELS, GAMES = 1.9, 3.6
"""Standard deviations, in points, between people's levels, and between the games of one person, as
in HanabiData."""
RUNS, RUN_GAMES, RUN_ERROR = 0.4, 1_000, 0.08
"""The standard deviation between training runs of a recipe in points, the number of games that
measure each run, and the resulting standard error, as for `rl:rainbow-2p` and `rl:goir-2p`."""
DRAWS = 400
"""The number of bootstrap resamples."""


def _held(found: Estimate | Interval | None, truth: float = 0.0) -> bool:
    """Whether the interval covers the truth."""
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    return found.low <= truth <= found.high


def _games(random: Random, levels: Floats | None = None) -> Floats:
    """(games,): simulated scores around 0; `levels` are the people's means, random by default."""
    own = random.normal(0, LEVELS, len(SIZES)) if levels is None else levels
    values: Floats = own[OF] + random.normal(0, GAMES, len(OF))
    return values


def _sums(values: Floats) -> Floats:
    """(people,): the sum of each person's values."""
    return np.bincount(OF, values).astype(np.float64)


def _of_games(estimate: Callable[[Floats, Floats, Ints], Estimate]) -> Check:
    """Return the check of an estimate from people's sums, sums of squares and numbers of games."""

    def holds(random: Random) -> bool:
        games = _games(random)
        return _held(estimate(_sums(games), _sums(games**2), SIZES))

    return holds


def bootstrap_holds(random: Random) -> bool:
    """Simulate the games of all people once; return whether the interval of a bootstrap that
    resamples whole people contains the true mean of all games.
    """
    totals = _sums(_games(random))
    drawn = random.integers(0, len(SIZES), (DRAWS, len(SIZES)))
    means = totals[drawn].sum(axis=1) / SIZES[drawn].sum(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return bool(low <= 0 <= high)


def slope_of_each_holds(random: Random) -> bool:
    """Simulate people's games whose scores rise with a covariate x; return whether the interval of
    `slope_of_each` contains the true slope of 0.5.
    """
    x = random.normal(0, 1, len(SIZES))[OF] + random.normal(0, 1, len(OF))
    y = 0.5 * x + _games(random)
    line = slope_of_each(SIZES, _sums(x), _sums(y), _sums(x * x), _sums(x * y))
    return _held(line, 0.5)


def paired_holds(random: Random) -> bool:
    """Simulate two equally good agents, of whom one played with all people and the other with half
    of them; return whether the interval of `paired` contains the true difference of 0.
    """
    levels = random.normal(0, LEVELS, len(SIZES))
    first, second = (_sums(_games(random, levels)) / SIZES for _ in range(2))
    one = dict(enumerate(first.tolist()))
    other = dict(list(enumerate(second.tolist()))[::2])
    return _held(paired(one, other))


def recipes_by_games_hold(random: Random) -> bool:
    """Simulate three training runs of one recipe and one run of another; return whether Welch's
    interval contains the true difference of 0.

    The single run's error is taken from its games alone, the error of the three from the variation
    between runs.
    """
    (one,), others = _runs(random, 1), _runs(random, 3)
    return _held(welch(mean(others), Estimate(one, RUN_ERROR, RUN_GAMES)))


def next_run_holds(random: Random) -> bool:
    """Simulate four training runs of a recipe; return whether the prediction interval that
    `next_run` computes from three of them contains the score of the fourth.

    The deviation between runs is pooled with that of two runs of another recipe.
    """
    three, two, (fourth,) = _runs(random, 3), _runs(random, 2), _runs(random, 1)
    return _held(next_run(three, [three, two]), fourth)


def next_difference_holds(random: Random) -> bool:
    """Simulate four training runs of one recipe and three of another; return whether the
    prediction interval from three runs of the first and two of the second contains the difference
    of the two remaining runs.
    """
    *one, first = _runs(random, 4)
    *other, second = _runs(random, 3)
    return _held(next_difference(one, other), first - second)


def _runs(random: Random, count: int) -> list[float]:
    """Simulate measured means of runs of a recipe whose expected score is 0."""
    return list(random.normal(0, sqrt(RUNS**2 + RUN_ERROR**2), count))


def p_is_large(random: Random) -> bool:
    """Simulate nine values with a true mean of 0; return whether the p-value of their mean exceeds
    .05.
    """
    p = mean(random.normal(0, 1, 9)).p
    return p is not None and p > 0.05


def ratio_holds(random: Random) -> bool:
    """Simulate thirty games with different numbers of opportunities to clue; return whether the
    interval of `ratio` contains the true share of opportunities used, 0.6.
    """
    offered = random.integers(5, 30, 30)
    clues = random.binomial(offered, random.beta(6, 4, 30))
    return _held(ratio(clues.astype(np.float64), offered.astype(np.float64)), 0.6)


def pairs_hold(random: Random) -> bool:
    """Simulate a value for every pair of 40 members, each with its own level; return whether the
    interval of `mean_of_pairs` contains the true mean of 0.
    """
    first, second = np.triu_indices(40, 1)
    own = random.normal(0, 1, 40)
    values = own[first] + own[second] + random.normal(0, 1, len(first))
    return _held(mean_of_pairs(first, second, values))


def totals_hold(random: Random) -> bool:
    """Simulate scores on thirteen deals with each of twenty partners, whose true means run from -5
    to 5; return whether the interval of `mean_of_totals` contains the true mean of 0.
    """
    values = np.linspace(-5, 5, 20)[:, None] + random.normal(0, 3, (20, 13))
    scores = np.rint(100 * values).astype(np.int64)
    return _held(mean_of_totals(scores.sum(axis=1), (scores**2).sum(axis=1), 13))


def ranks_hold(random: Random) -> bool:
    """Simulate eight equally good agents; return whether `ranks` places none of them above
    another.
    """
    deals = random.normal(0, 3, 40) + random.normal(0, 2, (8, 40))
    rows = [dict(enumerate(row.tolist())) for row in deals]
    return all(rank == (1, 8) for rank in ranks(rows, paired))


def chosen_elsewhere_holds(random: Random) -> bool:
    """Simulate the scores of twenty equally good agents; return whether the interval of the best
    one's mean contains the true mean of 0 if it is selected on the odd deals and scored on the
    even ones, and vice versa.
    """
    scores = _scores_of_equals(random)
    halves = [scores[:, 0::2], scores[:, 1::2]]
    scored = [one[other.mean(axis=1).argmax()] for one, other in (halves, halves[::-1])]
    return _held(mean(np.concatenate(scored)))


def chosen_there_holds(random: Random) -> bool:
    """Simulate the scores of twenty equally good agents; return whether the interval of the best
    one's mean contains the true mean of 0 if it is selected and scored on the same deals.
    """
    scores = _scores_of_equals(random)
    return _held(mean(scores[scores.mean(axis=1).argmax()]))


def _scores_of_equals(random: Random) -> Floats:
    """(20, 40): scores of twenty equal agents on the same forty deals."""
    scores: Floats = random.normal(0, 3, 40) + random.normal(0, 2, (20, 40))
    return scores


CHECKS: dict[str, Check] = {
    "mean of values": lambda random: _held(mean(random.normal(0, 2, 8))),
    "mean, every person once": lambda random: _held(mean_of_each(_sums(_games(random)), SIZES)),
    "mean of all games of people": _of_games(mean_of_all),
    "level of a person to come": _of_games(level_of_people),
    "share, every person once": lambda random: _held(
        share_of_each(random.binomial(SIZES, random.beta(1, 4, len(SIZES))), SIZES), 0.2
    ),
    "slope, every person once": slope_of_each_holds,
    "difference, paired over people": paired_holds,
    "difference by Welch": lambda random: _held(
        welch(mean(random.normal(0, 4, 12)), mean(random.normal(0, 1, 30)))
    ),
    "difference between recipes, three runs and one": lambda random: _held(
        recipe_difference(_runs(random, 3), _runs(random, 1))
    ),
    "the next run of a recipe": next_run_holds,
    "the next difference between recipes": next_difference_holds,
    "p above .05 where nothing differs": p_is_large,
    "ratio of totals": ratio_holds,
    "share of games": lambda random: _held(share(int(random.binomial(60, 0.2)), 60), 0.2),
    "slope along values in order": lambda random: _held(
        slope((0.3 * np.arange(12) + random.normal(0, 1, 12)).tolist()), 0.3
    ),
    "mean over pairs": pairs_hold,
    "mean over given partners": totals_hold,
    "no place among equals": ranks_hold,
    "the best, chosen on other deals": chosen_elsewhere_holds,
}
NOT_USED: dict[str, Check] = {
    "all games: bootstrap over people": bootstrap_holds,
    "all games: linearised over people": lambda random: _held(ratio(_sums(_games(random)), SIZES)),
    "recipes: a single run by its games": recipes_by_games_hold,
    "the best, chosen on the same deals": chosen_there_holds,
}
"""Checks of common alternative intervals that cover the truth too rarely, to show why they are not
used."""


PAIRING = 1.0
"""Standard deviation, in points, of the person-partner interaction in simulated experiments."""
DIFFERENCE, POWER = 2.0, 0.8
"""The true difference in points, and the power, of the simulated experiments."""
TRUTH = Components(LEVELS**2, PAIRING**2, GAMES**2, people=0, games=0)


def _found(random: Random, known: Components, games: int, design: Design) -> bool:
    """Simulate an experiment of the recommended size; return whether it finds the difference."""
    people = people_needed(known, DIFFERENCE, games, POWER, design)
    assert people is not None
    units = people if design == "within" else people // 2

    def means(level: Floats) -> Floats:
        own = level + random.normal(0, PAIRING, units)
        values: Floats = own + random.normal(0, GAMES, (games, units)).mean(axis=0)
        return values

    if design == "within":
        level = random.normal(0, LEVELS, units)
        gap = mean(DIFFERENCE + means(level) - means(level))
    else:
        one, other = (means(random.normal(0, LEVELS, units)) for _ in range(2))
        gap = welch(mean(DIFFERENCE + one), mean(other))
    return gap.low is not None and gap.low > 0


def learnt_finds(random: Random) -> bool:
    """Simulate an experiment that compares two partners; return whether it finds their true
    difference.

    The number of people is computed from variances that are themselves estimated from simulated
    games, as many as HanabiData has with two of its agents.
    """
    levels = random.normal(0, LEVELS, len(SIZES))
    scores = {}
    for agent in ("one", "other"):
        games = _games(random, levels + random.normal(0, PAIRING, len(SIZES)))
        scores[agent] = {person: games[person == OF].tolist() for person in range(len(SIZES))}
    known = components(scores)
    assert known is not None
    return _found(random, known, 1, "within")


POWER_CHECKS: dict[str, Check] = {
    "everybody plays with both": partial(_found, known=TRUTH, games=1, design="within"),
    "each person plays with one": partial(_found, known=TRUTH, games=1, design="between"),
    "three games with each partner": partial(_found, known=TRUTH, games=3, design="within"),
    "variances learnt from as many games as in HanabiData": learnt_finds,
}
"""Simulated experiments, by description; each should find the true difference in a share POWER of
its repetitions."""


def coverage(check: Check, times: int, seed: int) -> tuple[float, float]:
    """Return the share of `times` simulations in which an interval covers the truth, and the
    standard error of this share if its true value is 95%.

    `check`, a value of `CHECKS` or `NOT_USED`, simulates once and returns whether its interval
    covers the truth; `seed` is that of the simulations.
    """
    return _share(check, times, seed), sqrt(0.95 * 0.05 / times)


def power(check: Check, times: int, seed: int) -> tuple[float, float]:
    """Return the share of `times` simulated experiments that find the true difference, and the
    standard error of this share if its true value is POWER, the planned power.

    `check`, a value of `POWER_CHECKS`, simulates one experiment and returns whether it finds the
    difference; `seed` is that of the simulations.
    """
    return _share(check, times, seed), sqrt(POWER * (1 - POWER) / times)


def _share(check: Check, times: int, seed: int) -> float:
    """Return the share of repetitions in which the check succeeds."""
    random = np.random.default_rng(seed)
    return sum(check(random) for _ in range(times)) / times
