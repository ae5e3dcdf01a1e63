"""Numbers that come with an address or a form."""

from __future__ import annotations

LONGEST = 4
"""Digits: no turn and no seat has more, and Python refuses to read very long ones."""


def read_number(text: str) -> int:
    """A number such as 12, or -1 for anything that is none or too long."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST else -1
