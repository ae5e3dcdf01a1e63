"""Positions that cannot be are refused in words, by Python's face and by the core itself."""

from collections.abc import Sequence

import pytest

from native import Game, Rules
from native._core import ffi, lib
from native.empathy.exact import common, elimination_steps, empathy
from native.empathy.position import BadPosition, Position

pytestmark = pytest.mark.native

Hands = list[list[int | None]]


@pytest.mark.parametrize(
    ("left", "hands", "clued", "reason"),
    [
        ([1, 1], [[0], [1]], [[0b10], [0b10]], "contradicts its clues"),
        ([1, 1], [[0], [0]], [[0b01], [0b01]], "More copies of an identity are held"),
        ([1, 1], [[None], [1]], [[0b10], [0b10]], "No remaining cards fit"),
        ([1, 1, 1], [[None, None], []], [[0b1, 0b1], []], "No remaining cards fit"),
        ([2, 2], [[None], [None]], [[0b11], [0b11]], "must all be of one seat"),
    ],
)
def test_the_core_says_why_a_position_cannot_be(
    left: list[int], hands: Hands, clued: list[list[int]], reason: str
) -> None:
    with pytest.raises(BadPosition, match=reason):
        common(Position(left, hands, clued))
    with pytest.raises(BadPosition, match=reason):
        elimination_steps(Position(left, hands, clued), [0, 1])


@pytest.mark.parametrize(
    ("left", "hands", "clued", "touched", "reason"),
    [
        ([1], [[0]] * 7, [[1]] * 7, (), "At most 6 hands of 8 cards"),
        ([9], [[0] * 9], [[1] * 9], (), "At most 6 hands of 8 cards"),
        ([9], [[0], [0] * 9], [[1], [1] * 9], (), "At most 6 hands of 8 cards"),
        ([1] * 31, [[0]], [[1]], (), "At most 30 identities"),
        ([256], [[0]], [[1]], (), "0 to 255 copies"),
        ([-1], [[]], [[]], (), "0 to 255 copies"),
        ([1], [[0]], [[]], (), "Every card needs the identity set"),
        ([1], [[0]], [[1], [1]], (), "Every card needs the identity set"),
        ([1], [[1]], [[1]], (), "Identities go from 0 to 0"),
        ([1], [[-1]], [[1]], (), "Identities go from 0 to 0"),
        ([1], [[0]], [[2]], (), "an identity that is not in this deck"),
        ([1], [[0]], [[-1]], (), "an identity that is not in this deck"),
        ([1], [[0]], [[1]], (256,), "touched slots"),
        ([1], [[0]], [[1]], (0, 0), "touched slots"),
    ],
)
def test_numbers_out_of_range_are_refused(
    left: list[int], hands: Hands, clued: list[list[int]], touched: Sequence[int], reason: str
) -> None:
    with pytest.raises(BadPosition, match=reason):
        Position(left, hands, clued, touched)


@pytest.mark.parametrize("seat", [-1, 2, 40])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: int) -> None:
    game = Game(Rules(2), seed=1)
    with pytest.raises(ValueError, match=f"Seats go from 0 to 1, not {seat}"):
        empathy(game, [0, seat])


def test_hidden_cards_of_an_outsider_are_refused() -> None:
    with pytest.raises(BadPosition, match="one seat that is among the observers"):
        empathy(Position([2], [[None], [0]], [[1], [1]]), [1])


def test_the_core_refuses_what_is_out_of_range_and_writes_nothing() -> None:
    known = ffi.new("hl_knowledge *")
    known.possible[0][0] = 77
    possible, odds = ffi.new("uint32_t[6][8]"), ffi.new("hl_odds *")
    good = Position([1], [[0]], [[1]]).struct
    for field, value in {"players": 7, "hand_size": 9}.items():
        bad = ffi.new("hl_position *", good[0])
        setattr(bad, field, value)
        assert lib.hl_empathy(bad, 1, known) == lib.HL_BAD_POSITION
        assert lib.hl_eliminate(bad, 1, lib.HL_BASIC, possible) == lib.HL_BAD_POSITION
        assert lib.hl_count_deals(bad, 0, odds) == lib.HL_BAD_POSITION
    bad = ffi.new("hl_position *", good[0])
    bad.held[0][0] = 30
    assert lib.hl_empathy(bad, 1, known) == lib.HL_BAD_POSITION
    assert lib.hl_empathy(good, 2, known) == lib.HL_BAD_POSITION
    assert lib.hl_count_deals(good, 6, odds) == lib.HL_BAD_POSITION
    assert lib.hl_count_deals(good, 200, odds) == lib.HL_BAD_POSITION
    assert lib.hl_eliminate(good, 1, 3, possible) == lib.HL_BAD_POSITION
    assert known.possible[0][0] == 77


def test_a_batch_answers_the_good_and_says_why_not_the_others() -> None:
    good = Position([1, 1], [[0], [1]], [[0b11], [0b11]])
    bad = Position([1, 1], [[0], [1]], [[0b10], [0b11]])
    positions = ffi.new("hl_position[]", [good.struct[0], bad.struct[0], good.struct[0]])
    known, errors = ffi.new("hl_knowledge[3]"), ffi.new("int8_t[3]")
    assert lib.hl_empathy_batch(positions, bytes([3, 3, 8]), 3, known, errors) == 2
    assert list(errors) == [lib.HL_OK, lib.HL_NOT_POSSIBLE, lib.HL_BAD_POSITION]
    assert [known[0].possible[seat][0] for seat in range(2)] == [0b01, 0b10]
    assert list(known[0].tight)[:2] == [1, 1]
