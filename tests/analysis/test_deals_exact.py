"""The SAT encoding, against trying every move and against the search in C."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.papers.deals import exact
from native import Game, Rng, Rules
from native.solver.whole_deals import prospect
from tests.native.solver_oracle import best_by_trying
from tests.native.test_solver import small_games

pytestmark = pytest.mark.slow

if not exact.available():
    pytest.skip(exact.MISSING, allow_module_level=True)


@settings(max_examples=20, deadline=None)
@given(small_games())
def test_small_games_reach_what_trying_every_move_finds(game: Game) -> None:
    if game.end is not None or not game.deck_left or not game.rules.clue_tokens:
        return
    best = best_by_trying(game)

    assert exact.can_reach(game, best)
    assert not exact.can_reach(game, best + 1)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32), st.integers(3, 5), st.integers(34, 48))
def test_the_sat_encoding_and_the_search_agree_on_positions_of_whole_games(
    seed: int, players: int, turns: int
) -> None:
    game, rng = Game(Rules(players, strikes=9), seed=seed), Rng(seed)
    for _ in range(turns):
        moves = game.legal_moves()
        if game.end is None:
            game.play(moves[rng.below(len(moves))])
    if game.end is not None or not game.deck_left:
        return
    found = prospect(game, budget=100_000)

    assert exact.can_reach(game, found.low)
    assert not exact.can_reach(game, found.high + 1)


def test_a_deal_that_no_search_decides_is_settled() -> None:
    """Found by counting: the beam misses its line, and its proof would take hours."""
    game = Game(Rules(5), seed=Rng("deals").derive(11768))

    assert not exact.can_reach(game, 25)
