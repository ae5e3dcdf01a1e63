"""Cards, and what clues told of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

COLOR_CHAR = ["R", "Y", "G", "W", "B"]


def color_idx_to_char(color_idx: int) -> str | None:
    """R for 0; None for -1, which is no colour."""
    return None if color_idx == -1 else COLOR_CHAR[color_idx]


def color_char_to_idx(color_char: str) -> int:
    """0 for R. Raises ValueError."""
    if color_char not in COLOR_CHAR:
        raise ValueError(f"Colours are {', '.join(COLOR_CHAR)}, not {color_char!r:.40}.")
    return COLOR_CHAR.index(color_char)


@dataclass(frozen=True)
class HanabiCard:
    """A card: colour from 0 in the order RYGWB, rank from 0. Both are -1 of a card not seen."""

    _color: int
    _rank: int

    def color(self) -> int:
        return self._color

    def rank(self) -> int:
        return self._rank

    def valid(self) -> bool:
        return self._color >= 0 and self._rank >= 0

    def to_dict(self) -> dict[str, Any]:
        return {"color": color_idx_to_char(self._color), "rank": self._rank}

    def __str__(self) -> str:
        return f"{COLOR_CHAR[self._color]}{self._rank + 1}" if self.valid() else "XX"

    __repr__ = __str__


UNSEEN = HanabiCard(-1, -1)


@dataclass(frozen=True)
class HanabiCardKnowledge:
    """What clues told of a card. A colour or rank is known when it was told in so many words, not
    when it could be concluded; plausible is what no clue excludes."""

    _color: int | None
    _rank: int | None
    _colors: tuple[bool, ...]
    _ranks: tuple[bool, ...]

    def color(self) -> int | None:
        return self._color

    def rank(self) -> int | None:
        return self._rank

    def color_plausible(self, color_index: int) -> bool:
        return self._colors[color_index]

    def rank_plausible(self, rank_index: int) -> bool:
        return self._ranks[rank_index]

    def to_dict(self) -> dict[str, Any]:
        color = None if self._color is None else COLOR_CHAR[self._color]
        return {"color": color, "rank": self._rank}

    def __str__(self) -> str:
        color = "X" if self._color is None else COLOR_CHAR[self._color]
        rank = "X" if self._rank is None else str(self._rank + 1)
        colors = "".join(char for char, can in zip(COLOR_CHAR, self._colors, strict=False) if can)
        ranks = "".join(str(rank) for rank, can in enumerate(self._ranks, start=1) if can)
        return f"{color}{rank}|{colors}{ranks}"

    __repr__ = __str__
