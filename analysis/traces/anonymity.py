"""What stands in a document in place of people's names."""

from __future__ import annotations

import msgspec

from analysis.traces.schema import SeatFact
from game.tables.pseudonyms import pseudonym, without_names

__all__ = ["nameless", "pseudonym", "without_names"]


def nameless(seat: SeatFact) -> SeatFact:
    """The same without a person's name; agents keep theirs."""
    if seat.kind == "agent":
        return seat
    return msgspec.structs.replace(seat, name=pseudonym(seat.seat))
