"""What is known along games of any rules: the same from every seat, and never less than before."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native import Game, Rules
from native.empathy.exact import common, elimination_steps, empathy
from tests.native.random_games import any_rules, random_game

pytestmark = pytest.mark.native


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 120))
def test_every_seat_comes_to_the_same_common_knowledge(rules: Rules, seed: int, turn: int) -> None:
    game = random_game(rules, seed, turn)
    for seat in range(rules.players):
        assert common(game.view(seat)) == common(game)


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 120), st.randoms())
def test_a_view_answers_as_the_game_does(
    rules: Rules, seed: int, turn: int, rng: random.Random
) -> None:
    game = random_game(rules, seed, turn)
    group = rng.sample(range(rules.players), rng.randint(1, rules.players))
    for seat in group:
        view = game.view(seat)
        assert empathy(view, group) == empathy(game, group)
        assert elimination_steps(view, group).exact == elimination_steps(game, group).exact


@given(any_rules(), st.integers(0, 2**32))
@settings(max_examples=40)
def test_knowledge_of_a_held_card_only_grows(rules: Rules, seed: int) -> None:
    game, rng = Game(rules, seed=seed), random.Random(seed)
    groups = [[0], [1], [0, 1], range(rules.players)]
    before = [by_order(game, empathy(game, group)) for group in groups]
    while not game.end and (moves := game.legal_moves()):
        game.play(rng.choice(moves))
        after = [by_order(game, empathy(game, group)) for group in groups]
        for old, new in zip(before, after, strict=True):
            assert all(old[order] & new[order] == new[order] for order in old.keys() & new.keys())
        before = after


def by_order(game: Game, known: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    """Identity sets by draw number; an empty slot has the empty set."""
    sets = {}
    for seat, hand in enumerate(known):
        for slot, identities in enumerate(hand):
            order = game.order(seat, slot)
            assert (order is None) == (identities == 0)
            if order is not None:
                sets[order] = identities
    return sets


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 120))
def test_exact_never_keeps_more_than_the_engines_simple_counts(
    rules: Rules, seed: int, turn: int
) -> None:
    game = random_game(rules, seed, turn)
    for seat in range(rules.players):
        view = game.view(seat)
        for slot, identities in enumerate(empathy(view, [seat])[seat]):
            assert identities & view.possible(slot) == identities


def test_an_empty_deck_is_known_to_the_last_card() -> None:
    """Two cards left, nothing was said of them: each seat sees the other one and knows its own."""
    rules = Rules(2, suits="rg", ranks=1, copies=(1,), hand_size=1)
    game = Game(rules, seed=1)
    assert common(game) == tuple(
        (1 << rules.identity(card),) for (card,) in game.hands if card is not None
    )
