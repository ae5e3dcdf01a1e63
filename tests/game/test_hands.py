"""What a frame tells of each card in the hands."""

from __future__ import annotations

import pytest

from game import protocol as p
from game.board.hands import hands
from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from native import Rules
from tests.game.known_deals import bits, table_after

RULES = Rules.standard(2)
MINE = "r1 r2 g1 b4 p5"
MATES = "r1 r5 g2 g2 y1"
DEAL = f"{MINE} {MATES} y3 b3 b1 r4"
NEXT, ALL_OPEN, BESIDE = (
    Viewpoint(1, open=False),
    Viewpoint(None, open=True),
    Viewpoint(None, open=False),
)
ME = Viewpoint(0, open=False)


def card(hand: list[p.ShownCard], order: int) -> p.ShownCard:
    return next(card for card in hand if card.order == order)


def test_my_own_cards_lie_face_down_and_my_mates_open() -> None:
    mine, mates = hands(table_after(DEAL), ME)
    assert [card.id for card in mine] == [None] * 5
    assert [card.id for card in mates] == ["y1", "g2", "g2", "r5", "r1"]
    assert [card.order for card in mates] == [9, 8, 7, 6, 5]
    assert [card.slot for card in mates] == [1, 2, 3, 4, 5]


def test_who_only_looks_on_sees_no_card_and_all_of_them_when_hands_are_open() -> None:
    assert {card.id for hand in hands(table_after(DEAL), BESIDE) for card in hand} == {None}
    assert None not in {card.id for hand in hands(table_after(DEAL), ALL_OPEN) for card in hand}


def test_with_open_hands_a_player_sees_the_own_cards_too() -> None:
    mine, _ = hands(table_after(DEAL), Viewpoint(0, open=True))
    assert [card.id for card in mine] == ["p5", "b4", "g1", "r2", "r1"]


def test_a_card_keeps_each_clue_once_and_the_oldest_first() -> None:
    state = table_after(DEAL, "c12", "c15", "c1g", "c1b", "c12", "c1r", "c1g")
    mates = hands(state, ME)[1]
    assert card(mates, 7).marks == ["2", "g"]
    assert card(mates, 6).marks == []
    assert card(mates, 7).touched
    assert not card(mates, 6).touched


def test_a_new_card_has_no_marks_of_the_one_before_it() -> None:
    state = table_after(DEAL, "c11", "p0")
    newest = hands(state, ME)[1][0]
    assert (newest.order, newest.slot, newest.id) == (10, 1, "y3")
    assert newest.marks == []
    assert not newest.touched
    assert card(hands(state, ME)[1], 9).marks == ["1"]


def test_the_odds_are_told_of_ones_own_cards_alone() -> None:
    mine, mates = hands(table_after(DEAL, help="full"), ME)
    assert all(card.odds for card in mine)
    assert not any(card.odds for card in mates)


TINY = Rules(2, suits="r", ranks=2, copies=(2, 1), hand_size=1)


def test_a_card_that_was_just_drawn_is_no_news_though_it_is_known() -> None:
    state = table_after("r1 r1 r2", "p0", rules=TINY, help="full")
    (drawn,) = hands(state, ME)[0]
    assert drawn.possible == bits(TINY, "r2")
    assert not drawn.became_known


def test_a_card_that_another_move_settles_is_news_to_its_holder() -> None:
    state = table_after("r2 r1 r1", "p0", rules=TINY, help="full")
    mates = hands(state, NEXT)[1]
    assert mates[0].possible == bits(TINY, "r1")
    assert mates[0].became_known is False
    assert hands(table_after("r1 r1 r2", "p0", rules=TINY, help="full"), NEXT)[1][0].became_known


@pytest.mark.long
@pytest.mark.parametrize("help_level", ["none"])
def test_without_help_nothing_is_told_but_marks(help_level: str) -> None:
    for viewpoint in (ME, BESIDE, ALL_OPEN):
        for hand in hands(table_after(DEAL, "c12", help=help_level), viewpoint):
            for held in hand:
                assert (held.possible, held.common, held.odds) == (None, None, None)
                assert not held.became_known


def test_before_the_game_there_are_no_hands() -> None:
    state = table_after(DEAL)
    waiting = type(state)(state.table, state.seatings, [], [], None)
    waiting.table.status = "open"
    seen = frame(waiting, BESIDE)
    assert seen.hands == []
    assert (seen.deck, seen.tokens, seen.score, seen.max_score, seen.pace) == (50, 8, 0, 25, None)
    assert seen.stacks == [0] * 5
    assert seen.legal is None
