"""The three examples of the seed, by the exact kernel and step by step."""

import pytest

from native.empathy.exact import Identities, Position, common, elimination_steps

pytestmark = pytest.mark.native

SUITS, RANKS = "rygbp", "12345"
CARDS = [suit + rank for suit in SUITS for rank in RANKS]
COPIES = [{"1": 3, "5": 1}.get(card[1], 2) for card in CARDS]

Texts = list[list[str]]


def position(hands: Texts, clued: Texts, alice_hidden: bool = False) -> Position:
    """Hands of Alice and Bob, and as words what clues left of each card."""
    held: list[list[int | None]] = [[CARDS.index(card) for card in hand] for hand in hands]
    if alice_hidden:
        held[0] = [None] * len(held[0])
    masks = [[bits(words) for words in hand] for hand in clued]
    touched = [(1 << len(hand)) - 1 for hand in hands]
    return Position(COPIES, held, masks, touched)


def bits(words: str) -> int:
    return sum(1 << CARDS.index(card) for card in words.split())


def texts(sets: Identities) -> Texts:
    """What is possible, in words; empty slots left out."""
    return [
        [" ".join(card for bit, card in enumerate(CARDS) if ids >> bit & 1) for ids in hand if ids]
        for hand in sets
    ]


EXAMPLES = {
    "whoever holds which card of a pair is common knowledge": (
        [["r5"], ["g5"]],
        [["r5 g5"], ["r5 g5"]],
        [["r5"], ["g5"]],
    ),
    "who holds both identities cannot tell them apart": (
        [["r4"], ["r4", "r5"]],
        [["r4 r5"], ["r4 r5", "r4 r5"]],
        [["r4"], ["r4 r5", "r4 r5"]],
    ),
    "a group within a group": (
        [["r5", "y5"], ["g5"]],
        [["r5 y5 g5", "r5 y5 g5"], ["r5 y5 g5"]],
        [["r5 y5", "r5 y5"], ["g5"]],
    ),
}


@pytest.mark.parametrize(("hands", "clued", "known"), EXAMPLES.values(), ids=EXAMPLES)
def test_common_knowledge_solves_the_examples(hands: Texts, clued: Texts, known: Texts) -> None:
    assert texts(common(position(hands, clued))) == known
    assert texts(common(position(hands, clued, alice_hidden=True))) == known


@pytest.mark.parametrize(("hands", "clued", "known"), EXAMPLES.values(), ids=EXAMPLES)
def test_one_example_needs_the_symmetric_step(hands: Texts, clued: Texts, known: Texts) -> None:
    for alice_hidden in (False, True):
        found = elimination_steps(position(hands, clued, alice_hidden), range(2))
        assert texts(found.clues) == texts(found.basic) == texts(found.cross) == clued
        assert texts(found.symmetric) == texts(found.exact) == known


def test_a_naked_group_of_five_keeps_its_identities() -> None:
    """The seed's naked 5-tuple, with another card that could have been one of it."""
    group = ["r4 r5", "r4 r5", "r3 r4 r5", "r3 r5", "r3 r4"]
    hands = [["r4", "r4", "r3", "r5", "r3"], ["b1"]]
    found = elimination_steps(position(hands, [group, ["r3 r4 r5 b1"]]), [0, 1])
    assert texts(found.basic) == [group, ["r3 r4 r5 b1"]]
    assert texts(found.cross) == [group, ["b1"]]


def test_basic_elimination_knows_a_card_of_which_there_is_one() -> None:
    found = elimination_steps(position([["g5"], ["b5"]], [["g5"], ["g5 b5 p5"]]), range(2))
    assert texts(found.basic) == [["g5"], ["b5 p5"]]


def test_only_clued_cards_and_those_with_few_possibilities_make_groups() -> None:
    left, six = [1] * 6, (1 << 6) - 1
    hands: list[list[int | None]] = [[0, 1, 2], [3, 4, 5]]
    clued = [[six] * 3, [six] * 3]
    wide = elimination_steps(Position(left, hands, clued), range(2))
    assert wide.symmetric == wide.clues != wide.exact
    looked_at = elimination_steps(Position(left, hands, clued, touched=[0b111, 0b111]), range(2))
    assert looked_at.symmetric == looked_at.exact == ((0b000111,) * 3, (0b111000,) * 3)


def test_a_group_with_an_unexamined_card_does_not_count() -> None:
    left, six = [1] * 6, (1 << 6) - 1
    hands: list[list[int | None]] = [[0, 2, 3], [1, 4, 5]]
    clued = [[0b11, six, six], [six] * 3]
    wide = elimination_steps(Position(left, hands, clued), range(2))
    assert wide.symmetric == wide.clues != wide.exact
    looked_at = elimination_steps(Position(left, hands, clued, touched=[0b111, 0b111]), range(2))
    assert looked_at.symmetric == looked_at.exact == wide.exact


def test_five_possibilities_are_few_enough_for_a_group() -> None:
    left, five, six = [1] * 6, (1 << 5) - 1, (1 << 6) - 1
    hands: list[list[int | None]] = [[0, 1, 2, 3, 4], [5]]
    found = elimination_steps(Position(left, hands, [[five] * 5, [six]]), range(2))
    assert found.basic[0] == found.cross[0] == (five,) * 5
    assert (found.basic[1][0], found.cross[1][0]) == (six, 1 << 5)
