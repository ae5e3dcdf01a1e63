"""A move that may not be made is refused by its name and changes nothing."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import BadMove, Game, IllegalMove, Move, Rules
from native._core import ffi, lib
from native.engine.errors import REFUSALS
from tests.native.random_games import any_rules, random_game

pytestmark = pytest.mark.native


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 80), st.integers(-(2**31), 2**31 - 1))
def test_any_number_is_a_legal_move_or_refused_for_a_reason(
    rules: Rules, seed: int, turns: int, move: int
) -> None:
    struct = random_game(rules, seed, turns).struct
    before = bytes(ffi.buffer(struct))
    answer = lib.hl_move(struct, move)
    if answer != lib.HL_OK:
        assert answer in REFUSALS
        assert bytes(ffi.buffer(struct)) == before
        assert lib.hl_legal(ffi.new("hl_game *", struct[0]), move) == answer


@given(any_rules(), st.binary(max_size=300), st.integers(0, 2**32))
def test_random_bytes_played_as_moves_never_break_a_game(
    rules: Rules, moves: bytes, seed: int
) -> None:
    game = Game(rules, seed=seed)
    for move in moves:
        lib.hl_move(game.struct, move)
    assert 0 <= game.score <= rules.max_score
    assert 0 <= game.clue_tokens <= rules.clue_tokens
    assert len(game.discards) + game.score <= rules.deck_size


def test_a_refused_move_leaves_the_game_as_it_was() -> None:
    game = Game(Rules.standard(2), seed="a")
    before = bytes(ffi.buffer(game.struct))
    with pytest.raises(IllegalMove):
        game.play(Move.discard(0))
    with pytest.raises(BadMove):
        game.play(Move.play(7))
    assert bytes(ffi.buffer(game.struct)) == before


def test_only_the_seat_to_move_may_move() -> None:
    game = Game(Rules.standard(3), seed="a")
    assert lib.hl_view_legal(game.view(1).struct, 5) == lib.HL_NOT_YOUR_TURN
    assert lib.hl_view_legal(game.view(0).struct, 5) == lib.HL_OK
    assert REFUSALS[lib.HL_NOT_YOUR_TURN][0] == "not_your_turn"


def test_every_refusal_has_a_name_and_a_sentence() -> None:
    names = [name for name, _ in REFUSALS.values()]
    assert len(set(names)) == len(names)
    for name, words in REFUSALS.values():
        assert name.replace("_", "").islower()
        assert words[0].isupper()
        assert words.endswith(".")


def test_a_game_that_was_never_dealt_has_no_moves() -> None:
    game = ffi.new("hl_game *")
    assert lib.hl_legal_moves(game, ffi.new("uint8_t[]", lib.HL_MAX_MOVES)) == 0
    assert lib.hl_move(game, 0) == lib.HL_NO_SUCH_MOVE
    assert lib.hl_see(game, 0, ffi.new("hl_view *")) == lib.HL_BAD_ARGUMENT


def test_no_game_is_longer_than_its_history() -> None:
    """The longest game there can be: every clue token is spent before a card is thrown away."""
    rules = Rules(2, hand_size=1, suits="rygbpt", clue_tokens=16, strikes=254, empty_clues=True)
    game, rng = Game(rules, seed="a"), random.Random(1)
    while game.to_move is not None:
        legal = game.legal_moves()
        clues = [move for move in legal if move.is_clue]
        game.play(rng.choice(clues or legal[:1]))
    assert game.turn > 120
    assert game.turn <= lib.HL_MAX_TURNS
    assert len(game.history) == game.turn
