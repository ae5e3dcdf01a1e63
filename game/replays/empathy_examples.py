"""The examples of the page about empathy: small moments, computed like any other."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from game.replays.elimination_steps import CardSteps, example_in_steps
from native import Card, Rules

RULES = Rules.standard(2)
NAMES = ("Ana", "Ben")


class Example(NamedTuple):
    """True cards, what clues left of every card, and what to see in it."""

    title: str
    hands: tuple[tuple[str, ...], ...]
    """By seat; an empty text is a card whose holder tells the story and does not see it."""
    clued: str
    lesson: str


EXAMPLES = (
    Example(
        "A pair in two hands",
        (("r5",), ("g5",)),
        "r5 g5",
        "There is one red 5 and one green 5, and two cards that must be them. Ana sees Ben's and "
        "so knows her own. Ben can follow that thought, and Ana knows that he can: both cards are "
        "known to all, though no clue ever told them apart.",
    ),
    Example(
        "Three cards for two identities",
        (("r4",), ("r4", "r5")),
        "r4 r5",
        "Two red 4s and the red 5 are in these three cards. Ana sees the red 5, so hers is a red "
        "4. "
        "Ben holds one of each and cannot tell which is which; nobody can make him know.",
    ),
    Example(
        "A pair inside a triple",
        (("r5", "y5"), ("g5",)),
        "r5 y5 g5",
        "Ana sees the green 5, so it is not in her hand. Her two cards are then the red and the "
        "yellow 5 in some order, which leaves only the green 5 for Ben.",
    ),
    Example(
        "The second example from Ben's chair",
        (("r4",), ("", "")),
        "r4 r5",
        "Now Ben works it out, and his own cards lie face down. He cannot point at the red 5 that "
        "Ana sees, so the steps stop short. But he knows that it must be in his hand, and so does "
        "she: the exact answer is the same from every chair.",
    ),
)


def worked_out(example: Example, group: Collection[int]) -> list[list[CardSteps]]:
    """The example's hands, step by step, for the observers and whoever tells the story."""
    tellers = {seat for seat, hand in enumerate(example.hands) if "" in hand}
    suits = RULES.suits
    hands = [[Card.parse(text, suits) if text else None for text in hand] for hand in example.hands]
    mask = sum(1 << RULES.identity(Card.parse(text, suits)) for text in example.clued.split())
    return example_in_steps(
        RULES, hands, [[mask] * len(hand) for hand in hands], {*group, *tellers}
    )
