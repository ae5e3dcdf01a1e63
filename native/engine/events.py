"""Events: the public record of each turn, and how a game ended."""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from native._core import lib
from native.engine.rules import Card, Move, MoveKind, Rules, or_none


class Event(NamedTuple):
    """The public record of one turn: the move, and the cards that it concerned.

    Cards are numbered by their place in the deck, from 0 for the first card dealt (draw number).

    turn, seat: the number of the turn from 0, and the seat that moved.
    card, slot, order: of a play or discard, the card's identity, slot and draw number; else None.
    success, strike: whether a play scored, or cost a strike.
    target: the seat clued; None for a play or discard.
    touched, touched_orders: the slots that a clue touched, and their cards' draw numbers.
    token: the number of clue tokens gained, 0 or 1.
    drawn: the draw number of the card drawn into `slot`, None if none was drawn.
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
    """Yield the events of a game, first turn first; `public` is its C struct `hl_public`."""
    hand = rules.hand_size
    orders = [list(range(seat * hand, (seat + 1) * hand)) for seat in range(rules.players)]
    for turn in range(public.turn):
        event = read_event(rules, public, turn, orders)
        yield event
        if event.slot is not None:
            orders[event.seat][event.slot] = lib.HL_NONE if event.drawn is None else event.drawn


def read_event(rules: Rules, public: Any, turn: int, orders: Sequence[Sequence[int]]) -> Event:
    """Return the event of turn number `turn` of a game, whose C struct `hl_public` is `public`.

    `orders[seat][slot]` are the draw numbers of the cards held when the move was made.
    """
    raw = public.history[turn]
    touched = tuple(slot for slot in range(rules.hand_size) if raw.touched >> slot & 1)
    return Event(
        turn=turn,
        seat=raw.seat,
        move=Move.from_id(rules, raw.move),
        card=None if raw.card == lib.HL_NONE else rules.cards[rules.struct.id_of[raw.card]],
        slot=or_none(raw.slot),
        order=or_none(raw.order),
        success=bool(raw.success),
        strike=raw.kind == MoveKind.PLAY and not raw.success,
        target=or_none(raw.target),
        touched=touched,
        touched_orders=tuple(orders[raw.target][slot] for slot in touched),
        token=raw.token,
        drawn=or_none(raw.drawn),
    )


class End(IntEnum):
    """Why a game is over."""

    PERFECT = lib.HL_PERFECT  # every stack is complete
    STRIKEOUT = lib.HL_STRIKEOUT  # the last strike was taken
    OUT_OF_TURNS = lib.HL_OUT_OF_TURNS  # every seat had its turn after the deck ran out
    TERMINATED = lib.HL_TERMINATED  # given up
    NOTHING_LEFT = lib.HL_NOTHING_LEFT  # an option of the rules: no card could still score


class Outcome(NamedTuple):
    """Why a game ended, and its score by two scorings.

    `stacks` is the number of cards played, `zero` that number, or 0 after the last strike.
    """

    end: End
    stacks: int
    zero: int
