"""The kernel against an oracle that walks through every deal: no identity wrongly removed, none
wrongly kept, for every group of observers."""

from collections import Counter

import pytest

from native import Card, Game, MoveKind, Rules
from native.empathy.exact import empathy
from tests.native import empathy_oracle
from tests.native.empathy_moments import as_bits, groups, position, random_moments
from tests.native.empathy_oracle import Moment
from tests.native.random_games import random_game

pytestmark = pytest.mark.native


def assert_exact(seed: int, count: int) -> None:
    for moment in random_moments(seed, count):
        for group in groups(moment):
            known = as_bits(empathy_oracle.possible(moment, group))
            assert empathy(position(moment), group) == known, (moment, group)
            for seat in group:
                assert empathy(position(moment, hidden=seat), group) == known, (moment, group, seat)


@pytest.mark.long
def test_every_group_knows_exactly_what_can_be() -> None:
    assert_exact(seed=1, count=600)


def moment_of(game: Game) -> Moment:
    """The moment of a game without empty slots, read from its cards and its history."""
    rules = game.rules
    identity = rules.identity
    gone = Counter(event.card for event in game.history)
    left = (rules.copies[identity(card)] - gone[card] for card in rules.cards)
    deal = tuple(tuple(identity(card) for card in hand if card) for hand in game.hands)
    clued = tuple(
        tuple(frozenset(map(identity, passing(game, seat, slot))) for slot in range(len(hand)))
        for seat, hand in enumerate(deal)
    )
    return Moment(tuple(left), deal, clued)


def passing(game: Game, seat: int, slot: int) -> set[Card]:
    """The cards that every clue given to this one would have touched, or left out, as it was."""
    order, drawn = game.order(seat, slot), -1
    cards = set(game.rules.cards)
    for event in game.history:
        if event.drawn == order:
            drawn = event.turn
    for event in game.history[drawn + 1 :]:
        if event.target == seat:
            touched = order in event.touched_orders
            colour, value = event.move.kind is MoveKind.COLOUR, event.move.value
            cards = {c for c in cards if ((c.suit if colour else c.rank) == value) == touched}
    return cards


@pytest.mark.parametrize("players", [2, 3])
def test_in_a_game_every_group_knows_exactly_what_can_be(players: int) -> None:
    rules = Rules(players, suits="rg", ranks=2, copies=(3, 1), hand_size=4 - players, strikes=9)
    for seed in range(60):
        game = random_game(rules, seed, turns=seed % 12)
        if None in [card for hand in game.hands for card in hand]:
            continue
        for group in groups(moment := moment_of(game)):
            known = as_bits(empathy_oracle.possible(moment, group))
            assert empathy(game, group) == known
            assert all(empathy(game.view(seat), group) == known for seat in group)


@pytest.mark.slow
def test_every_group_knows_exactly_what_can_be_at_length() -> None:
    assert_exact(seed=2, count=4000)
