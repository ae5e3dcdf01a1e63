"""Laws that what is known obeys in any position."""

from random import Random

import pytest

from native.empathy.exact import common, empathy, tight
from native.empathy.position import Identities, Position
from tests.native.empathy_moments import groups, position, random_moments
from tests.native.empathy_oracle import Deal, Moment

pytestmark = pytest.mark.native

COUNT = 600


def known_to_be(moment: Moment, sets: Identities) -> Position:
    """The same position after everybody was told what they know."""
    return Position(
        moment.left,
        [list(hand) for hand in moment.deal],
        [row[: len(hand)] for row, hand in zip(sets, moment.deal, strict=True)],
    )


def test_what_is_known_adds_nothing_when_told() -> None:
    for moment in random_moments(1, COUNT):
        known = common(position(moment))
        assert common(known_to_be(moment, known)) == known


def test_a_group_knows_no_more_than_a_part_of_it() -> None:
    for moment in random_moments(2, COUNT):
        for group in groups(moment):
            for part in groups(moment):
                if set(part) <= set(group):
                    wide, narrow = empathy(position(moment), group), empathy(position(moment), part)
                    assert all(
                        known | more == more
                        for one, other in zip(narrow, wide, strict=True)
                        for known, more in zip(one, other, strict=True)
                    )


def test_the_true_identity_is_never_removed() -> None:
    for moment in random_moments(3, COUNT):
        for group in groups(moment):
            for hand, row in zip(moment.deal, empathy(position(moment), group), strict=True):
                assert all(ids >> card & 1 for card, ids in zip(hand, row, strict=False))


def test_outsiders_cards_are_what_they_are() -> None:
    for moment in random_moments(4, COUNT):
        for seat in range(len(moment.deal)):
            known = empathy(position(moment), [seat])
            for other, hand in enumerate(moment.deal):
                if other != seat:
                    assert known[other][: len(hand)] == tuple(1 << card for card in hand)


def test_other_names_for_cards_and_seats_change_only_the_names() -> None:
    rng = Random(5)
    for moment in random_moments(5, COUNT):
        cards = rng.sample(range(len(moment.left)), len(moment.left))
        seats = rng.sample(range(len(moment.deal)), len(moment.deal))
        renamed = rename(moment, cards, seats)
        for group in groups(moment):
            known = empathy(position(moment), group)
            there = empathy(position(renamed), [seats.index(seat) for seat in group])
            assert there == tuple(
                tuple(rename_bits(ids, cards) for ids in known[seat]) for seat in seats
            )


def rename(moment: Moment, cards: list[int], seats: list[int]) -> Moment:
    """Identity i becomes cards[i]; seat number n becomes the one that was seats[n]."""
    deal: Deal = tuple(tuple(cards[card] for card in moment.deal[seat]) for seat in seats)
    clued = tuple(
        tuple(frozenset(cards[card] for card in ids) for ids in moment.clued[seat])
        for seat in seats
    )
    left = tuple(moment.left[cards.index(card)] for card in range(len(cards)))
    return Moment(left, deal, clued)


def rename_bits(identities: int, cards: list[int]) -> int:
    return sum(1 << cards[bit] for bit in range(len(cards)) if identities >> bit & 1)


def test_tight_cards_hold_every_copy_of_all_that_they_can_be() -> None:
    for moment in random_moments(6, COUNT):
        everybody = range(len(moment.deal))
        known, slots = common(position(moment)), tight(position(moment), everybody)
        held = [
            (card, known[seat][slot])
            for seat, hand in enumerate(moment.deal)
            for slot, card in enumerate(hand)
            if slots[seat] >> slot & 1
        ]
        identities = {bit for _, ids in held for bit in range(32) if ids >> bit & 1}
        assert sum(moment.left[identity] for identity in identities) == len(held)
        assert {card for card, _ in held} == identities


def test_cards_that_are_not_tight_can_all_be_what_is_in_the_deck() -> None:
    one_of_each = Position([2, 1], [[0], [1]], [[0b11], [0b11]])
    assert tight(one_of_each, [0, 1]) == (0, 0)
    assert common(one_of_each) == ((0b11,), (0b11,))
