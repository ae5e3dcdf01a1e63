"""Moves as numbers and as text, ours and the Hanabi Learning Environment's."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import BadMove, Move, Rules
from tests.native.random_games import any_rules

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
        "",
        "p",
        "p5",
        "p-1",
        "x0",
        "d٣",
        "c0r",
        "c2r",
        "c1x",
        "c16",
        "c10",
        "c1",
        "c1r ",
        "P0",
        "p00",
    ],
)
def test_what_is_no_move_is_refused_in_words(text: str) -> None:
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
    "move",
    [Move.play(5), Move.discard(-1), Move.colour(2, 0), Move.colour(1, 5), Move.rank(1, 0)],
)
def test_a_move_these_rules_do_not_have_has_no_id(move: Move) -> None:
    with pytest.raises(BadMove):
        move.id(TWO)
