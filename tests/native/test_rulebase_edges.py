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


def test_a_threshold_is_met_by_exactly_that_chance() -> None:
    """A red card of a deck with r1 twice and r2 once, of which the clue giver shows one r1."""
    rules = Rules(2, suits="rg", ranks=2, copies=(2, 1) * 2, hand_size=2)
    assert answer("PlayFocus(0.5)", game(rules, "r1 g1 r1 g2", "c1r")) == {"p0"}
    assert answer("PlayFocus(0.5)", game(rules, "r1 r1 r2 g2", "c1r")) is Silence.SILENT


@pytest.mark.parametrize("rule", ["TellFocus", "TellMostInformation"])
def test_of_clues_worth_the_same_the_first_is_given_ranks_before_colours(rule: str) -> None:
    assert answer(rule, game(TWO, "y1 y3 y3 g3 g3 r1 g2 b3 y4 p5")) == {"c11"}


def test_few_tokens_are_fewer_than_four() -> None:
    rule = "IfRule(informationLessThan4, TellDispensable)"
    four = game(TWO, ONES, "p0", "c14", "c1y", "p1", "c1y", "c14")
    assert (four.clue_tokens, answer(rule, four)) == (4, Silence.SILENT)
    three = game(TWO, ONES, "p0", "c14", "c1y", "c14", "c1y", "c14")
    assert (three.clue_tokens, answer(rule, three)) == (3, {"c11"})
    assert answer("TellDispensable", four) == {"c11"}


@pytest.mark.parametrize(("ones", "spare"), [((2, 2, 2), 1), ((2, 2, 1), 0)])
def test_there_is_time_for_a_discard_while_a_turn_is_to_spare(
    ones: tuple[int, ...], spare: int
) -> None:
    """15 points are wanted, and nearly as many cards come; the first 1s have a second copy."""
    copies = tuple(copies for one in ones for copies in (one, 1, 1, 1, 1))
    played = Game(Rules(2, suits="ryg", copies=copies, hand_size=2), seed=1)
    played.play(next(move for move in played.legal_moves() if move.is_clue))
    assert played.deck_left + 2 - 15 == spare
    assert (answer("DiscardChopInTime", played) is not Silence.SILENT) is bool(spare)


def test_a_two_is_saved_while_no_other_copy_is_seen() -> None:
    hands = "y1 y1 y1 y3 y3 {} r4 b4 g4 p4 p3 r2 b1 g4 p3"
    three = Rules(3)
    for chop, seen in (("g2", True), ("r2", False)):
        told = answer("SaveTwo", game(three, hands.format(chop)))
        assert (told is not Silence.SILENT) is seen, chop


def test_a_card_touched_again_is_not_the_focus_though_it_is_the_newest() -> None:
    """Red touches the chop and slot 4; then rank 1 touches slot 4 again and slot 3 for once."""
    hands = "y1 y1 y1 y2 y2 r3 y4 b2 g1 r1"
    assert answer("PlayFocus", game(TWO, hands, "c1r", "c1y", "c11")) == {"p3"}


def test_everybody_knows_that_a_card_which_is_gone_is_not_held() -> None:
    """The only red 1 is played, so that a 1 must be green."""
    rules = Rules(2, suits="rg", ranks=2, copies=(1, 2, 3, 2), hand_size=2)
    told = game(rules, "r1 r2 g1 g2", "p0", "c12", "c11")
    assert answer("PlayCommonlyKnown", told) == {"p0"}


def test_of_clues_that_tell_as_much_the_first_is_given_and_ranks_come_first() -> None:
    """The hand is known, so that no clue changes how it looks."""
    small = Rules(2, suits="ry", ranks=2, copies=(2, 1) * 2, hand_size=2)
    known = game(small, "r2 y1 r1 y2", "c1r", "c1r", "c11", "c1y")
    assert answer("TellUnambiguous2(2, -1)", known) == {"c11"}


@pytest.mark.parametrize(
    ("moves", "strikes", "fires"),
    [("c15 c11", 0, True), ("p0 c11", 1, True), ("p0 p0 c15 c11", 2, False)],
)
def test_who_has_one_strike_left_has_no_more_than_one_life(
    moves: str, strikes: int, fires: bool
) -> None:
    """A 1 is certain to be playable while nothing is played."""
    played = game(TWO, "r5 y5 r1 r4 y4 g5 b5 g4 b4 g3", *moves.split())
    assert (played.strikes, played.to_move) == (strikes, 0)
    found = answer("IfRule(hasMoreThanOneLife, PlayProbablySafeCard(0.6))", played)
    assert (found is not Silence.SILENT) is fires
