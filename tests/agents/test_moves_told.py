"""Moves are told with slots and seats as people count them, also at larger tables."""

from __future__ import annotations

import pytest

from agents.kinds.saying import named
from native import Game, Move, Rules, View


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
