"""Clues are read by what they touch, so the convention players know every variant."""

from random import Random

import pytest

from agents.kinds.conv import levels
from game.variant_menu import GROUPS
from native import Game, Rng, Rules
from native.play import table
from native.strategies.conv import reading as read_table
from tests.native.conv_positions import position, taken_for

pytestmark = pytest.mark.native

LEVELS = [levels.blueprint(level) for level in ("expert", "h5")]
MENU = [name for names in GROUPS.values() for name in names]
GIVER = "b3 b4 g4 y4 r4"
PINK, BROWN, PARITY = "Pink (5 Suits)", "Brown (5 Suits)", "Odds and Evens (5 Suits)"
NULL = "Null (5 Suits)"


@pytest.mark.parametrize("variant", MENU)
def test_a_reading_contains_nothing_that_the_clues_exclude(variant: str) -> None:
    random = Random(variant)
    for level in LEVELS:
        rules = Rules.standard(random.randint(2, 6), variant)
        game = Game(rules, seed=Rng(variant))
        while game.to_move is not None:
            view = game.view(game.to_move)
            move = level.decide(view, Rng(0)).move
            if random.random() < 0.2:
                move = random.choice(view.legal_moves())
            game.play(move)
            for seat, hand in enumerate(read_table(level, game.view(0)).said):
                assert all(not read & ~game.clued(seat, slot) for slot, read in enumerate(hand))


@pytest.mark.parametrize(
    ("variant", "hand", "clue", "number", "read"),
    [
        (PINK, "b4 i2 g3 y3 r3", "c12", 2, "r2 y2 g2 b2 i2"),
        (PINK, "b4 i3 g3 y3 i2", "c12", 5, "r2 y2 g2 b2 i2"),
        (PINK, "b4 g3 y3 r3 i5", "c15", 5, "r5 y5 g5 b5 i5"),
        (BROWN, "b4 g3 y3 r3 n2", "c1n", 5, "n1 n2 n5"),
        (BROWN, "b4 g3 y3 n1 r1", "c1r", 5, "r1"),
        (PARITY, "b4 g3 y3 r3 b2", "c12", 5, "r2 y2 g2 b2 p2"),
        (PARITY, "b4 g4 y4 r4 b5", "c11", 5, "r1 r5 y1 y5 g1 g5 b1 b5 p1 p5"),
    ],
    ids=[
        "a rank speaks of a pink card of that rank",
        "a rank keeps a pink two",
        "a rank keeps a pink five",
        "a colour saves what no rank can save",
        "a colour saves nothing that a rank can save",
        "a parity saves the twos",
        "a parity saves the fives",
    ],
)
def test_in_variants_a_clue_is_read_by_what_it_touches(
    variant: str, hand: str, clue: str, number: int, read: str
) -> None:
    assert taken_for(position([GIVER, hand], clue, variant=variant), 1, number) == read


def test_beside_the_focus_a_clue_that_touches_several_ranks_only_keeps_cards() -> None:
    game = position([GIVER, "b4 g1 y1 i3 r1"], "c11", variant=PINK)
    assert taken_for(game, 1, 5) == "r1 y1 g1 b1 i1"
    assert taken_for(game, 1, 2) == "r1 y1 g1 b1 i1 i2 i3 i4 i5"
    reading = read_table(LEVELS[0], game.view(0))
    assert game.view(0).position(1, reading.chops[1]) == 1
    game = position([GIVER, "b4 g1 y1 i3 r1"], "c1g", variant=PINK)
    assert taken_for(game, 1, 2) == "g1"


def test_a_clue_that_says_nothing_asks_the_next_seat_for_a_card_that_no_clue_touches() -> None:
    hands = [GIVER, "g4 b4 u1 u2 y4", "u1 g3 r1 b2 u1"]
    game = position(hands, "c2r c1r", variant=NULL)
    assert taken_for(game, 2, 5) == "u1"
    assert taken_for(position(hands, "c21 c11", variant=NULL), 2, 1) == "u1"
    game = position(hands, "c2r d0 c1r c2r", variant=NULL)
    assert taken_for(game, 1, 4) == "u1"
    assert taken_for(game, 2, 4) == taken_for(game, 2, 5)


@pytest.mark.parametrize(
    ("variant", "least"), [("Pink", 23.0), ("Omni", 22.5), ("Null", 21.5), ("Odds and Evens", 21.5)]
)
def test_the_convention_agent_scores_in_variants_as_measured(variant: str, least: float) -> None:
    rules = Rules.standard(3, f"{variant} (5 Suits)")
    assert table.simulate(rules, LEVELS[:1] * 3, 200, "variants").mean_zero > least
