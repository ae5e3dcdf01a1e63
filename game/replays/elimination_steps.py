"""The identities that a card can have after each step of elimination.

`native.empathy.exact.EliminationSteps` defines the five steps. They are computed for positions of
games, and for the small example positions of the page about empathy.
"""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import msgspec

from agents.reasons.names import card_name, listed
from native import Card, Game, Rules
from native.empathy.exact import EliminationSteps, Position, elimination_steps

STEPS = list(EliminationSteps._fields)


class StepCell(NamedTuple):
    """One identity in a card's grid, and the step's effect on it."""

    suit: str
    rank: int
    state: str
    """“on” if the card can still have this identity, “removed” if this step excluded it, or “off”
    if an earlier one did."""


class Grid(NamedTuple):
    """The identities of a card that remain after one step of elimination, whose name is `step`.
    `cells` has a cell for each identity of the game; `words` is a text for people, such as
    “Can be red 4. Removed: red 5.”
    """

    step: str
    cells: list[StepCell]
    words: str


class CardSteps(NamedTuple):
    """A card and its grid after each step of elimination. `slot` 1 is the newest card of the hand;
    `suit` is empty if the card is face down.
    """

    suit: str
    rank: int
    slot: int
    grids: list[Grid]


def observers(players: int, seats: str) -> list[int]:
    """Return the observing seats: all `players` seats for the text "all", else those listed, as in
    "0,2". Raise ValueError for any other text.
    """
    if seats == "all":
        return list(range(players))
    numbers = seats.split(",")
    if not all(number.isascii() and number.isdecimal() and len(number) < 3 for number in numbers):
        raise ValueError('Seats are "all" or numbers with commas.')
    return [int(number) for number in numbers]


def hands_in_steps(game: Game, group: Collection[int]) -> list[list[CardSteps]]:
    """Return, by seat, each hand's cards, newest first, with the identities left after each step
    of elimination.

    `group` is the set of observing seats, who share their knowledge.
    """
    left, rules = elimination_steps(game, group), game.rules
    hands: list[list[CardSteps]] = []
    for seat, hand in enumerate(game.hands):
        cards = [
            _card(rules, card, position, [step[seat][slot] for step in left])
            for slot, card in enumerate(hand)
            if card is not None and (position := game.position(seat, slot)) is not None
        ]
        hands.append(sorted(cards, key=lambda card: card.slot))
    return hands


RULES = Rules.standard(2)
EXAMPLE_PLAYERS = ("Ana", "Ben")


class Example(msgspec.Struct, frozen=True):
    """An example position: the true cards (`hands`), the identities that the clues leave possible
    for each card (`clued`, such as “r5 g5”), and sentences on what the example teaches (`lesson`).
    """

    title: str
    hands: tuple[tuple[str, ...], ...]
    """The cards by seat, such as “r5”; an empty text is a card hidden from its holder, from whose
    seat the example is seen."""
    clued: str
    lesson: str


FILE = Path(__file__).with_name("examples.toml")
EXAMPLES = msgspec.toml.decode(FILE.read_bytes(), type=dict[str, tuple[Example, ...]])["examples"]


def worked_out(example: Example, group: Collection[int]) -> list[list[CardSteps]]:
    """Return, hand by hand, the cards of an example with the identities left after each elimination
    step.

    The observers, who pool what they see, are the seats in `group` and the seat whose own cards are
    hidden in the example.
    """
    tellers = {seat for seat, hand in enumerate(example.hands) if "" in hand}
    suits = RULES.suits
    hands = [[Card.parse(text, suits) if text else None for text in hand] for hand in example.hands]
    mask = sum(1 << RULES.identity(Card.parse(text, suits)) for text in example.clued.split())
    held = [[RULES.identity(card) if card else None for card in hand] for hand in hands]
    clued = [[mask] * len(hand) for hand in hands]
    touched = [(1 << len(hand)) - 1 for hand in hands]
    left = elimination_steps(Position(RULES.copies, held, clued, touched), {*group, *tellers})
    return [
        [
            _card(RULES, card, slot + 1, [step[seat][slot] for step in left])
            for slot, card in enumerate(hand)
        ]
        for seat, hand in enumerate(hands)
    ]


def _card(rules: Rules, card: Card | None, slot: int, left: list[int]) -> CardSteps:
    before = [(1 << rules.max_score) - 1, *left]
    grids = [
        Grid(step, _cells(rules, mask, earlier), _words(rules, mask, earlier))
        for step, mask, earlier in zip(STEPS, left, before[:-1], strict=True)
    ]
    if card is None:
        return CardSteps("", 0, slot, grids)
    return CardSteps(rules.suits[card.suit], card.rank, slot, grids)


def _cells(rules: Rules, mask: int, earlier: int) -> list[StepCell]:
    return [
        StepCell(
            suit=rules.suits[card.suit],
            rank=card.rank,
            state="on" if mask >> bit & 1 else "removed" if earlier >> bit & 1 else "off",
        )
        for bit, card in enumerate(rules.cards)
    ]


def _words(rules: Rules, mask: int, earlier: int) -> str:
    def names(identities: int, last: str) -> str:
        return listed([card_name(rules, card) for card in rules.cards_in(identities)], last)

    gone = earlier & ~mask
    can_be = names(mask, "or") if mask.bit_count() <= 6 else f"{mask.bit_count()} cards"
    removed = f" Removed: {names(gone, 'and')}." if 0 < gone.bit_count() <= 8 else ""
    return f"Can be {can_be}.{removed}"
