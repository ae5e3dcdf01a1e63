"""What stands in a document in place of people's names."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from analysis.traces.schema import SeatFact


def anonymous(seat: int) -> str:
    """What a person is called in a document."""
    return f"Player {seat + 1}"


def without_names(text: str, names: Mapping[str, str]) -> str:
    """The text with other words in place of these names, wherever one stands by itself."""
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", names[name], text)
    return text


def nameless(seat: SeatFact) -> SeatFact:
    """The same without a person's name; agents keep theirs."""
    if seat.kind == "agent":
        return seat
    return msgspec.structs.replace(seat, name=anonymous(seat.seat))
