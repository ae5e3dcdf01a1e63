"""Which means may be shown to everybody: none from which one person's games could be read."""

from __future__ import annotations

FEWEST = 3
"""The least number of private people whose mean anybody may see."""


def too_few(private_people: int) -> bool:
    """Whether numbers over this many private people would give one person's games away."""
    return 0 < private_people < FEWEST
