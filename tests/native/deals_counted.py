"""The core's count of deals for positions that no game need lead to."""

from __future__ import annotations

from native._core import ffi, lib
from native.empathy.exact import Position, check


def deals_counted(position: Position, seat: int) -> tuple[int, list[list[int]]]:
    """The ways to deal a seat's hand, and of them by slot and identity those that put it there."""
    counted = ffi.new("hl_odds *")
    check(lib.hl_count_deals(position.struct, seat, counted))
    return int(counted.deals), [list(row) for row in counted.ways]
