"""Cards as people write them: a suit's letter and a rank, `r1`."""

from __future__ import annotations

from typing import NamedTuple


class Card(NamedTuple):
    """An identity: the suit's place among the rules' suits (from 0) and the rank (from 1)."""

    suit: int
    rank: int

    def text(self, suits: str) -> str:
        """The card with the letter of its suit, such as `r1`."""
        return f"{suits[self.suit]}{self.rank}"

    @classmethod
    def parse(cls, text: str, suits: str, ranks: int = 5) -> Card:
        """Read `r1`. Raises ValueError that says which suits and ranks there are."""
        if len(text) == 2 and text[0] in suits and text[1] in "12345"[:ranks]:
            return cls(suits.index(text[0]), int(text[1]))
        raise ValueError(
            f"{text!r} is no card: write one of the suits {suits} and a rank from 1 to {ranks}."
        )
