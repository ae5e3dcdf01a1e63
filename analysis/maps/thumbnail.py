"""A map small enough for a list: a square a cell, lighter for a better score."""

from __future__ import annotations

from dataclasses import dataclass

from agents.archives import Archive


@dataclass(frozen=True)
class Square:
    x: int
    y: int
    shade: int
    """0 (least) to 9 (most), for the style sheet."""


def squares(archive: Archive) -> list[Square]:
    """By score from 0 to 25 in ten shades; x is the column, y the row."""
    return [
        Square(cell.column, cell.row, min(9, int(cell.latest.objective / 25 * 10)))
        for cell in archive.valid
    ]
