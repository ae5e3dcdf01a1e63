"""Import archives from JSON, from CSV in the format of the library pyribs, or from published
tables; export them as CSV.

The published tables are those of Canaan et al. (github.com/rocanaan/Hanabi-Map-Elites).
"""

import csv
import io
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count, takewhile

import msgspec

from agents.archives.archive import Archive, BadArchive, Cell, Measurement
from agents.archives.files import check, decode
from agents.archives.setting import Setting

COLUMNS = ("objective", "measures_0", "measures_1", "index")
STORED = ("stored_games", "stored_objective", "stored_measures_0", "stored_measures_1")
AGAIN = "again"
MORE = ("measured", "games", *STORED)
"""Columns that follow those of pyribs: `measured` says which measurement COLUMNS show (“again” for
the re-measurement, else “stored”), `games` its number of games; the others show the measurement by
which the elite won its cell."""
SOURCE = "rocanaan/Hanabi-Map-Elites"

Contents = tuple[Setting, tuple[Cell, ...]]
KINDS = (
    "our own JSON, CSV with pyribs' columns (solution_0 ..., objective, measures_0, measures_1, "
    "index), or the published tables (comm_bin,risk_bin,... and pop,players,...)"
)


def imported(
    data: bytes, run: str, name: str, setting: Setting | None = None, population: str = ""
) -> Archive:
    """Parse a file with an archive and return it as the archive of a run called `run`.

    `data` is this program's JSON, a CSV table of pyribs, or a published table; `name` is the
    file's name, for messages. `setting` describes the game and the measures of a pyribs table,
    which does not record them (by default those of Canaan et al., 2019); it is ignored for other
    files. `population` selects one of the archives in the table published in 2020, and is ignored
    for other files. Raise BadArchive if the file is invalid.
    """
    if data.lstrip()[:1] == b"{":
        return msgspec.structs.replace(decode(data), run=run)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadArchive(f"{name} is not an archive: use {KINDS}.") from None
    header = text.partition("\n")[0].rstrip("\r")
    if header.startswith("comm_bin,risk_bin,"):
        setting_of_file, cells, source = *risk_aversion(text), SOURCE
    elif header.startswith("pop,players,"):
        setting_of_file, cells = information_per_play(text, population)
        source = f"{SOURCE}, population {population}"
    elif "solution_0" in header.replace('"', "").split(","):
        setting_of_file, source = setting or Setting(), name
        cells = cells_of_csv(text, setting_of_file)
    else:
        raise BadArchive(f"{name} is not an archive: use {KINDS}.")
    archive = Archive(run=run, setting=setting_of_file, source=source, cells=cells)
    check(archive)
    return archive


@dataclass(frozen=True)
class CsvRow:
    """One line of a CSV table. Its methods raise BadArchive if a value is invalid."""

    line: int
    values: Mapping[str, str]

    def number(self, column: str) -> float | None:
        """Return the number in a column; None if the column is missing, empty or NaN. Raise
        BadArchive if its value is not a finite number.
        """
        text = self.values.get(column) or ""
        if not text:
            return None
        try:
            value = float(text)
        except ValueError:
            raise self._refusal(column, "a number") from None
        if math.isinf(value):
            raise self._refusal(column, "a finite number")
        return None if math.isnan(value) else value

    def whole(self, column: str) -> int:
        """Return the integer in a column. Raise BadArchive if its value is not an integer from 0
        to 2^31 - 1.
        """
        value = self.number(column)
        if value is None or value != int(value) or not 0 <= value < 2**31:
            raise self._refusal(column, "a whole number from 0")
        return int(value)

    def genes(self, prefix: str) -> tuple[int, ...]:
        """Return the integers in the columns `prefix`0, `prefix`1 ... up to the first column that
        is missing. Raise BadArchive if a value is not an integer from 0 to 2^31 - 1.
        """
        columns = takewhile(self.values.__contains__, (f"{prefix}{n}" for n in count()))
        return tuple(map(self.whole, columns))

    def _refusal(self, column: str, what: str) -> BadArchive:
        text = (self.values.get(column) or "")[:40]
        return BadArchive(f"Line {self.line}: {column} must be {what}, not “{text}”.")


def csv_rows(text: str) -> list[CsvRow]:
    """Parse a CSV table and return the rows below its header. Raise BadArchive if the text is not
    a CSV table.
    """
    reader = csv.DictReader(io.StringIO(text))
    try:
        table = [CsvRow(reader.line_num, values) for values in reader]
    except csv.Error as error:
        raise BadArchive(f"The table is not valid CSV: {error}.") from None
    for row in table:
        if None in row.values or None in row.values.values():
            more = "more" if None in row.values else "fewer"
            raise BadArchive(f"Line {row.line} has {more} values than the header has columns.")
    return table


