"""How likely a seat's own cards are what: exact, counted over all deals that fit."""

from __future__ import annotations

from typing import NamedTuple

from native._core import ffi, lib
from native.empathy_position import Position, check
from native.view import View


class CardOdds(NamedTuple):
    """One card of a seat's own.

    `ways[identity]` of the `deals` ways to deal the whole hand put that identity here. The
    chances that it can be played now, that it can never score, and that it is the last copy of
    an identity still needed, follow from them.
    """

    deals: int
    ways: tuple[int, ...]
    playable: float
    trash: float
    critical: float

    def chance(self, identity: int) -> float:
        """The probability of an identity (suit * ranks + rank, ranks from 0)."""
        return self.ways[identity] / self.deals


def odds(view: View) -> tuple[CardOdds | None, ...]:
    """The odds of the seat's own cards by slot; None for an empty slot.

    Every deal that agrees with all clues and all that the seat sees is as likely as any other:
    no convention is read into anybody's moves.
    """
    counted = ffi.new("hl_odds *")
    check(lib.hl_odds_of_view(view.struct, counted))
    size, deals, ids = view.rules.hand_size, counted.deals, view.rules.max_score
    ways = _by_slot(counted.ways, size)
    chances = zip(
        *(
            [count / deals for count in ffi.unpack(counts, size)]
            for counts in (counted.playable, counted.trash, counted.critical)
        ),
        strict=True,
    )
    return tuple(
        CardOdds(deals, ways[slot][:ids], *three) if any(ways[slot]) else None
        for slot, three in enumerate(chances)
    )


def count_deals(position: Position, seat: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """The ways to deal a seat's hand, and of them by slot and identity those that put it there."""
    counted = ffi.new("hl_odds *")
    check(lib.hl_count_deals(position.struct, position.group([seat]).bit_length() - 1, counted))
    return int(counted.deals), _by_slot(counted.ways, position.struct.hand_size)


def _by_slot(ways: object, size: int) -> tuple[tuple[int, ...], ...]:
    """A core's `uint64_t[8][30]` as tuples."""
    flat = ffi.unpack(ffi.cast("uint64_t *", ways), size * lib.HL_MAX_IDS)
    return tuple(
        tuple(flat[first : first + lib.HL_MAX_IDS])
        for first in range(0, size * lib.HL_MAX_IDS, lib.HL_MAX_IDS)
    )
