"""What clues were about and what moves and states say, slowly and from the history alone."""

from __future__ import annotations

from dataclasses import dataclass

from native import Card, Move, MoveKind, View


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
        chance = share(view, cards, view.playable)
        if chance == 1:
            found = 5
        elif chance and order in reader.about:
            likely = chance >= 0.45
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


USELESS, USEFUL, CRITICAL, SOON, PLAYABLE = range(5)


def share(view: View, identities: int, among: int, hand: tuple[Card | None, ...] = ()) -> float:
    """How many of the cards that may be in a slot are of a set, by copies; `hand` are those that
    the view sees and the holder does not."""
    copies = list(view.unseen)
    for card in hand:
        if card is not None:
            copies[view.rules.identity(card)] += 1
    total = sum(n for bit, n in enumerate(copies) if identities >> bit & 1)
    hits = sum(n for bit, n in enumerate(copies) if identities & among & 1 << bit)
    return hits / total


def level(chance: float) -> int:
    """never, rarely, sometimes, often, mostly, certainly"""
    if chance in (0, 1):
        return 5 * int(chance)
    return 1 + sum(100 * chance >= percent - 1e-9 for percent in (20, 45, 70))


def spoken(view: View, reader: Reader) -> list[tuple[int, int]]:
    """Cards in other hands that a clue touched or that must look playable, as seat and slot."""
    return [
        (seat, slot)
        for seat, hand in enumerate(view.hands)
        for slot, card in enumerate(hand)
        if card is not None
        and (
            view.order(seat, slot) in reader.touched
            or not thinkable(view, seat, slot) & ~view.playable
        )
    ]


def worth(view: View, reader: Reader, seat: int, slot: int) -> int:
    card, told = view.hands[seat][slot], spoken(view, reader)
    others = [view.hands[s][n] for s, n in told if (s, n) != (seat, slot)]
    bit = 1 << view.rules.identity(card)
    if bit & view.useless or card in others:
        return USELESS
    if bit & view.playable:
        return PLAYABLE
    below = Card(card.suit, card.rank - 1)
    if below in [view.hands[s][n] for s, n in told] and view.stacks[card.suit] == below.rank - 1:
        return SOON
    return CRITICAL if bit & view.critical else USEFUL


def clue(view: View, move: Move) -> dict[str, int]:
    """The fields of a clue's code."""
    reader, rules = Reader.of(view), view.rules
    seat = (view.seat + move.target) % rules.players
    hand = view.hands[seat]

    def hit(card: Card) -> bool:
        return (card.suit if move.kind is MoveKind.COLOUR else card.rank) == move.value

    orders = {
        order: slot
        for slot, card in enumerate(hand)
        if card is not None and (order := view.order(seat, slot)) is not None
    }
    touched = {order for order, slot in orders.items() if (c := hand[slot]) is not None and hit(c)}
    clued = sum(1 << rules.identity(card) for card in rules.cards if hit(card))
    focus, on_chop = reader.focus(set(orders), touched)
    effect = {"ON_CHOP": int(on_chop), "LEARNS": 0, "WASTE": 0, "WARNS": 0}
    for order, slot in orders.items():
        before = thinkable(view, seat, slot)
        after = before & (clued if order in touched else ~clued)
        if order == focus:
            chance = share(view, after, view.playable, hand)
            effect["TOLD"] = (chance > 0) + (chance == 1)
            effect["WORTH"] = worth(view, reader, seat, slot)
            effect["REPEATED"] = int(order in reader.about)
            continue
        effect["LEARNS"] |= bool(before & ~view.playable) and not after & ~view.playable
        fresh = reader.fresh(seat, order)
        effect["WARNS"] |= fresh and bool(before & view.playable) and not after & view.playable
        new = order in touched - reader.touched
        effect["WASTE"] += new and worth(view, reader, seat, slot) == USELESS
    effect["WASTE"] = min(effect["WASTE"], 2)
    return effect


def use(view: View, move: Move) -> dict[str, int]:
    """The fields of the code of a play or discard."""
    reader = Reader.of(view)
    order, cards = view.order(view.seat, move.slot), view.possible(move.slot)
    playable = level(share(view, cards, view.playable))
    mark = reader.mark.get(order, 0)
    if move.kind is MoveKind.PLAY:
        sure = playable == 5
        fresh = reader.fresh(view.seat, order)
        return {"CHANCE": playable, "MARK": 0 if sure else mark, "FRESH": 0 if sure else int(fresh)}
    useless = level(share(view, cards, view.useless))
    if useless == 5:
        return {"USELESS": 2, "CRITICAL": 0, "TOUCHED": 0, "IS_CHOP": 0, "PLAYABLE": 0}
    hand = {o for slot in view.own_slots if (o := view.order(view.seat, slot)) is not None}
    return {
        "USELESS": int(useless >= 3),
        "CRITICAL": min(level(share(view, cards, view.critical)), 2),
        "TOUCHED": min(mark, 2),
        "IS_CHOP": int(order == reader.chop(hand)),
        "PLAYABLE": int(playable >= 4),
    }


def state(view: View) -> dict[str, int]:
    """The fields of the state that the witness of calls and of other hands does not have."""
    reader, rules = Reader.of(view), view.rules
    wanted = (~view.useless & (1 << rules.max_score) - 1).bit_count()
    if not view.deck_left:
        phase = 0
    elif view.deck_left + rules.players <= wanted:
        phase = 1
    else:
        phase = 2 if view.deck_left < 10 else 3
    after = (view.seat + 1) % rules.players
    hand = {
        order: slot
        for slot, card in enumerate(view.hands[after])
        if card is not None and (order := view.order(after, slot)) is not None
    }
    chop, stake = reader.chop(set(hand)), 0
    if chop is not None:
        card = view.hands[after][hand[chop]]
        value = worth(view, reader, after, hand[chop])
        critical = view.critical >> rules.identity(card) & 1
        stake = 1 if value == PLAYABLE else 2 if value != USELESS and critical else 0
    effects = [clue(view, move) for move in view.legal_moves() if move.is_clue]
    told = [e["TOLD"] for e in effects if e["WORTH"] == PLAYABLE and not e["REPEATED"]]
    return {
        "PHASE": phase,
        "TOKENS": (0, 1, 2, 2, 2, 3, 3, 3, 3)[view.clue_tokens],
        "LIVES": rules.strikes - view.strikes,
        "OFFER": max(told, default=0),
        "STAKE": stake,
    }
