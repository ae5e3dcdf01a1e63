"""What clues were about, slowly and from the history alone."""

from __future__ import annotations

from dataclasses import dataclass

from native import View


@dataclass
class Reader:
    """Every card by its draw number: whether a clue touched it, and when one was last about it."""

    touched: set[int]
    about: dict[int, int]
    last: dict[int, int]
    """The turn after each seat's last move."""

    @classmethod
    def of(cls, view: View) -> Reader:
        reader = cls(set(), {}, {})
        hand = view.rules.hand_size
        hands = [set(range(s * hand, (s + 1) * hand)) for s in range(view.rules.players)]
        for event in view.history:
            if event.target is None:
                hands[event.seat].remove(event.order)
                hands[event.seat] |= {event.drawn} - {None}
            else:
                reader._hear(hands[event.target], set(event.touched_orders), event.turn)
            reader.last[event.seat] = event.turn + 1
        return reader

    def _hear(self, hand: set[int], touched: set[int], turn: int) -> None:
        untouched = hand - self.touched
        new = touched - self.touched
        if untouched and min(untouched) in touched:
            self.about[min(untouched)] = turn
        elif touched:
            self.about[max(new or touched)] = turn
        self.touched |= touched

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
            known = _thinkable(view, seat, slot)
            playable = view.playable >> view.rules.identity(card) & 1
            if not known & ~view.playable or (order in reader.about and playable):
                loaded += 1
            elif reader.fresh(seat, order) and known & view.playable:
                misled += 1
    return loaded, misled


def _thinkable(view: View, seat: int, slot: int) -> int:
    """The identities that the seat can think its card to be, by the clues and what both see."""
    held = [view.rules.identity(card) for card in view.hands[seat] if card is not None]
    left = {bit for bit, copies in enumerate(view.unseen) if copies} | set(held)
    return view.clued(seat, slot) & sum(1 << bit for bit in left)
