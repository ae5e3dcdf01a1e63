"""What a clue costs, what it touches and what it tells."""

import pytest

from native import Card, IllegalMove
from tests.native.tables import play, table

pytestmark = pytest.mark.native

HANDS = "r1 r1 r2 y1 y2  g1 r3 g4 b5 g1"


def test_a_clue_costs_a_token_and_passes_the_turn() -> None:
    game = table(HANDS)
    play(game, "c1g")
    assert game.clue_tokens == 7
    assert game.to_move == 1


def test_a_clue_touches_every_card_it_is_true_of() -> None:
    event = play(table(HANDS), "c1g")
    assert event.target == 1
    assert event.touched == (0, 2, 4)
    assert event.touched_orders == (5, 7, 9)


def test_a_clue_tells_what_a_card_is_and_what_it_is_not() -> None:
    game = table(HANDS)
    play(game, "c1g")
    assert game.rules.cards_in(game.clued(1, 0)) == [Card(2, rank) for rank in range(1, 6)]
    assert not any(card.suit == 2 for card in game.rules.cards_in(game.clued(1, 1)))
    play(game, "c11 c15")
    assert game.rules.cards_in(game.clued(1, 3)) == [Card(s, 5) for s in (0, 1, 3, 4)]
    assert game.rules.cards_in(game.clued(1, 0)) == [Card(2, rank) for rank in range(1, 5)]


def test_a_clue_marks_the_cards_it_touches_until_they_leave() -> None:
    game = table(HANDS)
    play(game, "c1g")
    assert [game.touched(1, slot) for slot in range(5)] == [True, False, True, False, True]
    play(game, "d0")
    assert not game.touched(1, 0)
    assert game.clued(1, 0) == (1 << 25) - 1


def test_a_clue_that_touches_nothing_is_refused() -> None:
    game = table(HANDS)
    with pytest.raises(IllegalMove, match="touch at least one card") as refused:
        play(game, "c1p")
    assert refused.value.reason == "empty_clue"
    assert game.turn == 0


def test_a_clue_that_touches_nothing_may_be_allowed_and_tells_as_much() -> None:
    game = table(HANDS, empty_clues=True)
    event = play(game, "c1p")
    assert event.touched == ()
    assert not any(card.suit == 4 for card in game.rules.cards_in(game.clued(1, 0)))


def test_without_clue_tokens_no_clue_is_given() -> None:
    game = table(HANDS, clue_tokens=2)
    play(game, "c1g c11")
    with pytest.raises(IllegalMove, match="clue token") as refused:
        play(game, "c1g")
    assert refused.value.reason == "no_clue_tokens"
    assert not any(move.is_clue for move in game.legal_moves())


def test_a_clue_goes_round_the_table() -> None:
    game = table("r1 r2 r3 r4 r5  y1 y2 y3 y4 y5  g1 g2 g3 g4 g5", players=3)
    assert play(game, "c2g").target == 2
    assert play(game, "c2r").target == 0
    assert play(game, "c1r").target == 0
