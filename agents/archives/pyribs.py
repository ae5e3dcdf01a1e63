"""Archives as CSV with the column names of pyribs, for programs that know those."""

from __future__ import annotations

import csv
import io

from agents.archives.archive import Archive, Cell, Measurement
from agents.archives.errors import BadArchive
from agents.archives.rows import Row, rows
from agents.archives.setting import Setting

COLUMNS = ("objective", "measures_0", "measures_1", "index")
STORED = ("stored_games", "stored_objective", "stored_measures_0", "stored_measures_1")
AGAIN = "again"
MORE = ("measured", "games", *STORED)
"""Which of its measurements the values are, over how many games, and what it holds its cell by."""


def encode(archive: Archive) -> str:
    """A row for each elite, in the order of the cells: `solution_0` ..., COLUMNS, then MORE.

    The values in COLUMNS are the newest: those of fresh games, where `measured` says “again”. What
    an elite holds its cell by owes something to luck and stands apart. What is not known is left
    empty.
    """
    length = len(archive.cells[0].genes) if archive.cells else 0
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(f"solution_{gene}" for gene in range(length)), *COLUMNS, *MORE])
    for cell in archive.cells:
        index = cell.row * archive.setting.grid[1] + cell.column
        now, stored = cell.latest, cell.stored
        known = [*cell.genes, now.objective, *now.measures, index]
        again = AGAIN if cell.remeasured else "stored"
        kept = [stored.games, stored.objective, *stored.measures]
        writer.writerow([*known, again, now.games, *kept])
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
    genes, objective = row.genes("solution_"), row.number("objective") or 0.0
    if any(column not in row.values for column in MORE):
        # Somebody else's table does not say how many games are behind a value.
        return Cell(*place, genes, Measurement(0, objective, None, measures))
    now = Measurement(row.whole("games"), objective, None, measures)
    kept = (row.number("stored_measures_0"), row.number("stored_measures_1"))
    value = row.number("stored_objective") or 0.0
    stored = Measurement(row.whole("stored_games"), value, None, kept)
    again = row.values["measured"] == AGAIN
    return Cell(*place, genes, stored, remeasured=now if again else None)
