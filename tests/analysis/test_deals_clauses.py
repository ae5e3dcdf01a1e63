"""The clauses that a running game is put into are those that were checked against two other
searches (`test_deals_exact.py`, which is slow): any other are to be checked again."""

from __future__ import annotations

import pytest

from analysis.papers.deals import exact
from native import Game, Rng, Rules
from native.solver.whole_deals import prospect

GAMES = {
    "two": (Rules.standard(2), 30),
    "three, all tokens": (Rules.standard(3), 0),
    "five with a strike": (Rules.standard(5, strikes=9), 34),
    "discards at most": (Rules.standard(4, discard_at_max=True), 26),
    "small": (Rules(2, suits="rg", ranks=3, copies=(3, 2, 1), hand_size=2, clue_tokens=3), 3),
}


def position(name: str) -> Game:
    """After so many random moves that score now and then."""
    rules, turns = GAMES[name]
    game, rng = Game(rules, seed=Rng(name)), Rng(name).derive(1)
    while game.turn < turns and game.end is None:
        moves = game.legal_moves()
        game.play(moves[rng.below(len(moves))])
    return game


@pytest.mark.skipif(not exact.available(), reason=exact.MISSING)
def test_a_small_game_reaches_what_the_search_says_and_no_more() -> None:
    game = position("small")
    found = prospect(game)
    assert found.low == found.high
    assert exact.can_reach(game, found.low)
    assert exact.can_reach(game, game.score)
    assert not exact.can_reach(game, found.high + 1)
    assert not exact.can_reach(game, game.rules.max_score + 1)


@pytest.mark.parametrize("why", ["over", "no deck", "no tokens"])
def test_what_turns_may_be_forced_in_is_not_asked_about(why: str) -> None:
    game = position("small")
    if why == "over":
        game.terminate()
    elif why == "no deck":
        while game.deck_left:
            game.play(next(move for move in game.legal_moves() if not move.is_clue))
    else:
        rules = Rules(2, suits="rg", ranks=3, copies=(3, 2, 1), hand_size=2, clue_tokens=0)
        game = Game(rules, seed=1)
    with pytest.raises(ValueError, match="The game must be running"):
        exact.can_reach(game, 3)
