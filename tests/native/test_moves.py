"""Moves as numbers and as text, ours and the Hanabi Learning Environment's."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import BadMove, Game, Move, Rules
from native._core import ffi, lib
from native.engine.errors import REFUSALS
from tests.native.random_games import any_rules, random_game
from tests.positions import play, table

pytestmark = pytest.mark.native

TWO = Rules.standard(2)


@given(any_rules())
def test_every_id_is_one_move_and_every_move_one_id(rules: Rules) -> None:
    moves = [Move.from_id(rules, number) for number in range(rules.move_count)]
    assert [move.id(rules) for move in moves] == list(range(rules.move_count))
    assert len(set(moves)) == rules.move_count


@given(any_rules())
def test_every_move_can_be_written_and_read(rules: Rules) -> None:
    for number in range(rules.move_count):
        move = Move.from_id(rules, number)
        assert Move.parse(move.text(rules), rules) == move


def test_ids_are_discards_then_plays_then_colours_then_ranks() -> None:
    three = Rules.standard(3)
    texts = [Move.from_id(three, number).text(three) for number in range(three.move_count)]
    assert texts[:10] == [f"{kind}{slot}" for kind in "dp" for slot in range(5)]
    assert texts[10:20] == [f"c{target}{letter}" for target in (1, 2) for letter in "rygbp"]
    assert texts[20:] == [f"c{target}{rank}" for target in (1, 2) for rank in range(1, 6)]


@pytest.mark.parametrize(
    "text",
    [
        *("", "p", "p5", "p-1", "P0", "p00", "x0", "d٣"),
        *("c0r", "c2r", "c1x", "c16", "c10", "c1", "c1r "),
    ],
)
def test_an_invalid_move_is_refused_with_a_message(text: str) -> None:
    with pytest.raises(BadMove) as refused:
        Move.parse(text, TWO)
    assert len(str(refused.value)) > 20


@given(st.text(max_size=4))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    with suppress(BadMove):
        assert Move.parse(text, TWO).text(TWO) == text


@pytest.mark.parametrize("number", [-1, 20, 255, 10**9])
def test_an_id_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(BadMove, match="0 to 19"):
        Move.from_id(TWO, number)


@pytest.mark.parametrize(
    "move", [Move.play(5), Move.discard(-1), Move.colour(2, 0), Move.colour(1, 5), Move.rank(1, 0)]
)
def test_a_move_these_rules_do_not_have_has_no_id(move: Move) -> None:
    with pytest.raises(BadMove):
        move.id(TWO)


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


START = "r1 r2 r3 r4 r5  y1 y2 y3 y4 y5  g1 g2"


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_hands_are_as_large_as_the_rule_book_says(players: int, size: int) -> None:
    game = Game(Rules(players), seed="a")
    assert [len(hand) for hand in game.hands] == [size] * players
    assert game.deck_left == 50 - players * size


def test_the_first_position_is_the_newest_card() -> None:
    game = table(START)
    assert [game.position(0, slot) for slot in range(5)] == [5, 4, 3, 2, 1]
    play(game, "p0")
    assert [game.position(0, slot) for slot in range(5)] == [1, 5, 4, 3, 2]


@pytest.mark.parametrize(("seat", "slot"), [(-1, 0), (2, 0), (0, 5), (0, -1)])
def test_a_slot_that_does_not_exist_is_refused(seat: int, slot: int) -> None:
    with pytest.raises(ValueError, match="no slot"):
        table(START).order(seat, slot)
