"""Positions as lines of JSON: answered, compared, or refused with the reason."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from native import Game, Rules
from native._core import ffi, lib
from native.empathy.exact import BadPosition, Position, common, elimination_steps, empathy
from native.empathy.lines import answer_all

pytestmark = pytest.mark.native

PAIR = {
    "id": "pair",
    "suits": "rygbp",
    "copies": {suit: [3, 2, 2, 2, 1] for suit in "rygbp"},
    "players": 2,
    "observers": [0, 1],
    "hands": [["r5"], ["g5"]],
    "start": [[["r5", "g5"]], [["r5", "g5"]]],
    "gone": {"y5": 1, "b5": 1, "p5": 1},
    "deck": 45,
    "expect": [[["r5"]], [["g5"]]],
}


def answers(*lines: Any) -> list[dict[str, Any]]:
    """The answers to lines, which may be objects or raw text."""
    given = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    return list(answer_all(given))


def test_a_position_is_answered_and_compared() -> None:
    assert answers(PAIR) == [{"id": "pair", "possible": [[["r5"]], [["g5"]]], "ok": True}]


def test_without_an_expectation_nothing_is_compared() -> None:
    line = {key: value for key, value in PAIR.items() if key != "expect"}
    assert answers(line) == [{"id": "pair", "possible": [[["r5"]], [["g5"]]]}]


def test_an_answer_that_differs_from_the_expected_one_is_not_ok() -> None:
    (found,) = answers(PAIR | {"expect": [[["r5", "g5"]], [["g5"]]]})
    assert (found["possible"], found["ok"]) == ([[["r5"]], [["g5"]]], False)


def test_the_order_of_expected_cards_does_not_matter() -> None:
    start = [[["g5", "r5", "b4"]], [["r5", "g5"]]]
    (found,) = answers(
        PAIR | {"start": start, "observers": [0], "expect": [[["b4", "r5"]], [["g5"]]]}
    )
    assert (found["possible"], found["ok"]) == ([[["r5", "b4"]], [["g5"]]], True)


def test_hands_of_different_sizes_keep_their_shape() -> None:
    line = PAIR | {"hands": [["r5", "r1"], []], "start": [[["r5"], ["r1", "r2"]], []], "deck": None}
    (found,) = answers({key: value for key, value in line.items() if key != "expect"})
    assert found["possible"] == [[["r5"], ["r1", "r2"]], []]


def test_optional_fields_may_be_left_out() -> None:
    keys = ("suits", "copies", "players", "observers", "hands", "start")
    (found,) = answers({key: PAIR[key] for key in keys})
    assert found == {"id": None, "possible": [[["r5"]], [["g5"]]]}


def test_blank_lines_are_skipped_and_bad_ones_do_not_stop_the_others() -> None:
    found = answers(b"\n", b"{\n", PAIR | {"id": 7, "players": 3}, b"  \r\n", PAIR)
    assert [(line["id"], line.get("line"), "refused" in line) for line in found] == [
        (None, 2, True),
        (7, 3, True),
        ("pair", None, False),
    ]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"suits": ""}, "suits are 1 to 6 different letters"),
    ({"suits": "rygbpr"}, "suits are 1 to 6 different letters"),
    ({"suits": "rygbpto"}, "suits are 1 to 6 different letters"),
    ({"suits": "rygb"}, "copies of each of the suits rygb are needed, and no others"),
    ({"copies": {suit: [] for suit in "rygbp"}}, "copies of the same 1 to 5 ranks"),
    ({"copies": {suit: [1] * 6 for suit in "rygbp"}}, "copies of the same 1 to 5 ranks"),
    ({"copies": {suit: [1] * ("rygbp".index(suit) + 1) for suit in "rygbp"}}, "same 1 to 5 ranks"),
    ({"copies": {suit: [3, 2, 2, -2, 1] for suit in "rygbp"}, "deck": None}, "0 to 255 copies"),
    ({"players": 3}, "hands of 2 seats for 3 players"),
    ({"players": 0, "hands": [], "start": []}, "hands of 0 seats for 0 players"),
    ({"observers": [0, 2]}, "Seats go from 0 to 1, not 2"),
    ({"observers": [-1]}, "Seats go from 0 to 1, not -1"),
    ({"observers": [True]}, "Expected `int`, got `bool`"),
    ({"hands": [["r5"], ["z5"]]}, "'z5' is no card of this deck"),
    ({"hands": [["r5"], ["g6"]]}, "'g6' is no card of this deck"),
    ({"hands": [["r5"], ["r5"]]}, "2 r5 are held or gone, and there are 1"),
    ({"hands": [["r5"], ["g4"]]}, "Slot 1 of seat 1 holds g4, which its start leaves out"),
    ({"hands": [["r5"], ["g5", "g1"]]}, "Every card in the hands needs its set in start"),
    ({"start": [[["r5"]], [["r5", "g9"]]]}, "'g9' is no card of this deck"),
    ({"start": [["r5"], ["g5"]]}, "Expected `array`, got `str`"),
    ({"gone": {"y5": 2}}, "2 y5 are held or gone, and there are 1"),
    ({"gone": {"r5": 1}}, "2 r5 are held or gone, and there are 1"),
    ({"gone": {"y1": -1}}, "-1 copies of y1 cannot be gone"),
    ({"gone": {"x1": 1}}, "'x1' is no card of this deck"),
    ({"deck": 44}, "deck must have 45 cards left, not 44"),
    ({"expect": [[["r7"]], [["g5"]]]}, "'r7' is no card of this deck"),
    ({"hands": [["r5"] * 9, []], "start": [[["r5"]] * 9, []]}, "9 r5 are held or gone"),
    ({"suits": None}, "Expected `str`, got `null`"),
]


@pytest.mark.parametrize(("change", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_an_invalid_line_is_refused_with_its_reason(change: dict[str, Any], reason: str) -> None:
    (found,) = answers(PAIR | change)
    assert found.keys() == {"id", "line", "refused"}
    assert reason in found["refused"]


@pytest.mark.parametrize(
    "text", [b"{", b"[]", b"7", b'"\\ud800"', b"\xff\xfe", b"[" * 100_000, b'{"id": [1]}', b"NaN"]
)
def test_a_line_that_is_no_object_is_refused(text: bytes) -> None:
    (found,) = answers(text)
    assert found["line"] == 1
    assert found["refused"]


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
def test_the_core_says_why_a_position_is_impossible(
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


def test_a_position_with_hidden_cards_of_a_non_observer_is_refused() -> None:
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


def test_a_batch_answers_valid_positions_and_reports_the_others_errors() -> None:
    good = Position([1, 1], [[0], [1]], [[0b11], [0b11]])
    bad = Position([1, 1], [[0], [1]], [[0b10], [0b11]])
    positions = ffi.new("hl_position[]", [good.struct[0], bad.struct[0], good.struct[0]])
    known, errors = ffi.new("hl_knowledge[3]"), ffi.new("int8_t[3]")
    assert lib.hl_empathy_batch(positions, bytes([3, 3, 8]), 3, known, errors) == 2
    assert list(errors) == [lib.HL_OK, lib.HL_NOT_POSSIBLE, lib.HL_BAD_POSITION]
    assert [known[0].possible[seat][0] for seat in range(2)] == [0b01, 0b10]
    assert list(known[0].tight)[:2] == [1, 1]
