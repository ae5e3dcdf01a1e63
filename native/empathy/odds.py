"""How likely a seat's own cards are what: exact, counted over all deals that fit."""

from __future__ import annotations

from struct import iter_unpack
from typing import Any, NamedTuple

from native._core import ffi, lib
from native.empathy.position import check
from native.engine.view import View


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
    deals = counted.deals
    ways = _ways(counted, view.rules.hand_size, view.rules.max_score)
    chances = zip(counted.playable, counted.trash, counted.critical, strict=True)
    return tuple(
        CardOdds(deals, row, playable / deals, trash / deals, critical / deals)
        if any(row)
        else None
        for row, (playable, trash, critical) in zip(ways, chances, strict=False)
    )


def _ways(counted: Any, slots: int, identities: int) -> tuple[tuple[int, ...], ...]:
    """The used part of a core's `uint64_t[8][30]`."""
    rows = ffi.buffer(counted.ways, slots * ffi.sizeof("uint64_t[30]"))
    return tuple(iter_unpack(f"{identities}Q{8 * (lib.HL_MAX_IDS - identities)}x", rows))
