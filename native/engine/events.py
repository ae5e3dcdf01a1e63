"""What happened in one turn, as everybody at the table saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from native._core import lib
from native.engine.cards import Card
from native.engine.moves import Move, MoveKind
from native.engine.rules import Rules


class Event(NamedTuple):
    """One turn.

    A play or discard has `card`, `slot`, `order` (the card's draw number) and, if a card came in,
    its draw number `drawn`. A clue has `target` (a seat), and the `touched` slots with their
    orders. `token` is the clue tokens gained (0 or 1).
    """

    turn: int
    seat: int
    move: Move
    card: Card | None
    slot: int | None
    order: int | None
    success: bool
    strike: bool
    target: int | None
    touched: tuple[int, ...]
    touched_orders: tuple[int, ...]
    token: int
    drawn: int | None


def read_history(rules: Rules, public: Any) -> Iterator[Event]:
    """The events of a core's `hl_public`, first turn first."""
    hand = rules.hand_size
    orders = [list(range(seat * hand, (seat + 1) * hand)) for seat in range(rules.players)]
    for turn in range(public.turn):
        event = read_event(rules, public, turn, orders)
        yield event
        if event.slot is not None:
            orders[event.seat][event.slot] = lib.HL_NONE if event.drawn is None else event.drawn


def read_event(rules: Rules, public: Any, turn: int, orders: Sequence[Sequence[int]]) -> Event:
    """The event of one turn; `orders` are every seat's draw numbers by slot at that turn."""
    raw = public.history[turn]
    touched = tuple(slot for slot in range(rules.hand_size) if raw.touched >> slot & 1)
    return Event(
        turn=turn,
        seat=raw.seat,
        move=Move.from_id(rules, raw.move),
        card=None if raw.card == lib.HL_NONE else rules.cards[rules.struct.id_of[raw.card]],
        slot=_or_none(raw.slot),
        order=_or_none(raw.order),
        success=bool(raw.success),
        strike=raw.kind == MoveKind.PLAY and not raw.success,
        target=_or_none(raw.target),
        touched=touched,
        touched_orders=tuple(orders[raw.target][slot] for slot in touched),
        token=raw.token,
        drawn=_or_none(raw.drawn),
    )


def _or_none(value: int) -> int | None:
    return None if value == lib.HL_NONE else value
