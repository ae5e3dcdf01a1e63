"""A person's position on the map of an archive: "You play like cell (9, 8)"."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.archives import Archive, Cell
from agents.archives.grid import bins
from agents.kinds.elites import address_of
from analysis.people.style import PlayingStyle


@dataclass(frozen=True)
class MapPosition:
    """The cell that a person's measures fall into, its elite if any, and the nearest elite."""

    archive: Archive
    row: int
    column: int
    elite: Cell | None
    nearest: Cell | None

    @property
    def closest(self) -> Cell | None:
        """The elite that plays most alike; None of an empty archive."""
        scores = self.elite is not None and self.elite.latest.objective > 0
        return self.elite if scores else self.nearest

    @property
    def closest_place(self) -> str:
        """Its cell, as addresses write it."""
        return f"{self.closest.row},{self.closest.column}" if self.closest else ""

    @property
    def address(self) -> str:
        """Of the elite that plays most alike; empty for an empty archive."""
        return address_of(self.archive.run, self.closest) if self.closest else ""


def map_position(playing: PlayingStyle, archive: Archive) -> MapPosition | None:
    """None if a measure of the archive is unknown for this person."""
    measured = [playing.measures[name].value for name in archive.setting.measures]
    if None in measured:
        return None
    values = np.array(measured, np.float64)
    row, column = (
        int(bins(np.array([value]), side)[0])
        for value, side in zip(values, archive.setting.grid, strict=True)
    )
    return MapPosition(
        archive, row, column, archive.by_place.get((row, column)), _nearest(archive, values)
    )


def _nearest(archive: Archive, values: np.typing.NDArray[np.float64]) -> Cell | None:
    """By distance in the plane of the measures; the first of equals."""

    def distance(cell: Cell) -> float:
        measures = np.array([np.nan if m is None else m for m in cell.latest.measures])
        return float(np.nan_to_num(np.linalg.norm(measures - values), nan=np.inf))

    scoring = [cell for cell in archive.cells if cell.latest.objective > 0]
    return min(scoring, key=distance, default=None)
