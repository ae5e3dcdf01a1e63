"""A person's position on the map of an archive: "You play like cell (9, 8)"."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.archives import Archive, Cell
from agents.archives.measuring import bins
from agents.kinds.elites import address_of
from analysis.people.style import PlayingStyle


@dataclass(frozen=True)
class MapPosition:
    """A person's cell on a map, the elite in it if any, and the nearest elite."""

    archive: Archive
    row: int
    column: int
    elite: Cell | None
    nearest: Cell | None

    @property
    def closest(self) -> Cell | None:
        """The elite that plays most alike; None if the archive is empty."""
        scores = self.elite is not None and self.elite.latest.objective > 0
        return self.elite if scores else self.nearest

    @property
    def closest_place(self) -> str:
        """The cell of the closest elite as "row,column"; "" if the archive is empty."""
        return f"{self.closest.row},{self.closest.column}" if self.closest else ""

    @property
    def address(self) -> str:
        """The address of the closest elite; "" if the archive is empty."""
        return address_of(self.archive.run, self.closest) if self.closest else ""


def map_position(playing: PlayingStyle, archive: Archive) -> MapPosition | None:
    """Return a person's position in an archive; None if one of its measures is unknown."""
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
    """Return the elite with the nearest measures; the first of equally near ones."""

    def distance(cell: Cell) -> float:
        measures = np.array([np.nan if m is None else m for m in cell.latest.measures])
        return float(np.nan_to_num(np.linalg.norm(measures - values), nan=np.inf))

    scoring = [cell for cell in archive.cells if cell.latest.objective > 0]
    return min(scoring, key=distance, default=None)
