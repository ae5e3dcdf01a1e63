"""Rules at the edge of what they ask for: ties, the last cards of a deck, what waste costs."""

import pytest

from native import Game, Rules
from native.rulebase import Silence
from tests.native.answers import answer, game

pytestmark = pytest.mark.native

TWO = Rules(2)
ONES = "y1 y4 y4 g3 g3 b1 g1 y1 r4 r3"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("DiscardProbablyUselessCard(0.0)", {"d4"}),
        ("DiscardLeastLikelyToBeNecessary", {"d1"}),
    ],
)
def test_of_equally_likely_cards_the_last_goes(rule: str, expected: object) -> None:
    """No card can be useless yet, and both known 3s cannot be the last copy of anything."""
    assert answer(rule, game(TWO, "y1 y1 y2 y2 y3 r3 r3 g4 b4 b5", "c13")) == expected


@pytest.mark.parametrize(("suits", "copies", "deck"), [("rygb", 4, 6), ("ryg", 5, 5)])
def test_late_is_when_fewer_than_six_cards_are_left(suits: str, copies: int, deck: int) -> None:
    """Of ranks there is but one, so that every card can be played."""
    rules = Rules(2, suits=suits, ranks=1, copies=(copies,) * len(suits), hand_size=5)
    played = Game(rules, seed=1)
    assert played.deck_left == deck
    assert isinstance(answer("PlayLate(0.4)", played), set) is (deck < 6)


def test_a_useless_card_touched_first_costs_more_than_a_useful_one_gains() -> None:
    """Rank 1 touches blue and green, and a yellow that is played; green touches green alone."""
    assert answer("TellFocus", game(TWO, ONES, "p0", "c14")) == {"c1g"}


def test_a_rank_is_told_as_dispensable_only_once_every_stack_has_it() -> None:
    played = game(TWO, ONES, "p0", "c14")
    assert answer("TellDispensable", played) is Silence.SILENT
