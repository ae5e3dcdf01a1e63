"""Clues mean what experienced people mean by them: positions with the expected reading."""

import pytest

from native import Rng
from tests.native.conv_positions import EXPERT, chosen, position, taken_for
from tests.native.tables import play, table

pytestmark = pytest.mark.native

GIVER = "p3 p4 b4 g4 y4"
MORE = "y3 b4 r2 p4 g3"


def test_the_focus_off_the_chop_is_to_be_played() -> None:
    game = position([GIVER, "y3 r1 g4 r4 b2"], "c1r")
    assert taken_for(game, 1, 2) == "r1"
    assert taken_for(game, 1, 4) == "r2 r3 r4 r5"
    assert chosen(game) == "play 2"


def test_the_chop_may_be_a_card_to_keep() -> None:
    game = position([GIVER, "p3 g1 y1 r3 b4"], "c1g p3 d2 p2 c1b")
    assert taken_for(game, 1, 5) == "b1 b4"
    assert chosen(game) not in ("play 5", "discard 5")


def test_a_five_clued_by_rank_is_only_a_five() -> None:
    game = position([GIVER, "y3 r1 g4 r4 b5"], "c15")
    assert taken_for(game, 1, 5) == "r5 y5 g5 b5 p5"


def test_a_two_on_the_chop_is_kept_and_the_next_card_is_the_new_chop() -> None:
    game = position([GIVER, "y3 r1 g4 r4 b2"], "c12")
    assert taken_for(game, 1, 5) == "r2 y2 g2 b2 p2"
    assert chosen(game) != "discard 5"


def test_the_newest_new_card_is_the_focus_when_the_chop_is_not_touched() -> None:
    game = position([GIVER, "r1 r3 g4 y4 b2"], "c1r")
    assert taken_for(game, 1, 1) == "r1"
    assert taken_for(game, 1, 2) == "r2 r3 r4 r5"


def test_a_played_card_is_taken_from_the_other_clued_cards() -> None:
    game = position([GIVER, "y1 r1 g4 y4 b2"], "c11")
    assert taken_for(game, 1, 2) == "r1 y1 g1 b1 p1"
    play(game, "p4")
    assert taken_for(game, 1, 2) == "r1 g1 b1 p1"


def test_a_clued_card_that_is_played_elsewhere_is_useless() -> None:
    game = position(["r1 p4 b4 g4 y4", "y3 r1 g4 b4 b2"], "c1r c1r p4")
    assert taken_for(game, 1, 2) == ""
    assert chosen(game) != "play 2"


def test_a_finesse_is_played_blind_by_who_sees_the_missing_card_nowhere() -> None:
    game = position([GIVER, "r1 g1 y4 b3 p3", MORE], "c2r")
    assert taken_for(game, 2, 3) == "r1 r2"
    assert chosen(game) == "play 1"


def test_after_the_blind_play_the_focus_is_known() -> None:
    game = position([GIVER, "r1 g1 y4 b3 p3", MORE], "c2r p4")
    assert taken_for(game, 2, 3) == "r2"
    assert chosen(game) == "play 3"


def test_a_clued_card_that_may_be_the_missing_one_goes_first() -> None:
    game = position([GIVER, "g1 y4 r1 b3 p3", MORE], "c11 p4 d0 c2r")
    assert chosen(game) == "play 3"


def test_a_prompt_that_was_expected_anyway_leaves_the_focus_to_be_played() -> None:
    hands = [GIVER, "g1 y4 r1 b3 p3", "y3 b4 r2 p4 g4"]
    game = position(hands, "c11 p4 d0 c2r p2", drawn="g3 p2")
    assert taken_for(game, 2, 4) == "r2"
    assert chosen(game) == "play 4"


def test_who_sees_the_missing_card_on_a_later_finesse_position_waits() -> None:
    game = position([GIVER, MORE, "r1 g1 y4 b3 p3"], "c1r")
    assert taken_for(game, 1, 3) == "r1 r2"
    assert chosen(game) != "play 3"


def test_who_sees_no_such_card_plays_at_once() -> None:
    game = position([GIVER, "y3 b4 r1 p4 g3", "y4 g3 b2 b3 p2"], "c1r")
    assert chosen(game) == "play 3"


def test_without_a_blind_play_the_focus_was_playable() -> None:
    game = position([GIVER, "b1 g1 y4 b3 p3", "y3 b4 r1 p4 g3"], "c2r c1g")
    assert taken_for(game, 2, 3) == "r1"


