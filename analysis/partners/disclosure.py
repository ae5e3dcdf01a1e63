"""Disclosure control: which means are shown without revealing one person's games."""

from __future__ import annotations

FEWEST = 3
"""The smallest number of private people whose mean may be public."""


def too_few(private_people: int) -> bool:
    """Return whether a mean over this many private people would reveal one person's games."""
    return 0 < private_people < FEWEST
