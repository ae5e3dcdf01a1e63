"""How much of what a card can be is told, by the table's help and by who looks."""

from __future__ import annotations

import pytest

from game import protocol as p
from game.board.hands import hands
from game.board.viewpoint import Viewpoint
from native import Game, Rules
from native.empathy.exact import common, empathy, odds
from tests.game.known_deals import bits, table_after

RULES = Rules.standard(2)
# I discard the red 5; my mate holds a red card and is told so.
DEAL = "r5 r2 g1 b4 p5 r1 r3 g2 g2 y1 y3"
MOVES = ("c1r", "c11", "d0", "c14", "p1", "c15")
ME, NEXT = Viewpoint(0, open=False), Viewpoint(1, open=False)
BESIDE, ALL_OPEN = Viewpoint(None, open=False), Viewpoint(None, open=True)
RED = bits(RULES, "r1", "r2", "r3", "r4", "r5")


def cards(help_level: str, viewpoint: Viewpoint) -> dict[int, p.ShownCard]:
    state = table_after(DEAL, *MOVES, help=help_level)
    return {card.order: card for hand in hands(state, viewpoint) for card in hand}


def sets(help_level: str, viewpoint: Viewpoint) -> dict[int, int | None]:
    return {order: card.possible for order, card in cards(help_level, viewpoint).items()}


def test_at_help_clues_everybody_is_told_what_the_clues_leave() -> None:
    for viewpoint in (ME, NEXT, BESIDE, ALL_OPEN):
        told = cards("clues", viewpoint)
        assert told[6].possible == RED
        assert told[9].possible == (1 << 25) - 1 & ~RED
        assert all(card.common is None and card.odds is None for card in told.values())


@pytest.mark.parametrize("help_level", ["common", "full"])
def test_a_spectator_is_told_what_clues_and_played_cards_leave(help_level: str) -> None:
    red_5 = bits(RULES, "r5")
    by_clues, told = sets("clues", BESIDE), sets(help_level, BESIDE)
    assert {order: mask & ~red_5 for order, mask in by_clues.items() if mask} == told
    assert told != by_clues
    assert all(
        card.common is None and card.odds is None for card in cards(help_level, BESIDE).values()
    )


def test_at_help_common_each_is_told_what_everybody_knows() -> None:
    state = table_after(DEAL, *MOVES, help="common")
    assert state.game is not None
    everybody = common(state.game)
    for viewpoint in (ME, NEXT, ALL_OPEN):
        for seat, hand in enumerate(hands(state, viewpoint)):
            for card in hand:
                slot = slot_of(state.game, seat, card.order)
                assert card.possible == card.common == everybody[seat][slot]
                assert card.odds is None


def slot_of(game: Game, seat: int, order: int) -> int:
    return next(slot for slot in range(5) if game.order(seat, slot) == order)


def test_at_help_full_i_am_told_what_i_know_and_what_we_both_know_of_my_mate() -> None:
    state = table_after(DEAL, *MOVES, help="full")
    assert state.game is not None
    view, everybody = state.game.view(0), common(state.game)
    mine, mates = hands(state, ME)
    for card in mine:
        slot = slot_of(state.game, 0, card.order)
        chance = odds(view)[slot]
        assert chance
        assert card.possible == empathy(view, {0})[0][slot]
        assert card.common == everybody[0][slot]
        assert card.odds == (chance.playable, chance.trash, chance.critical)
    for card in mates:
        slot = slot_of(state.game, 1, card.order)
        assert card.possible == empathy(view, {0, 1})[1][slot]


def test_a_mates_card_is_never_told_as_if_its_holder_saw_it() -> None:
    newest = cards("full", NEXT)[11]
    assert newest.id
    assert (newest.possible or 0).bit_count() > 10


def test_with_open_hands_full_help_tells_what_each_holder_knows() -> None:
    state = table_after(DEAL, *MOVES, help="full")
    assert state.game is not None
    for seat, hand in enumerate(hands(state, ALL_OPEN)):
        for card in hand:
            slot = slot_of(state.game, seat, card.order)
            assert card.possible == empathy(state.game, {seat})[seat][slot]
            assert card.common == common(state.game)[seat][slot]


def test_a_card_that_is_on_the_stacks_is_ruled_out_for_a_spectator() -> None:
    rules = Rules(2, suits="ry", ranks=2, copies=(1, 1), hand_size=1)
    state = table_after("r1 y1 r2 y2", "p0", rules=rules, help="common")
    for (card,) in hands(state, BESIDE):
        assert card.possible == bits(rules, "r2", "y1", "y2")
