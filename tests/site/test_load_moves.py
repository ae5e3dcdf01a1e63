"""Whoever loads or soaks the site makes legal moves that keep a game going."""

from __future__ import annotations

from random import Random
from typing import Any

from hanabi_site.load.moves import long_game

CLUES = [{"seat": 1, "value": 3}, {"seat": 1, "value": 9}]


def made(**legal: Any) -> list[dict[str, Any]]:
    """What is asked for a hundred times, each move once."""
    legal = {"clues": [], "discards": [], "plays": [4, 5]} | legal
    found = [long_game(legal, Random(number)) for number in range(100)]
    return [move for at, move in enumerate(found) if move not in found[:at]]


def test_every_clue_and_every_discard_is_tried_before_a_play() -> None:
    moves = made(clues=CLUES, discards=[6, 7])
    assert sorted(map(repr, moves)) == sorted(
        map(
            repr,
            [
                {"t": "clue", "seat": 1, "value": 3},
                {"t": "clue", "seat": 1, "value": 9},
                {"t": "discard", "order": 6},
                {"t": "discard", "order": 7},
            ],
        )
    )


def test_clues_and_discards_are_equally_usual() -> None:
    legal = {"clues": CLUES, "discards": [6, 7], "plays": [6, 7]}
    chance = Random("usual")
    clues = sum(long_game(legal, chance)["t"] == "clue" for _ in range(1000))
    assert 450 < clues < 550


def test_without_discards_there_are_clues_and_without_clues_discards() -> None:
    assert {move["t"] for move in made(clues=CLUES)} == {"clue"}
    assert {move["t"] for move in made(discards=[6])} == {"discard"}


def test_a_card_is_played_when_nothing_else_is_legal() -> None:
    moves = sorted(made(), key=lambda move: move["order"])
    assert moves == [{"t": "play", "order": 4}, {"t": "play", "order": 5}]
