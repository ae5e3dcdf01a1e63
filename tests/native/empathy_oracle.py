"""What groups of seats know, by walking through every deal that they can reach.

Slow and plain on purpose: it shares nothing with the core but the definition. A deal gives every
card in a hand an identity; the copies in no hand are the deck.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import permutations, product
from typing import NamedTuple

Hand = tuple[int, ...]
Deal = tuple[Hand, ...]


class Moment(NamedTuple):
    """`left` copies of each identity are in hands or deck, `clued` is what clues say of a card."""

    left: tuple[int, ...]
    deal: Deal
    clued: tuple[tuple[frozenset[int], ...], ...]


def fits(moment: Moment, deal: Deal) -> bool:
    """Whether there are enough copies for these hands."""
    held = Counter(identity for hand in deal for identity in hand)
    return all(count <= moment.left[identity] for identity, count in held.items())


def confused(moment: Moment, deal: Deal, seat: int) -> Iterator[Deal]:
    """All deals that a seat cannot tell from this one: its own hand is something else."""
    for hand in product(*moment.clued[seat]):
        other = (*deal[:seat], hand, *deal[seat + 1 :])
        if fits(moment, other):
            yield other


def reachable(moment: Moment, observers: Collection[int]) -> set[Deal]:
    """The deals that the observers together cannot rule out from what they share."""
    seen, frontier = {moment.deal}, [moment.deal]
    while frontier:
        deal = frontier.pop()
        for seat in observers:
            for other in confused(moment, deal, seat):
                if other not in seen:
                    seen.add(other)
                    frontier.append(other)
    return seen


def possible(moment: Moment, observers: Collection[int]) -> tuple[tuple[set[int], ...], ...]:
    """What each card is in any of those deals."""
    deals = reachable(moment, observers)
    return tuple(
        tuple({deal[seat][slot] for deal in deals} for slot in range(len(hand)))
        for seat, hand in enumerate(moment.deal)
    )


def hands_dealt(moment: Moment, seat: int) -> list[Hand]:
    """Every way to deal a seat's hand card by card, copies told apart, that fits its clues."""
    seen = Counter(card for other, hand in enumerate(moment.deal) if other != seat for card in hand)
    unseen = [
        identity
        for identity, copies in enumerate(moment.left)
        for _ in range(copies - seen[identity])
    ]
    return [
        hand
        for hand in permutations(unseen, len(moment.deal[seat]))
        if all(card in clued for card, clued in zip(hand, moment.clued[seat], strict=True))
    ]
