"""Small random moments of all kinds, as the oracle takes them and as the core does."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from native.empathy.exact import Identities, Position
from tests.native.empathy_oracle import Moment


def random_moments(seed: int, count: int) -> Iterator[Moment]:
    """Moments few enough in deals to walk through: with any masks, with masks as clues make them,
    and with hardly a card in the deck."""
    rng = Random(seed)
    for number in range(count):
        yield (_any_masks, _clued_masks, _closed_groups)[number % 3](rng)


def groups(moment: Moment) -> list[tuple[int, ...]]:
    """Every group of observers, that of nobody included."""
    seats = range(len(moment.deal))
    return [group for size in range(len(seats) + 1) for group in combinations(seats, size)]


def position(moment: Moment, hidden: int | None = None) -> Position:
    """The moment for the core, with one seat's cards hidden or none."""
    hands = [
        [None] * len(hand) if seat == hidden else list(hand)
        for seat, hand in enumerate(moment.deal)
    ]
    clued = [[bits(ids) for ids in hand] for hand in moment.clued]
    return Position(moment.left, hands, clued)


def bits(identities: set[int] | frozenset[int]) -> int:
    return sum(1 << identity for identity in identities)


def as_bits(sets: tuple[tuple[set[int], ...], ...]) -> Identities:
    """The oracle's answer in the form of the core's: short hands end in empty slots."""
    width = max(map(len, sets))
    return tuple(
        tuple(bits(identities) for identities in hand) + (0,) * (width - len(hand)) for hand in sets
    )


def _any_masks(rng: Random) -> Moment:
    left, deal = _dealt(rng, identities=rng.randint(1, 5), copies=3)
    width = rng.choice((0.2, 0.4, 0.6, 0.9))
    clued = tuple(
        tuple(
            frozenset({card} | {other for other in range(len(left)) if rng.random() < width})
            for card in hand
        )
        for hand in deal
    )
    return Moment(left, deal, clued)


def _clued_masks(rng: Random) -> Moment:
    """Two suits of two or three ranks; each card was clued by colour, rank, both or not at all."""
    ranks = rng.choice((2, 3))
    left, deal = _dealt(rng, identities=2 * ranks, copies=2)

    def passes(card: int, other: int, colour: bool, rank: bool) -> bool:
        return (not colour or card // ranks == other // ranks) and (
            not rank or card % ranks == other % ranks
        )

    def mask(card: int) -> frozenset[int]:
        clues = rng.random() < 0.5, rng.random() < 0.3
        return frozenset(other for other in range(2 * ranks) if passes(card, other, *clues))

    return Moment(left, deal, tuple(tuple(mask(card) for card in hand) for hand in deal))


def _closed_groups(rng: Random) -> Moment:
    """Groups of cards among themselves, and at most one card in the deck."""
    left, deal = _dealt(rng, identities=rng.randint(2, 5), copies=2, deck=rng.choice((0, 0, 1)))
    block = [rng.randint(0, 1) for _ in left]

    def mask(card: int) -> frozenset[int]:
        others = range(len(left))
        return frozenset(
            other
            for other in others
            if other == card or (block[other] == block[card] and rng.random() < 0.8)
        )

    return Moment(left, deal, tuple(tuple(mask(card) for card in hand) for hand in deal))


def _dealt(
    rng: Random, identities: int, copies: int, deck: int | None = None
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Copies left and hands, from a deck of random size or with so many cards left in it."""
    while True:
        left = [rng.randint(0, copies) for _ in range(identities)]
        cards = [identity for identity, count in enumerate(left) for _ in range(count)]
        rng.shuffle(cards)
        players = rng.choice((1, 2, 2, 3))
        sizes = [rng.randint(0, 3 if players < 3 else 2) for _ in range(players)]
        if len(cards) < sum(sizes):
            continue
        hands = tuple(tuple(cards.pop() for _ in range(size)) for size in sizes)
        for card in cards[deck:] if deck is not None else ():
            left[card] -= 1
        return tuple(left), hands
