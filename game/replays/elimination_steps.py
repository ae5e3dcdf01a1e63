"""Which step of elimination removed what: clues, basic, cross, symmetric, exact."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from native import Card, Game, Rules
from native.empathy.elimination import EliminationSteps, elimination_steps
from native.empathy.position import Position

STEPS = list(EliminationSteps._fields)


class Cell(NamedTuple):
    """An identity of a card's grid: where it stands and what became of it."""

    suit: str
    rank: int
    x: int
    y: int
    state: str
    """“on”, “removed” (by this step) or “off” (before)."""


class Grid(NamedTuple):
    """What one step leaves of a card."""

    step: str
    cells: list[Cell]
    words: str


class CardSteps(NamedTuple):
    """One card (no suit: it lies face down) and what each step leaves of it."""

    suit: str
    rank: int
    slot: int
    grids: list[Grid]


def steps_by_card(game: Game, seats: str) -> dict[int, list[int]]:
    """By draw number: the identity set that each step leaves to these observers.

    ``seats`` is "all" or seat numbers with commas. Raises ValueError for seats that are none.
    """
    left = elimination_steps(game, observers(game.rules.players, seats))
    cards = {}
    for seat in range(game.rules.players):
        for slot in range(game.rules.hand_size):
            order = game.order(seat, slot)
            if order is not None:
                cards[order] = [step[seat][slot] for step in left]
    return cards


def observers(players: int, seats: str) -> list[int]:
    """The seats of "all" or "0,2". Raises ValueError in words."""
    if seats == "all":
        return list(range(players))
    numbers = seats.split(",")
    if not all(number.isascii() and number.isdecimal() and len(number) < 3 for number in numbers):
        raise ValueError('Seats are "all" or numbers with commas.')
    return [int(number) for number in numbers]


def hands_in_steps(game: Game, group: Collection[int]) -> list[list[CardSteps]]:
    """Every hand, newest card first, as the observers work it out step by step."""
    left, rules = elimination_steps(game, group), game.rules
    hands: list[list[CardSteps]] = []
    for seat, hand in enumerate(game.hands):
        cards = [
            (position, _card(rules, card, position, [step[seat][slot] for step in left]))
            for slot, card in enumerate(hand)
            if card is not None and (position := game.position(seat, slot)) is not None
        ]
        hands.append([card for _, card in sorted(cards, key=lambda pair: pair[0])])
    return hands


def example_in_steps(
    rules: Rules, hands: list[list[Card | None]], clued: list[list[int]], group: Collection[int]
) -> list[list[CardSteps]]:
    """The same for a made-up moment: true cards (None: the holder tells the story, and does not
    see it) and what clues left of each."""
    held = [[rules.identity(card) if card else None for card in hand] for hand in hands]
    touched = [(1 << len(hand)) - 1 for hand in hands]
    left = elimination_steps(Position(rules.copies, held, clued, touched), group)
    return [
        [
            _card(rules, card, slot + 1, [step[seat][slot] for step in left])
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


def _cells(rules: Rules, mask: int, earlier: int) -> list[Cell]:
    return [
        Cell(
            suit=rules.suits[card.suit],
            rank=card.rank,
            x=14 * card.suit,
            y=11 * (card.rank - 1),
            state="on" if mask >> bit & 1 else "removed" if earlier >> bit & 1 else "off",
        )
        for bit, card in enumerate(rules.cards)
    ]


def _words(rules: Rules, mask: int, earlier: int) -> str:
    def names(identities: int) -> str:
        return " ".join(card.text(rules.suits) for card in rules.cards_in(identities))

    gone = earlier & ~mask
    can_be = names(mask) if mask.bit_count() <= 6 else f"{mask.bit_count()} cards"
    return f"Can be {can_be}." + (f" Removed: {names(gone)}." if 0 < gone.bit_count() <= 8 else "")
