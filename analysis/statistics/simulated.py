"""Every method tried on made-up data whose truth is known: how often its 95% interval holds it.

`manage.py check_statistics` prints the table of `docs/statistics.md`; tests run the same checks
fewer times. The people of a check have as many games as those of HanabiData with its Intentional
agent, where two of 131 people played 353 of the 647 games, and differ as those do. Experiments of
the power calculator's size are tried too.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np
import numpy.typing as npt

from analysis.statistics.clusters import (
    level_of_people,
    mean_of_all,
    mean_of_each,
    share_of_each,
    slope_of_each,
)
from analysis.statistics.comparing import paired, welch
from analysis.statistics.estimate import Estimate, mean, ratio
from analysis.statistics.pairs import mean_of_pairs
from analysis.statistics.power import Components, Design, components, people_needed
from analysis.statistics.ranks import ranks
from analysis.statistics.share import share
from analysis.statistics.slope import slope
from analysis.statistics.totals import mean_of_totals

Floats = npt.NDArray[np.float64]
Random = np.random.Generator

COUNTS = {1: 81, 2: 23, 3: 7, 4: 8, 6: 2} | dict.fromkeys(
    (5, 7, 8, 10, 13, 14, 21, 24, 176, 177), 1
)
"""People by how many games they have."""
SIZES = np.repeat(list(COUNTS), list(COUNTS.values()))
OF = np.repeat(np.arange(len(SIZES)), SIZES)
"""(games,): whose each game is."""
LEVELS, GAMES = 1.9, 3.6
"""Standard deviations of people's levels and of their games around these, as in HanabiData."""
DRAWS = 400
"""Of a bootstrap."""


def _held(found: Estimate, truth: float = 0.0) -> bool:
    assert found.low is not None
    assert found.high is not None
    return found.low <= truth <= found.high


def _games(random: Random, levels: Floats | None = None) -> Floats:
    """(games,): scores around 0, people differing in their levels."""
    own = random.normal(0, LEVELS, len(SIZES)) if levels is None else levels
    values: Floats = own[OF] + random.normal(0, GAMES, len(OF))
    return values


def _sums(values: Floats) -> Floats:
    return np.bincount(OF, values).astype(np.float64)


def mean_holds(random: Random) -> bool:
    return _held(mean(random.normal(0, 2, 8)))


def each_holds(random: Random) -> bool:
    return _held(mean_of_each(_sums(_games(random)), SIZES))


def all_holds(random: Random) -> bool:
    games = _games(random)
    return _held(mean_of_all(_sums(games), _sums(games**2), SIZES))


def level_holds(random: Random) -> bool:
    games = _games(random)
    return _held(level_of_people(_sums(games), _sums(games**2), SIZES))


def linearised_holds(random: Random) -> bool:
    return _held(ratio(_sums(_games(random)), SIZES))


