"""The steps of elimination against the seed's own search among all subsets of cards."""

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from native.empathy.exact import Identities, elimination_steps
from tests.native.empathy_moments import as_bits, groups, position, random_moments
from tests.native.empathy_oracle import Moment

pytestmark = pytest.mark.native


class SubsetSearch:
    """Basic elimination, naked groups and the symmetric step, written as the seed tells them."""

    def __init__(self, moment: Moment, observers: Sequence[int], hidden: int | None) -> None:
        self.left = list(moment.left)
        self.cards: list[tuple[int, int]] = []
        self.sets = [[{card} for card in hand] for hand in moment.deal]
        self.actual, self.hidden = moment.deal, hidden
        for seat, hand in enumerate(moment.deal):
            for slot, card in enumerate(hand):
                if seat in observers:
                    self.sets[seat][slot] = set(moment.clued[seat][slot])
                    self.cards.append((seat, slot))
                else:
                    self.left[card] -= 1

    def can(self, card: tuple[int, int]) -> set[int]:
        return self.sets[card[0]][card[1]]

    def remaining(self, identity: int) -> int:
        """Copies of an identity that no card is known to be."""
        return self.left[identity] - sum(self.can(card) == {identity} for card in self.cards)

    def remove(self, cards: Sequence[tuple[int, int]], identities: set[int]) -> bool:
        found = [card for card in cards if self.can(card) & identities]
        for card in found:
            self.can(card).difference_update(identities)
        return bool(found)

    def basic(self) -> None:
        while any(
            self.remove(self.unknown(), {identity})
            for identity in range(len(self.left))
            if self.remaining(identity) == 0
        ):
            pass

    def unknown(self) -> list[tuple[int, int]]:
        return [card for card in self.cards if len(self.can(card)) > 1]

    def cross(self, symmetric: bool) -> bool:
        few = [card for card in self.unknown() if len(self.can(card)) <= 5]
        for size in range(2, len(few) + 1):
            for group in combinations(few, size):
                identities = set().union(*(self.can(card) for card in group))
                if sum(map(self.remaining, identities)) != size:
                    continue
                if symmetric and self.symmetric(group, identities):
                    return True
                others = [card for card in self.unknown() if card not in group]
                if self.remove(others, identities):
                    return True
        return False

    def symmetric(self, group: Sequence[tuple[int, int]], identities: set[int]) -> bool:
        changed = False
        copies = {identity: self.remaining(identity) for identity in identities}
        for identity in identities:
            showing = [card for card in group if self.actual[card[0]][card[1]] == identity]
            seen = [card for card in showing if card[0] != self.hidden]
            if len(seen) == copies[identity]:
                holders = {seat for seat, _ in seen}
                changed |= self.remove(
                    [card for card in group if card[0] not in holders], {identity}
                )
        return changed

    def run(self, cross: bool, symmetric: bool) -> Identities:
        self.basic()
        while cross and self.cross(symmetric):
            self.basic()
        return as_bits(tuple(map(tuple, self.sets)))


@pytest.mark.parametrize("hide", [False, True], ids=["all hands seen", "own hand hidden"])
def test_every_elimination_step_agrees_with_a_search_over_subsets(hide: bool) -> None:
    for moment in random_moments(1, 400):
        for group in groups(moment):
            hidden = group[0] if hide and group else None
            found = elimination_steps(position(moment, hidden), group)
            for step, (cross, symmetric) in {
                "basic": (False, False),
                "cross": (True, False),
                "symmetric": (True, True),
            }.items():
                searched = SubsetSearch(moment, group, hidden).run(cross, symmetric)
                assert getattr(found, step) == searched, (moment, group, step)


def test_each_elimination_step_keeps_a_subset_of_the_one_before() -> None:
    for moment in random_moments(2, 400):
        for group in groups(moment):
            found = elimination_steps(position(moment), group)
            for before, after in pairwise(found):
                for wide, narrow in zip(before, after, strict=True):
                    assert all(a | b == a for a, b in zip(wide, narrow, strict=True))


def test_the_exact_answer_goes_further_than_the_last_step() -> None:
    """Two hands hold one each of two identities, and each seat sees the other's."""
    left = (2, 2)
    moment = Moment(left, ((0, 0), (1, 1)), ((frozenset({0, 1}),) * 2,) * 2)
    found = elimination_steps(position(moment, hidden=0), [0, 1])
    assert found.exact == ((1, 1), (2, 2))
