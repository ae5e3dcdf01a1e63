"""Archives as CSV with the column names of pyribs, for programs that know those."""

from __future__ import annotations

import csv
import io

from agents.archives.archive import Archive, Cell, Measurement
from agents.archives.errors import BadArchive
from agents.archives.rows import Row, rows
from agents.archives.setting import Setting

COLUMNS = ("objective", "measures_0", "measures_1", "index")


def encode(archive: Archive) -> str:
    """A row for each elite, in the order of the cells: `solution_0` ..., then COLUMNS.

    Values are those that the elites hold their cells by; what is not known is left empty.
    """
    length = len(archive.cells[0].genes) if archive.cells else 0
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(f"solution_{gene}" for gene in range(length)), *COLUMNS])
    for cell in archive.cells:
        index = cell.row * archive.setting.grid[1] + cell.column
        writer.writerow([*cell.genes, cell.stored.objective, *cell.stored.measures, index])
    return out.getvalue()


def decode(text: str, setting: Setting) -> tuple[Cell, ...]:
    """The cells of such a table, in order. The columns may be in any order, and further ones, such
    as pandas' number of the row, are passed over.

    Raises BadArchive, in words.
    """
    table = rows(text)
    if not table:
        raise BadArchive("The table has no elites.")
    if lacking := [column for column in COLUMNS if column not in table[0].values]:
        raise BadArchive(f"The table lacks {', '.join(lacking)}.")
    cells = [_cell(row, setting) for row in table]
    return tuple(sorted(cells, key=lambda cell: (cell.row, cell.column)))


def _cell(row: Row, setting: Setting) -> Cell:
    place = divmod(row.whole("index"), setting.grid[1])
    measures = (row.number("measures_0"), row.number("measures_1"))
    # A table does not say how many games are behind a value.
    stored = Measurement(0, row.number("objective") or 0.0, None, measures)
    return Cell(*place, row.genes("solution_"), stored)
