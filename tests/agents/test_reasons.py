"""What stands behind the move of a rule list: the rule, and what it saw."""

from __future__ import annotations

import pytest

from agents import registry
from native import Card, Game, Move, Rules

RULES = Rules.standard(2)
MINE, OTHER = "r1 r1 r1 g2 g2", "r2 b1 p3 p3 p4"


def how(moves: str, genes: str) -> str:
    """What stands behind the move of an agent with these genes after these."""
    dealt = [Card(RULES.suits.index(text[0]), int(text[1])) for text in f"{MINE} {OTHER}".split()]
    left = [
        card for card, copies in zip(RULES.cards, RULES.copies, strict=True) for _ in range(copies)
    ]
    for card in dealt:
        left.remove(card)
    game = Game(RULES, deck=dealt + left)
    for move in moves.split():
        game.play(Move.parse(move, RULES))
    view = game.view(game.to_move or 0)
    return str(registry.find(f"genes:{genes}").agent("seed").decide(view).data["how"])


@pytest.mark.parametrize(
    ("moves", "genes", "told"),
    [
        ("", "13", "Slot 4 is a blue 1."),
        ("", "3", "Slot 1 is playable in 14 of 45 cases."),
        ("c11 c11 c1b", "8", "Slot 4 is certainly a playable blue 1."),
        ("c11", "8", "Slot 4 is certainly playable: yellow 1, green 1, blue 1 or purple 1."),
        ("c11", "29", "is useless in 0 of"),
    ],
)
def test_it_tells_what_it_saw(moves: str, genes: str, told: str) -> None:
    assert told in how(moves, genes)


def test_the_rule_comes_first() -> None:
    assert how("c11", "8").startswith("Rule 8: play a card that is certainly playable. Slot ")
