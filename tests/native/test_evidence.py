"""Who a partner may be: weights follow what it does, and nothing that I may not know."""

from functools import cache
from random import Random

import numpy as np
import pytest

from agents.kinds.conv import levels
from agents.rulelists import NAMED
from native import Game, Move, Rng, Rules
from native.empathy.exact import odds
from native.engine.rules import Colour
from native.inference.suspects import DEVIATION, Suspects, Weights
from native.play.blueprint import Blueprint
from native.rulebase import Mode, RuleList
from native.rulebase.rulelist import chance
from native.search.search import Search, Setting
from native.strategies import hat
from tests.native.twins import twin

pytestmark = pytest.mark.native
NAMES = tuple(sorted(NAMED))


def listed(name: str, players: int = 2) -> RuleList:
    return RuleList(NAMED[name].rules_for(players))


@cache
def pool(players: int = 2) -> Suspects:
    others = (levels.blueprint("expert"), hat.blueprint())
    return Suspects(
        [listed(name, players) for name in NAMES if players in NAMED[name].players], others
    )


def played(partner: Blueprint, seed: str, players: int = 2) -> Game:
    """A game of iggi on seat 0 with this partner on all others."""
    game, mine = Game(Rules(players), seed=Rng(seed)), Blueprint.of(listed("iggi"))
    while game.to_move is not None:
        seat = game.to_move
        policy = partner if seat else mine
        move = policy.decide(game.view(seat), Rng(seed).derive(game.turn)).move
        game.play(move)
    return game


def shares(weights: Weights, seat: int = 1) -> Weights:
    return np.asarray(weights[seat] / weights[seat].sum())


def truth(name: str, games: int = 2) -> float:
    """What the true partner's share of the belief is after some games with it."""
    suspects, weights = pool(), pool().even(2)
    index = (
        NAMES.index(name) if name in NAMES else len(suspects.lists) + ("conv", "hat").index(name)
    )
    policy = [*map(Blueprint.of, suspects.lists), *suspects.others][index]
    for number in range(games):
        seed = f"{name}/{number}"
        weights = suspects.weigh(played(policy, seed).view(0), Rng(seed), weights)
    return float(shares(weights)[index])


@pytest.mark.parametrize(
    "name", ["piers", "internal", "flawed", "legal_random", "nyu_2019", "conv", "hat"]
)
def test_the_true_partner_of_the_pool_is_recognised(name: str) -> None:
    assert truth(name) > 0.9


def test_before_the_first_move_all_policies_are_equally_likely() -> None:
    view = Game(Rules(2), seed=1).view(0)
    assert (pool().weigh(view, Rng(1), pool().even(2)) == 1).all()


def test_a_move_seen_from_a_known_hand_counts_by_its_exact_chance() -> None:
    """The partner moves first and sees my hand; with as many clues as that takes I know it too."""
    rules = Rules(2, suits="r", ranks=1, copies=(3,), hand_size=1)
    suspects = Suspects([listed(name) for name in NAMES], deviation=0)
    game = Game(rules, seed=1)
    seen = game.view(0)
    move = seen.legal_moves()[0]
    game.play(move)
    expected = [chance(seen, rules_of, move.id(rules)) for rules_of in suspects.lists]
    weights = suspects.weigh(game.view(1), Rng(1), suspects.even(2))
    assert weights[0] == pytest.approx(np.array(expected) / max(expected))
    assert (weights[1] == 1).all(), "of myself I need no belief"


def test_likeness_to_policies_is_computed_from_what_the_seat_saw() -> None:
    game = played(Blueprint.of(listed("piers")), "own")
    shown = pool().plays_like(game.view(1))
    again, expected = Game(game.rules, deck=game.deck), np.ones(len(pool().lists))
    for event in game.history:
        if again.to_move == 1:
            view, move = again.view(1), event.move.id(game.rules)
            legal, eps = len(view.legal_moves()), DEVIATION
            made = np.array([chance(view, one, move) for one in pool().lists])
            expected *= (1 - eps) * made + eps / legal
        again.play(event.move)
    lists = shown[: len(expected)]
    assert lists / lists.sum() == pytest.approx(expected / expected.sum())
    assert NAMES[int(shown.argmax())] == "piers"


