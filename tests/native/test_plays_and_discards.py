"""Cards on the stacks, strikes, and tokens gained."""

import pytest

from native import Card, IllegalMove
from tests.native.tables import play, table

pytestmark = pytest.mark.native

LADDER = "r1 r2 r3 r4 r5  r1 r2 y1 y1 g5"


def test_a_card_that_fits_goes_on_its_stack() -> None:
    game = table(LADDER)
    event = play(game, "p0")
    assert (event.card, event.success, event.strike) == (Card(0, 1), True, False)
    assert game.stacks == (1, 0, 0, 0, 0)
    assert game.clue_tokens == 8


def test_a_card_that_does_not_fit_is_a_strike_and_is_gone() -> None:
    game = table(LADDER)
    event = play(game, "p1")
    assert (event.success, event.strike, event.token) == (False, True, 0)
    assert (game.strikes, game.score) == (1, 0)
    assert game.discards == [Card(0, 2)]


def test_a_second_copy_of_a_played_card_is_a_strike() -> None:
    game = table(LADDER)
    assert play(game, "p0 p0").strike


def test_a_completed_stack_returns_a_clue_token() -> None:
    game = table(LADDER)
    event = play(game, "p0 c11 p1 c11 p2 c11 p3 c11 p4")
    assert event.success
    assert event.token == 1
    assert game.clue_tokens == 5


def test_a_completed_stack_returns_nothing_when_all_tokens_are_there() -> None:
    game = table("r1 r2 r3 r4 r5  y1 y2 y3 y4 y5")
    event = play(game, "p0 p0 p1 p1 p2 p2 p3 p3 p4")
    assert event.success
    assert event.token == 0
    assert game.clue_tokens == 8
    assert game.stacks[:2] == (5, 4)


def test_a_discard_returns_a_clue_token() -> None:
    game = table(LADDER)
    event = play(game, "c11 d4")
    assert (event.card, event.token, event.strike) == (Card(2, 5), 1, False)
    assert game.clue_tokens == 8
    assert game.discards == [Card(2, 5)]


def test_a_discard_with_all_clue_tokens_is_refused() -> None:
    game = table(LADDER)
    with pytest.raises(IllegalMove, match="all clue tokens") as refused:
        play(game, "d0")
    assert refused.value.reason == "tokens_full"


def test_a_discard_with_all_clue_tokens_may_be_allowed_and_gains_nothing() -> None:
    game = table(LADDER, discard_at_max=True)
    assert play(game, "d0").token == 0
    assert game.clue_tokens == 8