def bootstrap_holds(random: Random) -> bool:
    """Whole people drawn anew, the middle 95% of the means of their games."""
    totals = _sums(_games(random))
    drawn = random.integers(0, len(SIZES), (DRAWS, len(SIZES)))
    means = totals[drawn].sum(axis=1) / SIZES[drawn].sum(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return bool(low <= 0 <= high)


def share_of_each_holds(random: Random) -> bool:
    """A fifth of the games lost, more by some people than by others."""
    found = share_of_each(random.binomial(SIZES, random.beta(1, 4, len(SIZES))), SIZES)
    assert found is not None
    return found[1] <= 0.2 <= found[2]


def slope_of_each_holds(random: Random) -> bool:
    x = random.normal(0, 1, len(SIZES))[OF] + random.normal(0, 1, len(OF))
    y = 0.5 * x + _games(random)
    line = slope_of_each(SIZES, _sums(x), _sums(y), _sums(x * x), _sums(x * y))
    return _held(line, 0.5)


def paired_holds(random: Random) -> bool:
    """Two agents with the same levels of people; half of the people met both."""
    levels = random.normal(0, LEVELS, len(SIZES))
    first, second = (_sums(_games(random, levels)) / SIZES for _ in range(2))
    one = dict(enumerate(first.tolist()))
    other = dict(list(enumerate(second.tolist()))[::2])
    return _held(paired(one, other))


def welch_holds(random: Random) -> bool:
    one, other = mean(random.normal(0, 4, 12)), mean(random.normal(0, 1, 30))
    return _held(welch(one, other))


def p_is_large(random: Random) -> bool:
    """p above .05 where nothing differs."""
    p = mean(random.normal(0, 1, 9)).p
    return p is not None and p > 0.05


def ratio_holds(random: Random) -> bool:
    """Thirty games with different numbers of clues, and of chances to clue."""
    offered = random.integers(5, 30, 30)
    clues = random.binomial(offered, random.beta(6, 4, 30))
    return _held(ratio(clues.astype(np.float64), offered.astype(np.float64)), 0.6)


def share_holds(random: Random) -> bool:
    found = share(int(random.binomial(60, 0.2)), 60)
    assert found is not None
    return found[1] <= 0.2 <= found[2]


def slope_holds(random: Random) -> bool:
    return _held(slope((0.3 * np.arange(12) + random.normal(0, 1, 12)).tolist()), 0.3)


def pairs_hold(random: Random) -> bool:
    """Pairs of 40 members, each with a level that it brings to all its pairs."""
    first, second = np.triu_indices(40, 1)
    own = random.normal(0, 1, 40)
    values = own[first] + own[second] + random.normal(0, 1, len(first))
    return _held(mean_of_pairs(first, second, values))


def totals_hold(random: Random) -> bool:
    """Twenty partners as they are, with means from -5 to 5, thirteen deals each."""
    values = np.linspace(-5, 5, 20)[:, None] + random.normal(0, 3, (20, 13))
    scores = np.rint(100 * values).astype(np.int64)
    return _held(mean_of_totals(scores.sum(axis=1), (scores**2).sum(axis=1), 13))


def ranks_hold(random: Random) -> bool:
    """Eight equal agents on the same deals, and none of them placed above another."""
    deals = random.normal(0, 3, 40) + random.normal(0, 2, (8, 40))
    rows = [dict(enumerate(row.tolist())) for row in deals]
    return all(rank == (1, 8) for rank in ranks(rows, paired))


def chosen_elsewhere_holds(random: Random) -> bool:
    """The best of twenty equal agents, chosen on the odd deals and scored on the even ones, and the
    other way round."""
    scores = _scores_of_equals(random)
    halves = [scores[:, 0::2], scores[:, 1::2]]
    scored = [one[other.mean(axis=1).argmax()] for one, other in (halves, halves[::-1])]
    return _held(mean(np.concatenate(scored)))


def chosen_there_holds(random: Random) -> bool:
    """The same, chosen on the deals that it is scored on."""
    scores = _scores_of_equals(random)
    return _held(mean(scores[scores.mean(axis=1).argmax()]))


def _scores_of_equals(random: Random) -> Floats:
    """Twenty agents a row, on the same forty deals."""
    scores: Floats = random.normal(0, 3, 40) + random.normal(0, 2, (20, 40))
    return scores


CHECKS: dict[str, Callable[[Random], bool]] = {
    "mean of values": mean_holds,
    "mean, every person once": each_holds,
    "mean of all games of people": all_holds,
    "level of a person to come": level_holds,
    "share, every person once": share_of_each_holds,
    "slope, every person once": slope_of_each_holds,
    "difference, paired over people": paired_holds,
    "difference by Welch": welch_holds,
    "p above .05 where nothing differs": p_is_large,
    "ratio of totals": ratio_holds,
    "share of games": share_holds,
    "slope along values in order": slope_holds,
    "mean over pairs": pairs_hold,
    "mean over given partners": totals_hold,
    "no place among equals": ranks_hold,
    "the best, chosen on other deals": chosen_elsewhere_holds,
}
NOT_USED: dict[str, Callable[[Random], bool]] = {
    "all games: bootstrap over people": bootstrap_holds,
    "all games: linearised over people": linearised_holds,
    "the best, chosen on the same deals": chosen_there_holds,
}
"""What others would take instead, and why we do not."""


PAIRING = 1.0
"""Of how a person does with one partner, beside both their levels: a standard deviation."""
DIFFERENCE, POWER = 2.0, 0.8
"""What an experiment of the power calculator is to find, in points, and how often."""
TRUTH = Components(LEVELS**2, PAIRING**2, GAMES**2, people=0, games=0)


def _found(random: Random, known: Components, games: int, design: Design) -> bool:
    """Whether an experiment of the size that the calculator asks for finds the difference."""
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


def within_finds(random: Random) -> bool:
    return _found(random, TRUTH, 1, "within")


def between_finds(random: Random) -> bool:
    return _found(random, TRUTH, 1, "between")


def more_games_find(random: Random) -> bool:
    return _found(random, TRUTH, 3, "within")


def learnt_finds(random: Random) -> bool:
    """The variances are learnt from games of two agents, as many as HanabiData's people played."""
    levels = random.normal(0, LEVELS, len(SIZES))
    scores = {}
    for agent in ("one", "other"):
        games = _games(random, levels + random.normal(0, PAIRING, len(SIZES)))
        scores[agent] = {person: games[person == OF].tolist() for person in range(len(SIZES))}
    known = components(scores)
    assert known is not None
    return _found(random, known, 1, "within")


POWER_CHECKS: dict[str, Callable[[Random], bool]] = {
    "everybody plays with both": within_finds,
    "each person plays with one": between_finds,
    "three games with each partner": more_games_find,
    "variances learnt from as many games as in HanabiData": learnt_finds,
}
"""How often an experiment finds what the calculator says that it finds 80 times of 100."""


def coverage(check: Callable[[Random], bool], times: int, seed: int) -> tuple[float, float]:
    """The share of the times that the truth was held, and the standard error of 95% of so many."""
    return _share(check, times, seed), sqrt(0.95 * 0.05 / times)


def power(check: Callable[[Random], bool], times: int, seed: int) -> tuple[float, float]:
    """The share of the times that the difference was found, and the standard error of POWER."""
    return _share(check, times, seed), sqrt(POWER * (1 - POWER) / times)


def _share(check: Callable[[Random], bool], times: int, seed: int) -> float:
    random = np.random.default_rng(seed)
    return sum(check(random) for _ in range(times)) / times
