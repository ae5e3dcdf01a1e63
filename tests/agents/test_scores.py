"""Named agents score what the published program scored with them.

The figures are of games played with fireworks 0.2.1, the framework that the agents were written
for, and of the 2019 paper; all in the scoring `stacks`, each with a standard error.
"""

import math

import pytest

from agents.rulelists import NAMED
from native import Rules
from native.arena import simulate
from native.results import Result
from native.rulebase import Mode, RuleList

pytestmark = pytest.mark.slow

SELF_PLAY_2 = {
    "iggi": (17.11, 0.02),
    "iggi2": (17.64, 0.02),
    "piers": (17.29, 0.02),
    "cautious": (16.69, 0.03),
    "outer": (14.54, 0.03),
    "internal": (11.16, 0.03),
    "vdb-paper": (13.75, 0.05),
    "flawed": (1.46, 0.03),
    "legal_random": (1.23, 0.03),
    "clivej": (14.19, 0.05),
    "mirror_situational": (20.11, 0.02),
    "mixed_situational": (18.76, 0.02),
    "elite_045_080": (20.33, 0.02),
}

SELF_PLAY_GAMES = 2000
SELF_PLAY = {
    3: {
        "iggi": (16.795, 0.028),
        "iggi2": (17.437, 0.032),
        "piers": (17.551, 0.037),
        "outer": (14.437, 0.045),
        "internal": (11.023, 0.047),
        "flawed": (1.600, 0.039),
        "cautious": (17.165, 0.031),
        "legal_random": (1.250, 0.029),
        "vdb-paper": (17.718, 0.043),
        "clivej": (14.095, 0.040),
        "nyu_2019": (18.4, 0.05),
    },
    4: {
        "iggi": (16.146, 0.027),
        "iggi2": (16.580, 0.030),
        "piers": (17.000, 0.034),
        "outer": (13.117, 0.045),
        "internal": (10.125, 0.046),
        "flawed": (1.664, 0.041),
        "cautious": (16.356, 0.029),
        "legal_random": (1.275, 0.029),
        "vdb-paper": (17.241, 0.039),
        "clivej": (13.248, 0.040),
        "nyu_2019": (19.2, 0.05),
    },
    5: {
        "iggi": (15.063, 0.026),
        "iggi2": (15.328, 0.029),
        "piers": (16.266, 0.033),
        "outer": (12.691, 0.041),
        "internal": (9.939, 0.043),
        "flawed": (1.767, 0.044),
        "cautious": (15.181, 0.028),
        "legal_random": (1.267, 0.029),
        "vdb-paper": (16.241, 0.038),
        "clivej": (12.443, 0.035),
        "nyu_2019": (18.3, 0.05),
    },
}

POOL = ("iggi", "internal", "outer", "legal_random", "vdb-paper", "flawed", "piers")
POOL_GAMES = 3000
CROSS_PLAY = {
    "iggi": (17.14, 13.57, 15.89, 1.84, 16.37, 4.09, 17.23),
    "internal": (13.54, 11.14, 12.87, 1.75, 13.50, 3.26, 14.19),
    "outer": (15.91, 12.82, 14.57, 1.77, 14.63, 3.90, 16.07),
    "legal_random": (1.82, 1.81, 1.81, 1.28, 1.96, 1.73, 2.01),
    "vdb-paper": (16.31, 13.47, 14.59, 1.93, 13.82, 4.29, 16.48),
    "flawed": (4.03, 3.23, 3.89, 1.71, 4.26, 1.51, 4.07),
    "piers": (17.25, 14.15, 16.01, 1.96, 16.51, 4.11, 17.30),
}
"""The validation pool of Walton-Rivers et al. (2017), each pair measured twice, in seats by lot."""


def play(names: tuple[str, ...], games: int) -> Result:
    players = len(names)
    lists = [RuleList(NAMED[name].rules_for(players), Mode.FAITHFUL) for name in names]
    return simulate(Rules(players), lists, games, "scores")


@pytest.mark.parametrize("name", SELF_PLAY_2)
def test_self_play_of_two_scores_as_published(name: str) -> None:
    result = play((name, name), 20_000)
    mean, error = SELF_PLAY_2[name]
    assert abs(result.mean_stacks - mean) < 3 * math.hypot(result.sem_stacks, error)


@pytest.mark.parametrize(
    ("players", "name"), [(players, name) for players in SELF_PLAY for name in SELF_PLAY[players]]
)
def test_self_play_of_more_scores_as_published(players: int, name: str) -> None:
    result = play((name,) * players, SELF_PLAY_GAMES)
    mean, error = SELF_PLAY[players][name]
    assert abs(result.mean_stacks - mean) < 3 * math.hypot(result.sem_stacks, error)


@pytest.mark.parametrize("first", POOL)
def test_cross_play_of_the_pool_scores_as_measured(first: str) -> None:
    for second, mean in zip(POOL, CROSS_PLAY[first], strict=True):
        halves = [play(pair, POOL_GAMES // 2) for pair in ((first, second), (second, first))]
        here = sum(half.mean_stacks for half in halves) / 2
        noise = math.hypot(*(half.sem_stacks for half in halves)) / math.sqrt(2)
        assert abs(here - mean) < 4 * noise, f"{first} x {second}"


def test_the_best_elite_behaves_as_measured() -> None:
    conduct = play(("elite_045_080", "elite_045_080"), 20_000).conduct
    assert conduct.communicativeness == pytest.approx(0.513, abs=0.003)
    assert conduct.risk_aversion == pytest.approx(0.847, abs=0.003)
