"""Cards keep their slots; a new card takes the place of the one that left."""

import pytest

from native import Card, Game, Rules
from tests.native.tables import play, table

pytestmark = pytest.mark.native

START = "r1 r2 r3 r4 r5  y1 y2 y3 y4 y5  g1 g2"


def test_seat_0_is_dealt_the_first_cards_then_seat_1() -> None:
    game = table(START)
    assert game.hands[0] == tuple(Card(0, rank) for rank in range(1, 6))
    assert game.hands[1] == tuple(Card(1, rank) for rank in range(1, 6))
    assert [game.order(1, slot) for slot in range(5)] == [5, 6, 7, 8, 9]


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_hands_are_as_large_as_the_rule_book_says(players: int, size: int) -> None:
    game = Game(Rules(players), seed="a")
    assert [len(hand) for hand in game.hands] == [size] * players
    assert game.deck_left == 50 - players * size


def test_the_next_card_takes_the_slot_of_the_card_that_left() -> None:
    game = table(START)
    event = play(game, "p0 p0")
    assert (event.slot, event.order, event.drawn) == (0, 5, 11)
    assert game.hands[0] == (Card(2, 1), *(Card(0, rank) for rank in range(2, 6)))
    assert game.order(0, 0) == 10


def test_the_first_position_is_the_newest_card() -> None:
    game = table(START)
    assert [game.position(0, slot) for slot in range(5)] == [5, 4, 3, 2, 1]
    play(game, "p0")
    assert [game.position(0, slot) for slot in range(5)] == [1, 5, 4, 3, 2]


def test_when_the_deck_is_empty_the_slot_stays_empty() -> None:
    game = table("r1 r2 y1 y2 g1 g2", suits="ryg", ranks=2, copies=(1, 1), hand_size=2)
    play(game, "p0 p0 p1")
    assert game.hands[0] == (Card(2, 1), None)
    assert game.order(0, 1) is None
    assert game.position(0, 1) is None
    assert game.clued(0, 1) == 0


@pytest.mark.parametrize(("seat", "slot"), [(-1, 0), (2, 0), (0, 5), (0, -1)])
def test_a_slot_that_does_not_exist_is_refused(seat: int, slot: int) -> None:
    with pytest.raises(ValueError, match="no slot"):
        table(START).order(seat, slot)
