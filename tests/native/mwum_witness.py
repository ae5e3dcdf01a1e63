"""What clues were about, slowly and from the history alone."""

from __future__ import annotations

from dataclasses import dataclass

from native import MoveKind, View


@dataclass
class Reader:
    """Every card by its draw number: whether a clue touched it, and when one was last about it."""

    touched: set[int]
    about: dict[int, int]
    last: dict[int, int]
    """The turn after each seat's last move."""
    mark: dict[int, int]
    """1: touched beside another card; else what the last clue about it was: 2 a colour clue, 3 a
    rank clue, 4 and 5 the same when it was the oldest untouched card."""

    @classmethod
    def of(cls, view: View) -> Reader:
        reader = cls(set(), {}, {}, {})
        hand = view.rules.hand_size
        hands = [set(range(s * hand, (s + 1) * hand)) for s in range(view.rules.players)]
        for event in view.history:
            if event.target is None:
                hands[event.seat].remove(event.order)
                hands[event.seat] |= {event.drawn} - {None}
            else:
                rank = event.move.kind is MoveKind.RANK
                reader._hear(hands[event.target], set(event.touched_orders), event.turn, rank)
            reader.last[event.seat] = event.turn + 1
        return reader

    def _hear(self, hand: set[int], touched: set[int], turn: int, rank: bool) -> None:
        focus, on_chop = self.focus(hand, touched)
        for order in touched:
            self.mark.setdefault(order, 1)
        if focus is not None:
            self.about[focus] = turn
            self.mark[focus] = 2 + rank + 2 * on_chop
        self.touched |= touched

    def focus(self, hand: set[int], touched: set[int]) -> tuple[int | None, bool]:
        """What a clue is about, and whether that is the oldest untouched card."""
        chop = self.chop(hand)
        if chop in touched:
            return chop, True
        return max(touched - self.touched or touched, default=None), False

    def chop(self, hand: set[int]) -> int | None:
        return min(hand - self.touched, default=None)

    def fresh(self, seat: int, order: int) -> bool:
        """Whether a clue was about the card since its holder moved."""
        return self.about.get(order, -1) >= self.last.get(seat, 0)


def calling(view: View) -> int:
    """Which of `native.strategies.mwum.words.CALLS` the seat's own hand is."""
    reader, found = Reader.of(view), 0
    for slot in view.own_slots:
        order, cards = view.order(view.seat, slot), view.possible(slot)
        left = [n for bit, n in enumerate(view.unseen) if cards >> bit & 1]
        hits = [
            n for bit, n in enumerate(view.unseen) if cards >> bit & 1 and view.playable >> bit & 1
        ]
        assert order is not None
        chance = sum(hits) / sum(left)
        if chance == 1:
            found = 5
        elif chance and order in reader.about:
            likely = 100 * sum(hits) >= 45 * sum(left)
            found = max(found, 1 + likely + 2 * reader.fresh(view.seat, order))
    return found


def others(view: View) -> tuple[int, int]:
    """Cards that others will probably play well, and cards that may be played badly."""
    reader, loaded, misled = Reader.of(view), 0, 0
    for seat in range(view.rules.players):
        for slot, card in enumerate(view.hands[seat]):
            order = view.order(seat, slot)
            if seat == view.seat or card is None or order is None:
                continue
            known = thinkable(view, seat, slot)
            playable = view.playable >> view.rules.identity(card) & 1
            if not known & ~view.playable or (order in reader.about and playable):
                loaded += 1
            elif reader.fresh(seat, order) and known & view.playable:
                misled += 1
    return loaded, misled


def thinkable(view: View, seat: int, slot: int) -> int:
    """The identities that the seat can think its card to be, by the clues and what both see."""
    held = [view.rules.identity(card) for card in view.hands[seat] if card is not None]
    left = {bit for bit, copies in enumerate(view.unseen) if copies} | set(held)
    return view.clued(seat, slot) & sum(1 << bit for bit in left)
