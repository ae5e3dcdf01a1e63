"""What `rainbow+` may have besides: colours renamed by lot, own cards told, another's advice."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from agents import registry
from agents.learning import network, policies
from agents.learning.beliefs import Advised, ExactBelief, NoBelief, adviser, belief_for, taken
from agents.learning.colours import random_renaming, renaming
from agents.learning.recipe import LearningRecipe, stream
from agents.runs.errors import BadRun
from native import Game, Rng, Rules
from native.environment.environment import MISSING, Environment
from native.environment.observation import action_of, bits, move_of, observe, unpacked

SUITS = [2, 0, 4, 1, 3]
"""What each is called afterwards."""


def recipe(players: int = 2, **changes: Any) -> LearningRecipe:
    return LearningRecipe("rainbow+", players, "7", **changes)


def other_names(rules: Rules, deck: Any) -> list[Any]:
    """The same deck in other colours."""
    ids = [rules.cards.index(card) for card in deck]
    return [rules.cards[SUITS[n // rules.ranks] * rules.ranks + n % rules.ranks] for n in ids]


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_with_permuted_colours_has_the_renamed_observation(players: int) -> None:
    rules, turns = Rules.standard(players), 0
    for seed in range(8):
        deck = Game(rules, seed=seed).deck
        one, other = Game(rules, deck=deck), Game(rules, deck=other_names(rules, deck))
        turns += _play_both(one, other, Rng(seed))
        assert (one.score, one.end) == (other.score, other.end)
    assert turns > 50


def _play_both(one: Game, other: Game, rng: Rng) -> int:
    """The same random moves in both, compared turn by turn; how many there were."""
    rules, turns = one.rules, 0
    renamed = renaming(rules, recipe(rules.players, belief="exact"), SUITS)
    while one.to_move is not None:
        views = one.view(one.to_move), other.view(other.to_move)
        seen = [_inputs(view) for view in views]
        assert seen[0][renamed.inputs] == pytest.approx(seen[1], abs=1e-6)
        legal = [_legal(view) for view in views]
        assert (legal[0][:, renamed.moves] == legal[1]).all()
        open_ = np.flatnonzero(legal[0][0])
        chosen = int(open_[rng.derive(turns).below(len(open_))])
        one.play(move_of(views[0], chosen))
        other.play(move_of(views[1], int(renamed.names[chosen])))
        turns += 1
    return turns


def _legal(view: Any) -> Any:
    return unpacked(np.array([[observe(view).legal]], np.uint64), view.rules.move_count)


def _inputs(view: Any) -> Any:
    seen = unpacked(observe(view).words[None], bits(view.rules))[0]
    return np.concatenate([seen, ExactBelief().of_view(view)])


def test_renamed_cards_are_those_of_the_renamed_deck() -> None:
    rules = Rules.standard(2)
    cards = renaming(rules, recipe(), SUITS).cards
    assert [rules.cards[cards[n]] for n in range(25)] == other_names(rules, rules.cards)
    assert cards[MISSING] == MISSING


def test_renaming_colours_renames_the_advised_move_and_keeps_the_action_of_following_it() -> None:
    rules = Rules.standard(3)
    renamed = renaming(rules, recipe(3, advice="rules:focus"), SUITS)
    advice = np.zeros(bits(rules) + rules.move_count)
    move = 2 * rules.hand_size + 5 + 1
    advice[bits(rules) + move] = 1
    assert advice[renamed.inputs][bits(rules) + renamed.names[move]] == 1
    assert renamed.names[move] == 2 * rules.hand_size + 5 + SUITS[1]
    assert renamed.names[rules.move_count] == rules.move_count


def test_every_permutation_of_colours_is_drawn() -> None:
    rules = Rules(2, suits="rgb", ranks=2, copies=(3, 2), hand_size=2)
    drawn = {
        tuple(random_renaming(rules, recipe(), stream("1", "colours", n)).cards[:6:2] // 2)
        for n in range(100)
    }
    assert drawn == set(permutations(range(3)))


@pytest.mark.parametrize("address", ["rules:focus", "conv:expert"])
def test_a_learners_input_has_its_advisers_move(address: str) -> None:
    rules, rng = Rules.standard(3), Rng(4)
    belief = Advised(ExactBelief(), adviser(address, rules))
    environment, game = Environment(rules, 2, "deals"), Game(rules, seed=Rng("deals").derive(1))
    for _ in range(8):
        view = game.view(game.to_move)
        told = belief.of(environment, np.array([1]))[0]
        assert told == pytest.approx(belief.of_view(view), abs=1e-6)
        advised = told[-rules.move_count :]
        assert advised.sum() == 1
        move = move_of(view, int(advised.argmax()))
        assert move == registry.find(address).agent("1").decide(view).move
        assert action_of(view, move) == advised.argmax()
        actions = environment.random_actions(rng)
        actions[1] = advised.argmax()
        environment.step(actions)
        game.play(move)


def test_the_action_after_all_moves_is_the_advice() -> None:
    beliefs = np.zeros((2, 25 + 20), np.float32)
    beliefs[:, 25 + 7] = 1
    beliefs[:, 3] = 0.9
    assert taken(np.array([20, 4], np.uint8), beliefs, 20).tolist() == [7, 4]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("rules:nobody", "There is no agent"),
        ("search:200:rules:focus", "cannot advise"),
        ("mwum:knowing-2", "cannot advise"),
    ],
)
def test_an_agent_that_cannot_advise_is_refused_with_a_message(address: str, words: str) -> None:
    with pytest.raises(BadRun, match=words):
        belief_for(recipe(3, advice=address))


def learnt(**changes: Any) -> policies.Policy:
    """A policy that has learnt nothing."""
    made = recipe(hidden=16, **changes)
    weights = network.initial(policies.shapes(made), stream("5", "weights"))
    return policies.Policy(policies.PolicyCard("mine", made, 0), weights, "1")


def test_a_policy_follows_advice_where_its_value_is_highest() -> None:
    policy = learnt(advice="rules:focus")
    belief = belief_for(policy.card.recipe)
    environment, lanes = Environment(policy.card.recipe.rules, 4, "deals"), np.arange(4)
    told = belief.of(environment, lanes)
    policy.weights["bactions"].reshape(21, 51)[20, 50] += 9
    chosen = policy.choose(environment.observations, told, environment.legal)
    assert (chosen == told[:, -20:].argmax(1)).all()


def test_a_network_trained_on_cards_gives_each_a_probability_distribution() -> None:
    environment = Environment(Rules.standard(2), 4, "deals")
    beliefs = NoBelief().of(environment, np.arange(4))
    assert learnt().cards(environment.observations, beliefs) is None
    told = learnt(cards=True).cards(environment.observations, beliefs)
    assert told.shape == (4, 5, 25)
    assert told.sum(2) == pytest.approx(np.ones((4, 5)), abs=1e-5)


def test_a_lane_shows_only_the_view_of_its_seat_to_move() -> None:
    environment = Environment(Rules.standard(2), 2, "deals")
    view = environment.view(1)
    assert view.hands[view.seat] == (None,) * 5
    with pytest.raises(ValueError, match="Lanes go from 0 to 1"):
        environment.view(2)
