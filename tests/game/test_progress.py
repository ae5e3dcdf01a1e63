"""How far a game can still get: the figures of the board, by the formulas of hanab.live."""

from __future__ import annotations

import pytest

from game.board.progress import efficiency, max_score, most_turns, pace
from native import Game, Rules
from tests.game.known_deals import table_after


@pytest.mark.parametrize(
    ("players", "slack", "clues"), [(2, 17, 29), (3, 13, 25), (4, 13, 25), (5, 10, 21)]
)
def test_at_the_start_they_are_those_of_hanab_live(players: int, slack: int, clues: int) -> None:
    game = Game(Rules.standard(players), seed="start")
    assert pace(game) == slack
    assert efficiency(game) == pytest.approx(25 / clues)
    assert most_turns(game) == slack + clues + 25


def after(*moves: str) -> Game:
    """A game in which seat 0 holds r1 r2 g1 b4 p5, and seat 1 r1 r5 g2 g2 y1."""
    game = table_after("r1 r2 g1 b4 p5 r1 r5 g2 g2 y1 y3", *moves).game
    assert game
    return game


def test_clued_cards_count_as_gotten() -> None:
    given = after("c15")
    # One of 25 is gotten; of the 29 clues one is given.
    assert efficiency(given) == pytest.approx(24 / 28)


def test_a_clued_card_that_is_trash_by_its_clues_does_not() -> None:
    told = after("c1r", "c11", "p0")
    # Red 1 is played; of the clued cards r1 and r5 of seat 1, g1 of mine: all may be of use.
    assert efficiency(told) == pytest.approx((25 - 1 - 3) / 27)


def test_a_lost_card_takes_its_stack_along() -> None:
    lost = after("c15", "d1")
    assert max_score(lost) == 24
    assert pace(lost) == 0 + 39 + 2 - 24
    # 17 discards, four stacks that can be finished, 8 clue tokens.
    assert most_turns(lost) == 17 + 29 + 24


def test_without_pace_there_are_no_such_figures() -> None:
    game = Game(Rules.standard(2), seed="start")
    while game.deck_left:
        moves = game.legal_moves()
        game.play(next((m for m in moves if m.kind.name == "DISCARD"), moves[-1]))
    assert (pace(game), efficiency(game), most_turns(game)) == (None, None, None)
