"""The names that agents' sentences are made of: lists, and moves with slots and seats as people
count them."""

from __future__ import annotations

import pytest

from agents.reasons.names import listed, named
from native import Game, Move, Rules, View


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], ""),
        (["red"], "red"),
        (["red", "blue"], "red and blue"),
        (["red", "blue", "green"], "red, blue and green"),
        (["1", "2", "3", "4"], "1, 2, 3 and 4"),
    ],
)
def test_words_are_listed_as_in_a_sentence(words: list[str], sentence: str) -> None:
    assert listed(words) == sentence


def test_the_last_may_be_an_alternative() -> None:
    assert listed(["1", "2", "3"], "or") == "1, 2 or 3"


def view(seat: int, variant: str = "No Variant") -> View:
    return Game(Rules.standard(4, variant), seed=1).view(seat)


@pytest.mark.parametrize(
    ("seat", "move", "text"),
    [
        (0, "p0", "play slot 4"),
        (2, "d3", "discard slot 1"),
        (0, "c14", "clue 4 to seat 2"),
        (1, "c24", "clue 4 to seat 4"),
        (3, "c11", "clue 1 to seat 1"),
        (3, "c35", "clue 5 to seat 3"),
    ],
)
def test_a_move_is_told_as_people_count(seat: int, move: str, text: str) -> None:
    seen = view(seat)
    assert named(seen, Move.parse(move, seen.rules)) == text


def test_a_colour_is_told_by_its_name() -> None:
    seen = view(3)
    clue = Move.parse("c2g", seen.rules)
    assert named(seen, clue) == "clue green to seat 2"