def test_where_good_touch_is_loose_a_clue_speaks_of_its_focus_alone() -> None:
    game = position(["r1 p4 b4 g4 y4", "y3 r2 g4 r1 b2"], "p4 c1p c1r")
    for level, other in (("h2", "r3 r4 r5"), ("h2:no-good-touch", "r2 r3 r4 r5")):
        assert taken_for(game, 1, 2, level) == "r2"
        assert taken_for(game, 1, 4, level) == other


def test_a_repair_says_only_its_facts() -> None:
    game = position(["r1 p4 b4 g4 y4", "y3 b4 r4 p4 g2"], "c1r c1r")
    assert taken_for(game, 1, 3) == "r1"
    play(game, "c14")
    assert taken_for(game, 1, 3) == "r4"


def test_a_touched_chop_is_the_focus() -> None:
    game = position([GIVER, "y3 r4 g4 p4 r1"], "c1r")
    assert taken_for(game, 1, 5) == "r1"
    assert taken_for(game, 1, 2) == "r2 r3 r4 r5"


def test_a_card_touched_for_the_first_time_is_the_focus_before_one_touched_again() -> None:
    game = position([GIVER, "r3 g4 r1 p4 b2"], "c13 c1p c1r")
    assert taken_for(game, 1, 3) == "r1"
    assert "r3" in taken_for(game, 1, 1)


def test_any_two_may_have_to_be_kept_though_one_could_be_played() -> None:
    game = position(["r1 p4 b4 g4 y4", "y3 r3 g3 p3 b2"], "c13 c1r p4 c1b c12")
    assert taken_for(game, 1, 5) == "r2 y2 g2 b2 p2"


def test_a_repair_is_about_no_new_card() -> None:
    game = position(["y1 p4 b4 g4 p3", "b2 b4 r2 p4 g4"], "c1r c1y p4 c1b c12")
    assert taken_for(game, 1, 3) == "r2"
    assert taken_for(game, 1, 1) == "y2 g2 b2 p2"


def test_a_five_away_from_the_chop_is_only_a_five() -> None:
    game = position([GIVER, "y3 r1 b5 g4 b2"], "c15")
    assert taken_for(game, 1, 3) == "r5 y5 g5 b5 p5"
    assert chosen(game) != "play 3"


def test_a_five_away_from_the_chop_need_not_be_the_one_that_could_be_played() -> None:
    hands = ["y4 r4 r3 r2 r1", "y3 y5 y1 y2 y3"]
    game = position(hands, "p0 c1y p1 c1y p2 c1y p3 c1y c15", suits="ry")
    assert taken_for(game, 1, 2) == "r5 y5"


def test_a_colour_never_keeps_a_five() -> None:
    game = position([GIVER, "y3 r1 g4 r4 b5"], "c1b")
    assert taken_for(game, 1, 5) == "b1"


def test_a_card_after_one_that_the_table_knows_is_within_reach() -> None:
    game = position(["p3 p4 r2 g4 y4", "y3 r1 g4 p4 b2"], "c1r c1r")
    assert taken_for(game, 0, 3) == "r2"


def test_a_last_copy_on_the_chop_is_kept_in_time() -> None:
    game = position([GIVER, "p3 g1 y1 r3 b4"], "c1g p3 d2 p2")
    assert chosen(game) in ("c14", "c1b")


def test_a_clue_never_asks_for_a_blind_play_that_fails() -> None:
    game = position([GIVER, "b1 g4 y4 b3 p3", MORE])
    assert chosen(game) != "c2r"


def test_a_clue_is_burnt_where_a_discard_would_end_the_game_too_soon() -> None:
    """Two suits, one card left in the deck: the next player has two cards to play, and the one
    after her the card that goes between."""
    cards = "r1 r3 y5 r4 y1 r5 r1 y1 r2 y2 r1 y1 r3 y3 r2 y2 y4 y3 y4"
    moves = "p0 c15 p0 d0 c1r d0 p0 c23 p0 d0 c23 d0 p0 c23 p0 d0 c23 d0 p0 c23 c24 c1r c23 c25"
    game = table(cards, 3, suits="ry", hand_size=2)
    play(game, moves)
    assert (game.score, game.deck_left) == (7, 1)
    assert [taken_for(game, 1, number) for number in (1, 2)] == ["r4", "y5"]
    assert chosen(game)[0] == "c"
    while game.to_move is not None:
        move = EXPERT.decide(game.view(game.to_move), Rng(0)).move
        assert move is not None
        game.play(move)
    assert game.score == 10
