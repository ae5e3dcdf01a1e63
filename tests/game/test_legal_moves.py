"""What a frame offers to whoever has to move, and what a clue would tell."""

from __future__ import annotations

import pytest

from game import protocol as p
from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from native.empathy.exact import empathy
from tests.game.known_deals import table_after

DEAL = "r1 r2 g1 b4 p5 r1 r5 g2 g2 y1 y3"
ME, MATE = Viewpoint(0, open=False), Viewpoint(1, open=False)


def offered(*moves: str, viewpoint: Viewpoint = ME, **fields: object) -> p.Legal | None:
    return frame(table_after(DEAL, *moves, **fields), viewpoint).legal


def test_only_who_has_to_move_is_offered_moves() -> None:
    assert offered() is not None
    assert offered(viewpoint=MATE) is None
    assert offered("c1r") is None
    assert offered("c1r", viewpoint=MATE) is not None
    assert offered(viewpoint=Viewpoint(None, open=True)) is None


def test_who_watches_from_a_seat_is_offered_nothing() -> None:
    assert offered(viewpoint=Viewpoint(0, open=False, watching=True)) is None


def test_nothing_is_discarded_while_all_clue_tokens_are_there() -> None:
    legal = offered()
    assert legal
    assert sorted(legal.plays) == [0, 1, 2, 3, 4]
    assert legal.discards == []
    assert legal.why_no_discard == "You can't discard with 8 clues."
    assert legal.why_no_clue is None


def test_without_a_clue_token_no_clue_is_offered() -> None:
    legal = offered(*["c1r", "c11"] * 4)
    assert legal
    assert legal.clues == []
    assert "no clue tokens left" in (legal.why_no_clue or "")
    assert sorted(legal.discards) == sorted(legal.plays) == [0, 1, 2, 3, 4]
    assert legal.why_no_discard is None


def test_every_clue_that_touches_a_card_is_offered_with_the_cards_it_touches() -> None:
    legal = offered()
    assert legal
    touches = {clue.value: sorted(clue.touches) for clue in legal.clues}
    assert touches == {"r": [5, 6], "y": [9], "g": [7, 8], "1": [5, 9], "2": [7, 8], "5": [6]}
    assert {clue.seat for clue in legal.clues} == {1}


def test_a_clue_in_a_bigger_circle_names_the_seat_it_goes_to() -> None:
    deal = "r1 r1 r1 r2 r2 y1 y1 y1 y2 y2 g1 g1 g1 g2 g2"
    legal = frame(table_after(deal, "c1y", players=3), MATE).legal
    assert legal
    assert {(clue.seat, clue.value) for clue in legal.clues} == {
        (0, "r"), (0, "1"), (0, "2"), (2, "g"), (2, "1"), (2, "2")
    }  # fmt: skip


@pytest.mark.parametrize("help_level", ["none", "clues", "common"])
def test_less_than_full_help_does_not_tell_what_a_clue_would_tell(help_level: str) -> None:
    legal = offered(help=help_level)
    assert legal
    assert all(clue.then == {} for clue in legal.clues)


def test_full_help_tells_what_the_mate_could_know_after_a_clue() -> None:
    state = table_after(DEAL, help="full")
    legal = frame(state, ME).legal
    assert legal
    assert state.game
    red = next(clue for clue in legal.clues if clue.value == "r")
    after = state.game.copy()
    after.play(next(m for m in after.legal_moves() if m.text(after.rules) == "c1r"))
    now, then = (empathy(game.view(0), {0, 1})[1] for game in (state.game, after))
    orders = [after.order(1, slot) for slot in range(5)]
    assert red.then == {
        order: new for order, old, new in zip(orders, now, then, strict=True) if old != new
    }
    assert set(red.then) == {5, 6, 7, 8, 9}
    assert state.game.turn == 0


def test_a_clue_that_tells_nothing_new_says_so() -> None:
    legal = offered("c1r", "c11", help="full")
    assert legal
    assert next(clue for clue in legal.clues if clue.value == "r").then == {}