def as_csv(archive: Archive) -> str:
    """Return an archive as CSV, one row per elite (the best agent of a cell), in cell order.

    The columns are the genes (`solution_0` ...), then COLUMNS: the elite's latest measurement and
    the index of its cell. Then comes `measured`: “again” if the latest measurement is from fresh
    games after the run, else “stored”; then the number of its games. The last columns, STORED,
    have the measurement by which the elite won its cell, which is biased upwards by luck. Unknown
    values are empty.
    """
    length = len(archive.cells[0].genes) if archive.cells else 0
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(f"solution_{gene}" for gene in range(length)), *COLUMNS, *MORE])
    for cell in archive.cells:
        index = archive.setting.index(cell.row, cell.column)
        now, stored = cell.latest, cell.stored
        known = [*cell.genes, now.objective, *now.measures, index]
        again = AGAIN if cell.remeasured else "stored"
        won = [stored.games, stored.objective, *stored.measures]
        writer.writerow([*known, again, now.games, *won])
    return out.getvalue()


def cells_of_csv(text: str, setting: Setting) -> tuple[Cell, ...]:
    """Return the cells in a CSV table of the library pyribs, sorted by row and column.

    `setting` has the archive's grid. Columns may be in any order; additional columns, such as
    pandas' row index, are ignored. Raise BadArchive if the table is invalid.
    """
    table = csv_rows(text)
    if not table:
        raise BadArchive("The table has no elites.")
    if lacking := [column for column in COLUMNS if column not in table[0].values]:
        raise BadArchive(f"The table lacks {', '.join(lacking)}.")
    cells = [_cell(row, setting) for row in table]
    return tuple(sorted(cells, key=lambda cell: (cell.row, cell.column)))


def _cell(row: CsvRow, setting: Setting) -> Cell:
    place = divmod(row.whole("index"), setting.grid[1])
    measures = (row.number("measures_0"), row.number("measures_1"))
    genes, objective = row.genes("solution_"), row.number("objective") or 0.0
    if any(column not in row.values for column in MORE):
        # A table from another program does not say how many games are behind a value.
        return Cell(*place, genes, Measurement(0, objective, None, measures))
    now = Measurement(row.whole("games"), objective, None, measures)
    won_by = (row.number("stored_measures_0"), row.number("stored_measures_1"))
    value = row.number("stored_objective") or 0.0
    stored = Measurement(row.whole("stored_games"), value, None, won_by)
    again = row.values["measured"] == AGAIN
    return Cell(*place, genes, stored, remeasured=now if again else None)


def risk_aversion(text: str) -> Contents:
    """Parse the CSV table that Canaan et al. published in 2019. Return the setting and the cells
    of its archive, whose measures are communicativeness and risk aversion and whose elites were
    measured over 1000 games each.
    """

    def stored(row: CsvRow) -> Measurement:
        score, spread = row.number("remeasured_score_1000g") or 0.0, row.number("sd")
        return Measurement(1000, score, spread, (row.number("comm"), row.number("risk")))

    return Setting(), _published_cells(csv_rows(text), "risk_bin", stored)


def information_per_play(text: str, population: str) -> Contents:
    """Parse the CSV table that Canaan et al. published in 2020. Return the setting and the cells
    of the archive `population`, one of six in the table, whose measures are communicativeness and
    information per play.

    For two players, an elite's objective is its mean score over 50 games. The table has no scores
    for more players: the objective and the number of games are then 0. Raise BadArchive if the
    table lacks the population.
    """

    def stored(row: CsvRow) -> Measurement:
        score = row.number("selfplay_50g_theirs")
        return Measurement(50 if score else 0, score or 0.0, None, (None, None))

    table = csv_rows(text)
    wanted = [row for row in table if row.values["pop"] == population]
    if not wanted:
        known = ", ".join(dict.fromkeys(row.values["pop"] for row in table))
        raise BadArchive(f"population must be one of {known}, not “{population[:40]}”.")
    setting = Setting(
        players=wanted[0].whole("players"), measures=("communicativeness", "information_per_play")
    )
    return setting, _published_cells(wanted, "ipp_bin", stored)


def _published_cells(
    table: list[CsvRow], column: str, stored: Callable[[CsvRow], Measurement]
) -> tuple[Cell, ...]:
    """Return the filled cells of a published table, which lists an empty cell as fifteen zeros."""
    return tuple(
        Cell(row.whole("comm_bin"), row.whole(column), row.genes("g"), stored(row))
        for row in table
        if row.whole("valid")
    )
