"""Exact empathy: the identities that each card can still have, given what some seats know, and the
probability of each.

A `Position` is the input of these computations; it wraps the core's C struct `hl_position`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from struct import Struct, iter_unpack
from typing import Any, NamedTuple

from native._core import ffi, lib
from native.engine.errors import HanabiError
from native.engine.game import Game
from native.engine.view import View

Identities = tuple[tuple[int, ...], ...]
"""Identity sets (bit suit * ranks + rank, ranks from 0) by seat and slot; 0 for an empty slot."""

# A row of a core's `uint32_t[][8]`, by the number of slots in use.
ROWS = [Struct(f"{size}I{4 * (lib.HL_MAX_HAND - size)}x") for size in range(lib.HL_MAX_HAND + 1)]

REFUSALS = {
    lib.HL_NOT_POSSIBLE: "A card's identity contradicts its clues.",
    lib.HL_TOO_MANY_HELD: "More copies of an identity are held than are left.",
    lib.HL_NO_DEAL: "No remaining cards fit the hidden cards.",
    lib.HL_HIDDEN_OUTSIDE: "Hidden cards must all be of one seat that is among the observers.",
    lib.HL_BAD_POSITION: "A number of the position is out of range.",
}


class BadPosition(HanabiError):
    """Raised if no game can lead to a position; the message says why."""


class Position:
    """A table's hands, the identities consistent with each card's clues, and the copies left.

    `Position.of` builds one from a game or a view. It can also be built from numbers, where an
    identity is suit * ranks + rank (ranks from 0): `left[identity]` is the number of copies in
    hands and deck; `hands[seat][slot]` the identity of a card, or None if it is hidden from the
    observers, the seats whose knowledge is wanted; `clued[seat][slot]` the identities (bit set)
    consistent with the card's clues; and `touched[seat]` the slots (bit set) that a clue touched,
    which only `elimination_steps` reads. Slots after the end of a short hand are empty. Raises
    BadPosition if a number is out of range or the shapes do not match.
    """

    def __init__(
        self,
        left: Sequence[int],
        hands: Sequence[Sequence[int | None]],
        clued: Sequence[Sequence[int]],
        touched: Sequence[int] = (),
    ) -> None:
        if len(hands) > lib.HL_MAX_PLAYERS or any(len(hand) > lib.HL_MAX_HAND for hand in hands):
            raise BadPosition(
                f"At most {lib.HL_MAX_PLAYERS} hands of {lib.HL_MAX_HAND} cards can be looked at."
            )
        if len(left) > lib.HL_MAX_IDS or any(not 0 <= copies < 256 for copies in left):
            raise BadPosition(f"At most {lib.HL_MAX_IDS} identities with 0 to 255 copies each fit.")
        if [len(hand) for hand in hands] != [len(masks) for masks in clued]:
            raise BadPosition("Every card needs the identity set that its clues leave.")
        if any(card is not None and not 0 <= card < len(left) for hand in hands for card in hand):
            raise BadPosition(f"Identities go from 0 to {len(left) - 1}.")
        if any(not 0 <= mask < 1 << len(left) for masks in clued for mask in masks):
            raise BadPosition("An identity set has an identity that is not in this deck.")
        if len(touched) > len(hands) or any(not 0 <= slots < 256 for slots in touched):
            raise BadPosition("The touched slots must be one slot set per seat.")
        self.struct = ffi.new("hl_position *")
        self.seat: int | None = None
        self.struct.players, self.struct.hand_size = len(hands), max(map(len, hands), default=0)
        self.struct.left[0 : len(left)] = left
        ffi.buffer(self.struct.held)[:] = bytes([lib.HL_NONE]) * ffi.sizeof(self.struct.held)
        for seat, (cards, masks) in enumerate(zip(hands, clued, strict=True)):
            held = [lib.HL_HIDDEN if card is None else card for card in cards]
            self.struct.held[seat][0 : len(held)] = held
            self.struct.clued[seat][0 : len(held)] = masks
        self.struct.touched[0 : len(touched)] = touched

    @classmethod
    def of(cls, source: View | Game | Position) -> Position:
        """Return the position of a game or a view, or `source` itself if it is a position.

        In the position of a view, the cards of the view's own seat are hidden.
        """
        if isinstance(source, Position):
            return source
        position = cls.__new__(cls)
        position.struct = ffi.new("hl_position *")
        position.seat = source.seat if isinstance(source, View) else None
        if isinstance(source, View):
            lib.hl_position_of_view(source.struct, position.struct)
        else:
            lib.hl_position_of_game(source.struct, position.struct)
        return position

    def group(self, observers: Collection[int]) -> int:
        """Return the observing seats as a bit set.

        Raises ValueError if an observer is not a seat of this table, or if this is a view's
        position and the view's own seat is not an observer: what other seats know depends on cards
        that the view does not show.
        """
        seats = 0
        for seat in observers:
            if not 0 <= seat < self.struct.players:
                raise ValueError(f"Seats go from 0 to {self.struct.players - 1}, not {seat}.")
            seats |= 1 << seat
        if self.seat is not None and not seats >> self.seat & 1:
            raise ValueError(f"Seat {self.seat} can only speak for groups that it belongs to.")
        return seats

    def by_slot(self, possible: Any) -> Identities:
        """Convert a C array `uint32_t[6][8]` of identity sets to tuples, by seat and slot."""
        rows = ffi.buffer(possible, self.struct.players * ffi.sizeof("uint32_t[8]"))
        return tuple(ROWS[self.struct.hand_size].iter_unpack(rows))


def check(code: int) -> None:
    """Raise BadPosition if `code`, the return value of a C function, is an error."""
    if code != lib.HL_OK:
        raise BadPosition(REFUSALS[code])


def empathy(source: View | Game | Position, observers: Collection[int]) -> Identities:
    """Return the identities that each card can have, given all that the observing seats know
    together.

    The result is an identity set (bit suit * ranks + rank, ranks from 0) by seat and slot, 0 for an
    empty slot. A card of a seat that does not observe has its true identity. The answer from a
    view, whose own cards are hidden, equals that from the game, since it depends only on what the
    seat sees. Raises ValueError if an observer is not a seat of the table, or if the view's own
    seat is not an observer. `empathy/exact.h` describes the method.
    """
    position, known = Position.of(source), ffi.new("hl_knowledge *")
    check(lib.hl_empathy(position.struct, position.group(observers), known))
    return position.by_slot(known.possible)


def common(source: View | Game | Position) -> Identities:
    """Return by seat and slot the identities (bit set) that each card can have by common knowledge.

    Common knowledge is what all seats know, and know that the others know. It depends on cards that
    every seat but the holder sees, so it has to be computed from the hands. Spectators who see no
    hands must therefore not be shown the result.
    """
    position = Position.of(source)
    return empathy(position, range(position.struct.players))


class EliminationSteps(NamedTuple):
    """The identities that each card can have after each of five steps of elimination, weakest
    first. Every step rules out at least the identities that the step before it rules out.

    clues: the identities that agree with the card's clues.
    basic: rules out identities whose copies are all known to be elsewhere.
    cross: if a group of cards must hold all copies of some identities, rules these identities out
        for all cards outside the group.
    symmetric: for each seat with cards in such a group, also rules out for these cards the
        identities of the group whose copies are all in other hands, where the seat sees them.
    exact: rules out every identity that the card cannot have by all that the observing seats know
        together; this is the result of `empathy`.
    """

    clues: Identities
    basic: Identities
    cross: Identities
    symmetric: Identities
    exact: Identities


def elimination_steps(
    source: View | Game | Position, observers: Collection[int]
) -> EliminationSteps:
    """Return the identities that each card can have, by what the `observers` (seats) know together,
    after each of five steps of elimination.

    Cross and symmetric elimination are the two algorithms of WillFlame's bot, as its author
    explains them: a group has only cards that are clued or have at most five possibilities. If
    `source` is a view, the symmetric step takes no account of its seat's own hidden cards. Raises
    ValueError if an observer is not a seat of the table, or if the view's own seat is not an
    observer.
    """
    position = Position.of(source)
    group = position.group(observers)
    exact = empathy(position, observers)
    clues = position.by_slot(position.struct.clued)
    outsiders = tuple(
        clues[seat] if group >> seat & 1 else exact[seat] for seat in range(len(clues))
    )
    basic, cross, symmetric = (
        _eliminate(position, group, step) for step in (lib.HL_BASIC, lib.HL_CROSS, lib.HL_SYMMETRIC)
    )
    return EliminationSteps(outsiders, basic, cross, symmetric, exact)


def _eliminate(position: Position, group: int, step: int) -> Identities:
    """Return the identities that each card can have after an elimination step and those before it.

    `group` are the observing seats (bit set), `step` is HL_BASIC, HL_CROSS or HL_SYMMETRIC.
    """
    left = ffi.new("uint32_t[6][8]")
    check(lib.hl_eliminate(position.struct, group, step, left))
    return position.by_slot(left)


class CardOdds(NamedTuple):
    """What one of a seat's own cards may be, with probabilities.

    Of the `deals` equally likely ways to deal the seat's whole hand, `ways[identity]` put that
    identity (suit * ranks + rank, ranks from 0) in this slot. `playable`, `trash` and `critical`
    are the probabilities that the card can be played now, that it can never score, and that it is
    the last copy of an identity still needed.
    """

    deals: int
    ways: tuple[int, ...]
    playable: float
    trash: float
    critical: float

    def chance(self, identity: int) -> float:
        """Return the probability that the card has this identity (suit * ranks + rank, ranks from
        0).
        """
        return self.ways[identity] / self.deals


def odds(view: View) -> tuple[CardOdds | None, ...]:
    """Return, by slot, the probabilities of what each own card of the view's seat may be; None for
    an empty slot.

    Every deal that agrees with all clues and with what the seat sees is equally likely: moves are
    not interpreted by any convention.
    """
    counted = ffi.new("hl_odds *")
    check(lib.hl_odds_of_view(view.struct, counted))
    deals = counted.deals
    identities = view.rules.max_score
    rows = ffi.buffer(counted.ways, view.rules.hand_size * ffi.sizeof("uint64_t[30]"))
    ways = iter_unpack(f"{identities}Q{8 * (lib.HL_MAX_IDS - identities)}x", rows)
    chances = zip(counted.playable, counted.trash, counted.critical, strict=True)
    return tuple(
        CardOdds(deals, row, playable / deals, trash / deals, critical / deals)
        if any(row)
        else None
        for row, (playable, trash, critical) in zip(ways, chances, strict=False)
    )
