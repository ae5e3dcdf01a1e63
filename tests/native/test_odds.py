"""The odds of a seat's own cards against every deal, one by one."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import Card, Game, Rules
from native.empathy.exact import Position, empathy, odds
from tests.native.deals_counted import deals_counted
from tests.native.empathy_moments import position, random_moments
from tests.native.empathy_oracle import hands_dealt
from tests.native.random_games import any_rules, random_game

pytestmark = pytest.mark.native


@pytest.mark.parametrize("hide", [False, True], ids=["own hand given", "own hand hidden"])
def test_deals_are_counted_as_if_they_were_listed(hide: bool) -> None:
    for moment in random_moments(1, 500):
        for seat, hand in enumerate(moment.deal):
            listed = hands_dealt(moment, seat)
            deals, ways = deals_counted(position(moment, seat if hide else None), seat)
            assert deals == len(listed)
            for slot in range(len(hand)):
                counts = Counter(dealt[slot] for dealt in listed)
                assert ways[slot][: len(moment.left)] == [
                    counts[identity] for identity in range(len(moment.left))
                ]


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 120))
def test_an_identity_has_a_chance_if_the_seat_cannot_rule_it_out(
    rules: Rules, seed: int, turn: int
) -> None:
    game = random_game(rules, seed, turn)
    for seat in range(rules.players):
        view = game.view(seat)
        for card, identities in zip(odds(view), empathy(view, [seat])[seat], strict=True):
            if card is None:
                assert identities == 0
            else:
                assert sum(1 << bit for bit, ways in enumerate(card.ways) if ways) == identities
                assert sum(card.ways) == card.deals


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 120))
def test_the_chances_add_up_what_the_table_shows(rules: Rules, seed: int, turn: int) -> None:
    game = random_game(rules, seed, turn)
    view = game.view(0)
    for card in filter(None, odds(view)):
        for chance, identities in (
            (card.playable, view.playable),
            (card.trash, view.useless),
            (card.critical, view.critical),
        ):
            ways = sum(n for bit, n in enumerate(card.ways) if identities >> bit & 1)
            assert chance == ways / card.deals


def test_an_unknown_first_card_is_playable_three_times_in_ten() -> None:
    """Nothing said, the mate holds no 1: 15 of the 45 unseen cards are."""
    rules = Rules(2)
    mate = [Card(suit, 2) for suit in range(5)]
    own = [Card(suit, 5) for suit in range(5)]
    rest = [
        card
        for card in rules.cards
        for _ in range(rules.copies[rules.identity(card)] - (card in mate) - (card in own))
    ]
    for card in filter(None, odds(Game(rules, deck=own + mate + rest).view(0))):
        assert card.playable == 15 / 45
        assert card.critical == 5 / 45
        assert card.trash == 0
        assert card.chance(rules.identity(Card(0, 1))) == 3 / 45


def test_cards_with_no_slot_have_no_odds() -> None:
    game = Game(Rules(2, suits="rg", ranks=2, copies=(2, 1), hand_size=3), seed=1)
    assert game.deck_left == 0
    move = next(move for move in game.legal_moves() if not move.is_clue)
    game.play(move)
    found = odds(game.view(0))
    assert [card is None for card in found] == [slot == move.slot for slot in range(3)]


def test_a_hand_of_eight_is_counted_over_all_its_deals() -> None:
    """Eight cards that nothing is known of, from 64: a product of falling factors."""
    left = [8] * 8
    hands: list[list[int | None]] = [[None] * 8]
    deals, ways = deals_counted(Position(left, hands, [[0xFF] * 8]), 0)
    assert deals == 64 * 63 * 62 * 61 * 60 * 59 * 58 * 57
    assert all(ways[slot][:8] == [deals // 8] * 8 for slot in range(8))
