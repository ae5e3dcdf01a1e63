"""Events: the public record of each turn, and how a game ended."""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from native._core import lib
from native.engine.rules import Card, Move, MoveKind, Rules, or_none


class Event(NamedTuple):
    """The public record of one turn: the move, and the cards that it concerned.

    Cards are named by draw number: 0 for the first card dealt, and so on. A play or discard has
    `card`, `slot`, `order` (the card's draw number) and, if a card was drawn, its draw number
    `drawn`. A clue has `target` (a seat), and the `touched` slots with their draw numbers. `token`
    is the number of clue tokens gained (0 or 1).
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
    """Yield the events of a game from its C struct `hl_public`, first turn first."""
    hand = rules.hand_size
    orders = [list(range(seat * hand, (seat + 1) * hand)) for seat in range(rules.players)]
    for turn in range(public.turn):
        event = read_event(rules, public, turn, orders)
        yield event
        if event.slot is not None:
            orders[event.seat][event.slot] = lib.HL_NONE if event.drawn is None else event.drawn


def read_event(rules: Rules, public: Any, turn: int, orders: Sequence[Sequence[int]]) -> Event:
    """Return the event of one turn; `orders` has every seat's draw numbers by slot before that
    turn.
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
    """The end and the score of a finished game.

    `stacks` is the number of cards played. `zero` equals it, but is 0 after the last strike.
    """

    end: End
    stacks: int
    zero: int
