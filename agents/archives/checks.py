"""What must hold of an archive besides the types of its fields."""

from __future__ import annotations

from agents.archives.archive import Archive, Cell, Measurement
from agents.archives.errors import BadArchive
from native.play.matches import FIELDS


def check(archive: Archive) -> None:
    """Raises BadArchive, in words, for what the types let through."""
    rows, columns = archive.setting.grid
    places = [(cell.row, cell.column) for cell in archive.cells]
    if any(not (0 <= row < rows and 0 <= column < columns) for row, column in places):
        raise BadArchive(f"A cell lies outside the grid of {rows} x {columns}.")
    if places != sorted(set(places)):
        raise BadArchive("Cells must be there once each, in order of row and column.")
    if archive.tally_fields != FIELDS:
        raise BadArchive(f"tally_fields must be {', '.join(FIELDS)}.")
    if archive.best and (archive.best.row, archive.best.column) not in set(places):
        raise BadArchive("The best cell is empty.")
    if len({len(cell.genes) for cell in archive.cells}) > 1:
        raise BadArchive("All chromosomes of an archive must be of one length.")
    for cell in archive.cells:
        _check_cell(archive, cell)


def _check_cell(archive: Archive, cell: Cell) -> None:
    rules, place = len(archive.setting.rule_set), f"cell {cell.row},{cell.column}"
    if not 1 <= len(cell.genes) <= 72:
        raise BadArchive(f"The chromosome of {place} must have 1 to 72 genes.")
    if min(cell.genes) < 0 or max(cell.genes) >= rules:
        raise BadArchive(f"Genes go from 0 to {rules - 1}, but not in {place}.")
    for found in (cell.stored, cell.remeasured):
        if found and not _plausible(found):
            raise BadArchive(f"What was measured of {place} cannot be.")


def _plausible(found: Measurement) -> bool:
    shares = all(value is None or 0 <= value <= 1 for value in found.measures)
    tally = found.tally is None or (
        len(found.tally) == len(FIELDS) and all(0 <= value < 2**63 for value in found.tally)
    )
    return shares and tally and 0 <= found.objective <= 25 and found.games >= 0
