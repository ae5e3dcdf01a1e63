"""Search among suspects: a function of seed, view and weights, blind to its own cards."""

from random import Random

import numpy as np
import pytest

from agents.rulelists import NAMED
from native import Game, Rng, Rules
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.search.search import Among, Scoring, Setting
from tests.native.twins import twin

pytestmark = pytest.mark.native

NAMES = ("iggi", "piers", "outer", "legal_random")
SMALL = Setting(80, particles=30, steps=2, scoring=Scoring.HALF, slip=0.1, sure=0.5, least=0)
POOL = [Blueprint.of(RuleList(NAMED[name].rules_for(2))) for name in NAMES]


def among(setting: Setting = SMALL) -> Among:
    return Among(POOL, [0, 1, 0, 1], setting)


def test_each_policy_has_one_to_go_on_with() -> None:
    for goes_on in ([], [0, 1], [0] * 9):
        with pytest.raises(ValueError, match="goes_on needs 4 entries"):
            Among(POOL, goes_on, SMALL)


def weights(players: int = 2, *likely: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.tile(likely or (1.0,) * len(NAMES), (players, 1))


def reached(players: int = 2, turns: int = 9) -> Game:
    game = Game(Rules(players), seed=Rng("among"))
    while game.turn < turns and game.to_move is not None:
        move = POOL[1].decide(game.view(game.to_move), Rng(1)).move
        assert move is not None
        game.play(move)
    return game


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_same_seed_finds_the_same(players: int) -> None:
    view = reached(players, 4 * players).view(0)
    first, second = (among().think(view, weights(players), 0, Rng(3)) for _ in range(2))
    assert first == second
    assert first != among().think(view, weights(players), 0, Rng(4))
    assert first.move in view.legal_moves()
    assert 0 < first.rollouts <= max(80, 4 * len(view.legal_moves()))


def test_it_never_sees_its_own_cards() -> None:
    for turn in range(2, 40, 6):
        game = reached(2, turn)
        views = [one.view(turn % 2) for one in (game, twin(game, turn % 2, Random(turn)))]
        one, other = (among().think(view, weights(), 1, Rng(turn)) for view in views)
        assert one == other


def test_who_is_certain_not_to_be_met_is_not_reckoned_with() -> None:
    view = reached().view(1)
    sure = among().think(view, weights(2, 1, 0, 0, 0), 0, Rng(3))
    alone = Among(POOL[:1], [0], SMALL).think(view, weights(2, 1), 0, Rng(3))
    assert sure == alone


def test_a_lost_game_counts_nothing_half_or_whole() -> None:
    values = {}
    for scoring in Scoring:
        setting = Setting(400, particles=30, steps=1, scoring=scoring)
        found = among(setting).think(reached(2, 20).view(0), weights(2, 0, 0, 0, 1), 3, Rng(1))
        values[scoring] = max(value.value for value in found.values)
    assert values[Scoring.ZERO] < values[Scoring.HALF] < values[Scoring.STACKS]


def test_what_it_cannot_search_with_is_refused() -> None:
    view = reached().view(1)
    with pytest.raises(ValueError, match="cannot be simulated"):
        among(Setting(10, particles=1))
    with pytest.raises(ValueError, match="not for this table and pool"):
        among().think(view, np.ones((2, 3)), 0, Rng(1))
    with pytest.raises(ValueError, match="weight 0 for every policy"):
        among().think(view, weights(2, 0, 0, 0, 0), 0, Rng(1))
    one_without = weights()
    one_without[1] = 0
    with pytest.raises(ValueError, match="weight 0 for every policy"):
        among().think(view, one_without, 0, Rng(1))
    with pytest.raises(ValueError, match="Seat 0 is not to move"):
        among().think(reached().view(0), weights(), 0, Rng(1))
