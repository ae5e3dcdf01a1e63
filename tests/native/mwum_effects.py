"""What a move of the knowing agent would do, slowly and from the view alone."""

from __future__ import annotations

from native import Card, Move, MoveKind, View
from tests.native.mwum_witness import Reader, thinkable

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
    assert card is not None
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
    assert move.target is not None
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
    assert move.slot is not None
    order, cards = view.order(view.seat, move.slot), view.possible(move.slot)
    assert order is not None
    playable = level(share(view, cards, view.playable))
    mark = reader.mark.get(order, 0)
    if move.kind is MoveKind.PLAY:
        sure = playable == 5
        fresh = reader.fresh(view.seat, order)
        return {
            "CHANCE": playable,
            "MARK": 0 if sure else mark,
            "FRESH": 0 if sure else int(fresh),
        }
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
        assert card is not None
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
