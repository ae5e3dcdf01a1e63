"""What the convention player says that a clue means, in each of its forms."""

from __future__ import annotations

import pytest

from agents.kinds.conv import words
from native import Card, Game, Rules
from native.strategies.conv.conv import Told

GAME = Game(Rules.standard(3), seed=1)
VIEW = GAME.view(0)


def identities(*cards: str) -> int:
    rules = GAME.rules
    return sum(1 << rules.identity(Card.parse(card, rules.suits)) for card in cards)


@pytest.mark.parametrize(
    ("said", "chop", "text"),
    [
        ((), False, "Slot 2 is meant: it can't score any more."),
        ((), True, "Slot 2, the chop, is meant: it can't score any more."),
        (("r1",), True, "Slot 2, the chop, is meant: red 1."),
        (("r1", "b4"), False, "Slot 2 is meant: red 1 or blue 4."),
        (("r1", "y1", "g1", "b1", "p1"), False, "Slot 2 is meant: it can be played now."),
        (("r1", "y1", "g1", "b1", "p5"), True, "Slot 2, the chop, is meant: it is still needed."),
    ],
)
def test_what_a_clue_means(said: tuple[str, ...], chop: bool, text: str) -> None:
    told = Told(target=2, touched=1, focus=3, chop=chop, said=identities(*said))
    assert words._meant(VIEW, told) == text


def test_a_play_says_nothing_by_convention() -> None:
    told = Told(target=None, touched=0, focus=None, chop=False, said=0)
    assert words._meant(VIEW, told) == ""
