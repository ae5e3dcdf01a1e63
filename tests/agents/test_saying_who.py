"""Whose card and whose clue is told where there are three, and what only the record may tell."""

from __future__ import annotations

import pytest

from agents.kinds import plain_reasons
from agents.kinds.whole_reasons import whole
from native import Move
from tests.positions import position

THREE = "r1 r1 y1 g2 g5 r1 b1 p3 p5 p4 y1 y2 b1 b4 r3"
ONES = "r1 y1 g1 b1 p1 r1 y1 g3 b4 p5"
REDS = "g1 r3 y3 g3 b3 r1 r1 r1 p3 p5"
ALL_ONES = "p0 c1y p1 c1g p2 c1b p3 c1p p4 d4"


def said(hands: str, moves: str, move: str, chance: tuple[int, int] | None) -> tuple[str, str]:
    """What is told of a move after these: live, and to who sees all hands. Oldest cards first."""
    game = position(hands, moves)
    view, made = game.view(game.to_move or 0), Move.parse(move, game.rules)
    return plain_reasons.why(view, made), whole(view, made, chance)


@pytest.mark.parametrize(
    ("hands", "moves", "move", "live", "after"),
    [
        (
            THREE,
            "",
            "c2y",
            "I clued seat 3's yellow: slots 4 and 5.",
            "Seat 3's yellow 1 in slot 5 was playable, so I clued yellow.",
        ),
        (
            THREE,
            "",
            "c21",
            "I clued seat 3's 1s: slots 3 and 5. Each of them can be played now, whatever it is.",
            "Seat 3's yellow 1 and blue 1 were both playable, so one clue did for two.",
        ),
        (
            THREE,
            "c1r",
            "p0",
            "Seat 1 clued red, so I played slot 5.",
            "Seat 1 clued red, so I took slot 5 to be playable: 2 of 7 cases.",
        ),
        (
            THREE,
            "c2b c1b",
            "p2",
            "Seat 2 clued blue, so I played slot 3.",
            "Seat 2 clued blue, so I took slot 3 to be playable: 2 of 7 cases.",
        ),
        (
            THREE,
            "c2b",
            "c1b",
            "I clued seat 3's blue: slots 2 and 3, clued before.",
            "Seat 3's blue 1 in slot 3 was playable: I clued blue to say more.",
        ),
        (
            THREE,
            "c1r c11 c11",
            "c11",
            "I clued seat 2's 1s: slots 4 and 5, slot 4 for the first time. It can be played now, "
            "whatever it is.",
            "Seat 2's blue 1 in slot 4 was playable, so I clued 1.",
        ),
        (
            THREE,
            "c14 c13",
            "c1g",
            "I clued seat 1's green: slots 1 and 2.",
            "Seat 1's green 5 in slot 1 was the last of its kind, so I clued green to keep it.",
        ),
        (
            ONES,
            ALL_ONES,
            "c11",
            "I clued your 1s: slots 4 and 5. Each of them can't score any more.",
            "Your red 1 and yellow 1 could not score any more, so I clued 1 to tell you.",
        ),
        (
            ONES,
            f"{ALL_ONES} c11",
            "d0",
            "By the clues I got, slot 5 could not score any more.",
            "I knew that slot 5 could not score any more.",
        ),
        (
            ONES,
            f"{ALL_ONES} c11",
            "p0",
            "You clued 1s, so I played slot 5.",
            "You clued 1s, and I played slot 5, which could not fit.",
        ),
        (
            ONES,
            "p0 c1y",
            "p0",
            "No clue had touched slot 1, but I took the chance.",
            "No clue had touched slot 1, but I took the chance: 2 of 7 cases.",
        ),
        (
            ONES,
            "c15 c11",
            "d1",
            "I could spare slot 4 best, although it was clued.",
            "I thought a clue token was worth more than a play, and of my cards I could spare slot "
            "4 best, although it was clued.",
        ),
        (
            ONES,
            "c15 c1y " * 4,
            "d2",
            "There was no clue token left, and slot 3 was my card without a clue, so I discarded "
            "it.",
            "I had no clue to give and nothing sure to play, and of my cards I could spare slot 3 "
            "best.",
        ),
        (
            ONES,
            "c15 c1y",
            "d2",
            "Slot 3 was my card without a clue, so I discarded it.",
            "I had nothing better to do, and of my cards I could spare slot 3 best.",
        ),
    ],
)
def test_it_names_seats_where_there_are_three_and_its_card_in_any_case(
    hands: str, moves: str, move: str, live: str, after: str
) -> None:
    assert said(hands, moves, move, (2, 7)) == (live, after)


def test_what_only_the_other_hands_tell_is_not_told_while_the_game_runs() -> None:
    live, after = said(REDS, "c15 p0 c15 c11", "p0", None)
    assert live == "You clued 1s, so I played slot 5."
    assert after == ("I knew that slot 5 was playable: yellow 1, green 1, blue 1 or purple 1.")


@pytest.mark.parametrize(
    ("moves", "clue"), [("c15 c13 c15 c1r", "red"), ("c15 c1r c15 c13", "3s"),
                        ("c15 c13 c11 c1g", "3s")],
)  # fmt: skip
def test_the_clue_is_the_last_that_touched_this_card_of_this_seat(moves: str, clue: str) -> None:
    live, after = said(REDS, moves, "p1", None)
    assert live == f"You clued {clue}, so I played slot 4."
    assert after.startswith(f"You clued {clue}, ")


def test_five_cards_are_too_many_to_name() -> None:
    assert said(ONES, "c15 c11", "p0", None)[1] == "I knew that slot 5 was playable."


@pytest.mark.parametrize(
    ("theirs", "moves", "move", "after"),
    [
        (
            "r1 b1 g1 p5 p4",
            "",
            "c11",
            "Your red 1, blue 1 and green 1 were all playable, so one clue did for three.",
        ),
        (
            "r1 b1 g1 y1 p4",
            "",
            "c11",
            "Your red 1, blue 1, green 1 and yellow 1 were all playable, so one clue did for four.",
        ),
        (
            "r1 b1 g1 y1 p1",
            "",
            "c11",
            "Your red 1, blue 1, green 1, yellow 1 and purple 1 were all playable, so one clue did "
            "for five.",
        ),
        (
            "r1 r1 b4 p5 p4",
            "",
            "c1r",
            "Your red 1 in slot 5 was playable, so I clued red.",
        ),
        (
            "r1 b1 p3 p5 p4",
            "c15 c13",
            "c1p",
            "Your purple 3, purple 5 and purple 4 will be needed later, so I clued purple.",
        ),
    ],
)
def test_a_clue_is_told_by_all_the_cards_that_it_is_for(
    theirs: str, moves: str, move: str, after: str
) -> None:
    assert said(f"y3 r3 y4 g3 b3 {theirs}", moves, move, None)[1] == after


def test_of_cards_that_are_needed_and_one_that_is_not_the_needed_ones_are_named() -> None:
    after = said("r1 r3 y4 g3 b3 r1 r4 b4 p5 p4", "p0 c13", "c1r", None)[1]
    assert after == "Your red 4 will be needed later, so I clued red."


def test_who_has_no_clue_but_a_sure_play_does_not_say_that_there_was_none() -> None:
    after = said(REDS, "c15 c11 " + "c15 c13 " * 3, "d1", None)[1]
    assert after.startswith("I thought a clue token was worth more than a play, ")
