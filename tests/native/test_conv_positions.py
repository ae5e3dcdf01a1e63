"""Clues mean what experienced people mean by them: positions with the expected reading."""

import pytest

from native import Rng
from tests.native.conv_positions import EXPERT, chosen, position, taken_for
from tests.positions import play, table

pytestmark = pytest.mark.native

GIVER = "p3 p4 b4 g4 y4"
MORE = "y3 b4 r2 p4 g3"


@pytest.mark.parametrize(
    ("hands", "moves", "read", "move"),
    [
        ([GIVER, "y3 r1 g4 r4 b2"], "c1r", {(1, 2): "r1", (1, 4): "r2 r3 r4 r5"}, "play 2"),
        (["r1 p4 b4 g4 y4", "y3 r1 g4 b4 b2"], "c1r c1r p4", {(1, 2): ""}, "not play 2"),
        ([GIVER, "r1 g1 y4 b3 p3", MORE], "c2r", {(2, 3): "r1 r2"}, "play 1"),
        ([GIVER, "r1 g1 y4 b3 p3", MORE], "c2r p4", {(2, 3): "r2"}, "play 3"),
        ([GIVER, MORE, "r1 g1 y4 b3 p3"], "c1r", {(1, 3): "r1 r2"}, "not play 3"),
        ([GIVER, "b1 g1 y4 b3 p3", "y3 b4 r1 p4 g3"], "c2r c1g", {(2, 3): "r1"}, ""),
        (["r1 p4 b4 g4 y4", "y3 b4 r4 p4 g2"], "c1r c1r", {(1, 3): "r1"}, ""),
        (["r1 p4 b4 g4 y4", "y3 b4 r4 p4 g2"], "c1r c1r c14", {(1, 3): "r4"}, ""),
        (
            ["r1 p4 b4 g4 y4", "y3 r3 g3 p3 b2"],
            "c13 c1r p4 c1b c12",
            {(1, 5): "r2 y2 g2 b2 p2"},
            "",
        ),
        (
            ["y1 p4 b4 g4 p3", "b2 b4 r2 p4 g4"],
            "c1r c1y p4 c1b c12",
            {(1, 3): "r2", (1, 1): "y2 g2 b2 p2"},
            "",
        ),
        (["p3 p4 r2 g4 y4", "y3 r1 g4 p4 b2"], "c1r c1r", {(0, 3): "r2"}, ""),
        ([GIVER, "b1 g4 y4 b3 p3", MORE], "", {}, "not c2r"),
    ],
    ids=[
        "the focus off the chop is to be played",
        "a clued card that is played elsewhere is useless",
        "a finesse is played blind by who sees the missing card nowhere",
        "after the blind play the focus is known",
        "who sees the missing card on a later finesse position waits",
        "without a blind play the focus was playable",
        "before a repair the card is read wrongly",
        "a repair says only its facts",
        "any two may have to be kept though one could be played",
        "a repair is about no new card",
        "a card after one that the table knows is within reach",
        "a clue never asks for a blind play that fails",
    ],
)
def test_clues_are_read_and_answered(
    hands: list[str], moves: str, read: dict[tuple[int, int], str], move: str
) -> None:
    game = position(hands, moves)
    assert {place: taken_for(game, *place) for place in read} == read
    if move:
        assert (chosen(game) == move.removeprefix("not ")) is not move.startswith("not ")


def test_the_chop_may_be_a_card_to_keep() -> None:
    game = position([GIVER, "p3 g1 y1 r3 b4"], "c1g p3 d2 p2 c1b")
    assert taken_for(game, 1, 5) == "b1 b4"
    assert chosen(game) not in ("play 5", "discard 5")


def test_a_played_card_is_taken_from_the_other_clued_cards() -> None:
    game = position([GIVER, "y1 r1 g4 y4 b2"], "c11")
    assert taken_for(game, 1, 2) == "r1 y1 g1 b1 p1"
    play(game, "p4")
    assert taken_for(game, 1, 2) == "r1 g1 b1 p1"


def test_a_prompt_that_was_expected_anyway_leaves_the_focus_to_be_played() -> None:
    hands = [GIVER, "g1 y4 r1 b3 p3", "y3 b4 r2 p4 g4"]
    game = position(hands, "c11 p4 d0 c2r p2", drawn="g3 p2")
    assert taken_for(game, 2, 4) == "r2"
    assert chosen(game) == "play 4"


def test_where_good_touch_is_loose_a_clue_speaks_of_its_focus_alone() -> None:
    game = position(["r1 p4 b4 g4 y4", "y3 r2 g4 r1 b2"], "p4 c1p c1r")
    for level, other in (("h2", "r3 r4 r5"), ("h2:no-good-touch", "r2 r3 r4 r5")):
        assert taken_for(game, 1, 2, level) == "r2"
        assert taken_for(game, 1, 4, level) == other


def test_a_card_touched_for_the_first_time_is_the_focus_before_one_touched_again() -> None:
    game = position([GIVER, "r3 g4 r1 p4 b2"], "c13 c1p c1r")
    assert taken_for(game, 1, 3) == "r1"
    assert "r3" in taken_for(game, 1, 1)


def test_a_five_away_from_the_chop_need_not_be_the_one_that_could_be_played() -> None:
    hands = ["y4 r4 r3 r2 r1", "y3 y5 y1 y2 y3"]
    game = position(hands, "p0 c1y p1 c1y p2 c1y p3 c1y c15", suits="ry")
    assert taken_for(game, 1, 2) == "r5 y5"


def test_a_last_copy_on_the_chop_is_kept_in_time() -> None:
    game = position([GIVER, "p3 g1 y1 r3 b4"], "c1g p3 d2 p2")
    assert chosen(game) in ("c14", "c1b")


def test_a_clue_is_spent_to_avoid_drawing_the_last_card_too_soon() -> None:
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
        game.play(move)
    assert game.score == 10