def test_every_seat_has_a_belief_of_its_own() -> None:
    game = played(Blueprint.of(listed("outer", 3)), "three", 3)
    weights = pool(3).weigh(game.view(0), Rng(1), pool(3).even(3))
    assert (weights[0] == 1).all()
    assert not np.array_equal(weights[1], weights[2])
    assert weights.max(axis=1).tolist() == [1, 1, 1]


def test_one_seed_gives_the_same_weights_and_another_similar_ones() -> None:
    view = played(Blueprint.of(listed("piers")), "seeds").view(0)
    first, second = (pool().weigh(view, Rng(5), pool().even(2)) for _ in range(2))
    other = pool().weigh(view, Rng(6), pool().even(2))
    assert first.tobytes() == second.tobytes()
    assert shares(first) == pytest.approx(shares(other), abs=0.2)


def test_the_belief_depends_on_nothing_that_i_may_not_know() -> None:
    whole = played(Blueprint.of(listed("piers")), "twins")
    game = Game(whole.rules, deck=whole.deck)
    for event in whole.history:
        game.play(event.move)
        views = [one.view(0) for one in (game, twin(game, 0, Random(game.turn)))]
        weights = [pool().weigh(view, Rng(3), pool().even(2)) for view in views]
        assert weights[0].tobytes() == weights[1].tobytes()


def test_only_with_a_deviation_does_an_unexpected_move_leave_a_policy_possible() -> None:
    game = played(Blueprint.of(listed("piers")), "hard")
    lists = [listed(name) for name in NAMES]
    strict, mild = (
        shares(Suspects(lists, deviation=eps).weigh(game.view(0), Rng(1), np.ones((2, len(lists)))))
        for eps in (0, 0.2)
    )
    assert (strict == 0).any()
    assert (mild > 0).all()


@pytest.mark.parametrize(("hands", "deviation"), [(0, 0.1), (65, 0.1), (6, -0.1), (6, 1.1)])
def test_numbers_out_of_range_are_refused(hands: int, deviation: float) -> None:
    with pytest.raises(ValueError, match="hands go from 1 to 64"):
        Suspects([listed("piers")], hands=hands, deviation=deviation)


def test_weights_for_another_pool_are_refused() -> None:
    view = Game(Rules(2), seed=1).view(0)
    with pytest.raises(ValueError, match="not for this table and pool"):
        pool().weigh(view, Rng(1), np.ones((2, 3)))


def test_rules_that_a_policy_cannot_play_by_are_refused() -> None:
    view = Game(Rules.standard(2, "Rainbow (5 Suits)"), seed=1).view(0)
    with pytest.raises(ValueError, match="cannot play by these rules"):
        pool().weigh(view, Rng(1), pool().even(2))


def test_a_search_cannot_be_a_policy_of_the_pool() -> None:
    search = Search(Blueprint.of(listed("piers")), Setting(100, particles=10))
    with pytest.raises(ValueError, match="cannot be simulated itself"):
        Suspects([listed("piers")], [search])


def test_a_deviation_is_any_legal_move_of_each_hand_that_i_may_hold() -> None:
    """To a red card two clues can be given, to a blue card one."""
    red = Colour("r", "Red", 0b01)
    rules = Rules(2, suits="rb", ranks=1, copies=(3,), hand_size=1, colour_clues=(red,))
    game = Game(rules, seed=1)
    game.play(Move.play(0))
    player = RuleList(["PlayProbablySafeCard(0.0)"])
    teller = RuleList(["TellRandomly"], Mode.FAITHFUL)
    suspects, view = Suspects([player, teller], hands=64, deviation=0.5), game.view(1)
    (card,) = odds(view)
    any_move = 0.5 * (card.chance(0) / 3 + card.chance(1) / 2)
    weights = suspects.weigh(view, Rng(1), suspects.even(2))
    assert weights[0] == pytest.approx([1, any_move / (0.5 + any_move)], rel=0.05)
