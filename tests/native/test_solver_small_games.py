"""Small games from all sorts of positions: each is decided, and at no more than it costs."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from native import Game, Rng, Rules
from native.solver.whole_deals import Prospect, prospect
from tests.native.solver_oracle import best_by_trying

pytestmark = pytest.mark.native

POSITIONS = 30
"""Of each setting."""
KINDS = [
    *product(
        (2, 3), (("ryg", (2, 2, 1)), ("ry", (3, 2, 2, 1))), (1, 2, 3), (1, 3), (1, 3), (False,)
    ),
    *product((2, 3), (("ryg", (2, 2, 1)), ("ry", (3, 2, 2, 1))), (1, 2), (2,), (2,), (False, True)),
    (2, ("ryg", (2, 2, 1)), 3, 2, 2, False),
]

BEST = [
    108, 209, 140, 232, 121, 236, 167, 253, 141, 235, 110, 245, 92, 175, 112, 196,
    119, 215, 138, 231, 113, 197, 106, 218, 155, 231, 214, 243, 156, 252, 213, 255,
    160, 218, 196, 239, 94, 188, 171, 215, 153, 228, 196, 234, 138, 214, 166, 228,
    215, 193, 222, 216, 178, 168, 217, 196, 226, 225, 236, 223, 195, 187, 218, 223,
    215,
]  # fmt: skip
"""What the positions of each setting are worth together."""
LOOKED_AT = 343_527
"""Positions that the search needs for all of them. If it needs fewer, write that down."""


@cache
def positions(setting: int) -> tuple[Game, ...]:
    """Deals after up to six random moves."""
    players, (suits, copies), hand, tokens, strikes, discard_at_max = KINDS[setting]
    rules = Rules(
        players,
        suits=suits,
        ranks=len(copies),
        copies=copies * len(suits),
        hand_size=hand,
        clue_tokens=tokens,
        strikes=strikes,
        discard_at_max=discard_at_max,
    )
    reached = []
    for number in range(POSITIONS):
        own = Rng("small").derive(number)
        game, lots = Game(rules, seed=own), own.derive(1)
        for _ in range(lots.below(7)):
            if game.end is None and (legal := game.legal_moves()):
                game.play(legal[lots.below(len(legal))])
        reached.append(game)
    return tuple(reached)


@cache
def found(setting: int) -> tuple[Prospect, ...]:
    return tuple(prospect(game, budget=20_000) for game in positions(setting))


@pytest.mark.parametrize("setting", range(len(KINDS)))
def test_every_position_is_decided_as_before(setting: int) -> None:
    assert all(known.exact for known in found(setting))
    assert sum(known.low for known in found(setting)) == BEST[setting]


@pytest.mark.parametrize("setting", range(len(KINDS)))
def test_every_line_is_played_by_the_engine(setting: int) -> None:
    for game, known in zip(positions(setting), found(setting), strict=True):
        played = game.copy()
        for move in known.line:
            played.play(move)
        assert played.score == known.low


@pytest.mark.long
@pytest.mark.parametrize("budget", [1, 10, 60])
def test_a_search_that_runs_out_of_patience_says_nothing_false(budget: int) -> None:
    for setting in range(0, len(KINDS), 4):
        for game, known in zip(positions(setting), found(setting), strict=True):
            hasty = prospect(game, budget=budget)
            assert hasty.low <= known.low <= hasty.high


def test_no_more_positions_are_looked_at_than_it_takes() -> None:
    looked = sum(known.positions for setting in range(len(KINDS)) for known in found(setting))
    assert looked == LOOKED_AT


@pytest.mark.slow
@pytest.mark.parametrize("setting", [0, 16, 24])
def test_where_every_move_can_be_tried_that_finds_the_same(setting: int) -> None:
    assert sum(map(best_by_trying, positions(setting))) == BEST[setting]
