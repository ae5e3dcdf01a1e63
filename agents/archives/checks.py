"""What must hold of an archive besides the types of its fields."""

from __future__ import annotations

from agents.archives.archive import Archive, Cell, Measurement
from agents.archives.errors import BadArchive


def check(archive: Archive) -> None:
    """Raises BadArchive, in words, for what the types let through."""
    rows, columns = archive.setting.grid
    places = [(cell.row, cell.column) for cell in archive.cells]
    if any(not (0 <= row < rows and 0 <= column < columns) for row, column in places):
        raise BadArchive(f"A cell lies outside the grid of {rows} x {columns}.")
    if places != sorted(set(places)):
        raise BadArchive("Cells must be there once each, in order of row and column.")
    if archive.best and (archive.best.row, archive.best.column) not in set(places):
        raise BadArchive("The best cell is empty.")
    if len({len(cell.genes) for cell in archive.cells}) > 1:
        raise BadArchive("All chromosomes of an archive must be of one length.")
    for cell in archive.cells:
        _check_cell(archive, cell)


def _check_cell(archive: Archive, cell: Cell) -> None:
    rules, place = len(archive.setting.rules), f"cell {cell.row},{cell.column}"
    if not 1 <= len(cell.genes) <= 72:
        raise BadArchive(f"The chromosome of {place} must have 1 to 72 genes.")
    if min(cell.genes) < 0 or max(cell.genes) >= rules:
        raise BadArchive(f"Genes go from 0 to {rules - 1}, but not in {place}.")
    for measurement in (cell.stored, cell.remeasured):
        if measurement and not _plausible(measurement):
            raise BadArchive(f"What was measured of {place} cannot be.")


def _plausible(measurement: Measurement) -> bool:
    shares = all(value is None or 0 <= value <= 1 for value in measurement.measures)
    sums = all(0 <= value < 2**63 for value in (measurement.tally or {}).values())
    return shares and sums and 0 <= measurement.objective <= 25 and measurement.games >= 0
