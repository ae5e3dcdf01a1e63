"""Map thumbnails for lists: one square per cell, lighter for a higher score."""

from __future__ import annotations

from dataclasses import dataclass

from agents.archives import Archive


@dataclass(frozen=True)
class Square:
    """A cell of a thumbnail; x is the column and y the row."""

    x: int
    y: int
    shade: int
    """0 (least) to 9 (most), for the style sheet."""


def squares(archive: Archive) -> list[Square]:
    """Return a square for each valid cell, its score from 0 to 25 in ten shades."""
    return [
        Square(cell.column, cell.row, min(9, int(cell.latest.objective / 25 * 10)))
        for cell in archive.valid
    ]
