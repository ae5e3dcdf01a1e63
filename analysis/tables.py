"""Tables: typed rows for figures, and columns for export to Parquet, CSV and JSON lines."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import IO, Annotated, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from agents.runs.storage import replacing
from analysis.statistics import Estimate, Interval

Cell = str | int | float | None
"""A cell of a figure's table; None is an unknown value."""
Values = Any
"""The values of a column to export: a NumPy array, or a list of texts or of whole numbers."""
Row = TypeVar("Row")
Write = Callable[["Table"], None]
MARGIN = ("±",)
"""The value of `Column.ends` for which half the width of the interval is shown in place of its
ends."""


class BadTable(ValueError):
    """Raised if a file cannot be written, or an optional package is missing."""


@dataclass(frozen=True)
class Column:
    """How a field of a row type appears in a table; annotate the field with it:
    `Annotated[float, Column("share", 3)]`.

    Attributes:
        title: The column's title; by default the field's name with spaces.
        digits: Decimal places of numbers on the page; downloads have all digits.
        form: A format of numbers on the page, such as .1g, in place of `digits`.
        on_page: Whether the page shows the column; if not, only downloads have it.
        ends: Titles of further columns for the interval of an Estimate: two for its ends, `MARGIN`
            for half its width, or none.
    """

    title: str = ""
    digits: int = 2
    form: str = ""
    on_page: bool = True
    ends: tuple[str, ...] = ("low", "high")


@dataclass(frozen=True)
class Rows(Generic[Row]):
    """The table of a figure: rows of one type, whose annotated fields are the columns.

    An Estimate or Interval makes a column for its value, and further ones for its interval as
    `Column.ends` says. A field that is a sequence makes a column for each of its elements.

    Attributes:
        kind: The type of the rows, usually a NamedTuple.
        rows: The rows.
        titles: The titles (or columns) of the elements of each field that is a sequence, by the
            field's name.
    """

    kind: type[Row]
    rows: Sequence[Row]
    titles: Mapping[str, Sequence[str | Column]] = field(default_factory=dict)

    @cached_property
    def fields(self) -> dict[str, tuple[Any, Column]]:
        """The type and the Column of each field of the row type, by the field's name, in their
        order.
        """
        hints = get_type_hints(self.kind, include_extras=True)
        return {name: _field(name, hint) for name, hint in hints.items()}

    @cached_property
    def columns(self) -> list[Column]:
        """All columns of the table, in order: those of values and those of intervals."""
        found: list[Column] = []
        for name, (kind, column) in self.fields.items():
            if get_origin(kind) is not Sequence:
                found += _spread(kind, column)
                continue
            for title in self.titles[name]:
                one = replace(column, title=title) if isinstance(title, str) else title
                found += _spread(get_args(kind)[0], one)
        return found

    @cached_property
    def cells(self) -> list[tuple[Cell, ...]]:
        """The cells of each row, as many as there are columns."""
        fields = [(name, column) for name, (_, column) in self.fields.items()]
        return [
            tuple(chain.from_iterable(_cells(getattr(row, name), one) for name, one in fields))
            for row in self.rows
        ]


def _field(name: str, hint: Any) -> tuple[Any, Column]:
    kind, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    column = next((mark for mark in marks if isinstance(mark, Column)), Column())
    return kind, column if column.title else replace(column, title=name.replace("_", " "))


def _spread(kind: Any, column: Column) -> list[Column]:
    """Return the column, followed by those of its ends if the type has an interval."""
    several = {Estimate, Interval} & {kind, *get_args(kind)}
    return [column, *(replace(column, title=end) for end in column.ends if several)]


def _cells(value: Any, column: Column) -> Iterable[Cell]:
    if isinstance(value, Estimate | Interval):
        ends = (value.margin,) if column.ends == MARGIN else (value.low, value.high)
        return (value.value, *ends[: len(column.ends)])
    if isinstance(value, list | tuple):
        return chain.from_iterable(_cells(one, column) for one in value)
    return (value,)


@dataclass(frozen=True)
class PointRow:
    """A row of the table of a line chart: the line's name and one of its points (`place` is x,
    `value` is y).

    Each field is a sequence of a single element, since only the columns of sequences get their
    titles from `Rows.titles`. `line` is empty if the table has no column for the line's name.
    """

    line: Sequence[str]
    place: Sequence[float]
    value: Sequence[Estimate]


def points_table(
    lines: Mapping[str, Sequence[tuple[float, Estimate]]], *titles: str | Column
) -> Rows[PointRow]:
    """Return the table of a line chart, with one row per point. `lines` maps each line's name to
    its (x, estimate) pairs. `titles` are the titles of the columns: of the line's name (may be
    left out), of x, and of the estimate.
    """
    *named, place, value = titles
    rows = [
        PointRow([name] if named else [], [x], [y]) for name, line in lines.items() for x, y in line
    ]
    return Rows(PointRow, rows, {"line": named, "place": [place], "value": [value]})


class Table:
    """Named columns of equal length.

    Unknown values are NaN in an array, None in a list, and empty in files.

    Attributes:
        columns: NumPy arrays, or lists of texts or whole numbers, by name.
    """

    def __init__(self, columns: Mapping[str, Values]) -> None:
        self.columns = dict(columns)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __getitem__(self, name: str) -> Values:
        if name not in self.columns:
            raise KeyError(f"There is no column {name}: {', '.join(self.columns)}.")
        return self.columns[name]

    def __repr__(self) -> str:
        return f"<table of {len(self)} rows: {', '.join(self.columns)}>"

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the rows as dictionaries of plain numbers and texts, with None for unknown
        values.
        """
        names = list(self.columns)
        lists = [_plain(column) for column in self.columns.values()]
        return (dict(zip(names, row, strict=True)) for row in zip(*lists, strict=True))

    def to_frame(self) -> Any:
        """Return the table as a pandas.DataFrame.

        Raises:
            BadTable: If pandas is not installed.
        """
        return needed("pandas", "pandas").DataFrame(self.columns)

    def save(self, path: str | Path) -> None:
        """Write the table to a file; leave no partial file on failure. In CSV, texts that a
        spreadsheet would compute as formulas get an apostrophe in front.

        Args:
            path: A file name that ends with .parquet, .csv or .jsonl, which sets the format.

        Raises:
            BadTable: If the file cannot be written.
        """
        save(path, [self])


def save(path: str | Path, tables: Iterable[Table]) -> int:
    """Write tables with the same columns to one file, concatenated, and return the number of rows.

    The file is replaced atomically: an interruption leaves no partial file. Raises BadTable if it
    cannot be written or there are no tables.
    """
    file = Path(path)
    writer = _writer(file)
    try:
        with replacing(file) as out:
            return _written(writer, out, iter(tables))
    except OSError as error:
        raise BadTable(f"{file} cannot be written: {error.strerror or error}.") from None


def check(path: str | Path) -> None:
    """Raise BadTable if `save` could not write to this path: a wrong suffix, a missing package or
    folder. Call it before a long computation.
    """
    file = Path(path)
    _writer(file)
    if file.suffix == ".parquet":
        needed("pyarrow", "parquet")
    check_folder(file)


def check_folder(file: Path) -> None:
    """Raise BadTable if the folder that contains `file` does not exist."""
    if not file.parent.is_dir():
        raise BadTable(f"There is no folder {file.parent} to write {file.name} into.")


def needed(module: str, extra: str) -> Any:
    """Import the optional package `module` and return it. Raises BadTable with the command that
    installs it if it is missing; `extra` is the extra of `hanabi-lab` that includes it.
    """
    try:
        return import_module(module)
    except ImportError:
        raise BadTable(
            f"This needs {module}, which is not installed: pip install 'hanabi-lab[{extra}]' or "
            f"pip install {module}."
        ) from None


def _writer(path: Path) -> Callable[[IO[bytes], Table], AbstractContextManager[Write]]:
    """Return the writer for the path's suffix. Raises BadTable if there is none."""
    writer = WRITERS.get(path.suffix)
    if writer is None:
        raise BadTable(f"{path.name} must end with {', '.join(WRITERS)}.")
    return writer


def _written(writer: Any, out: IO[bytes], tables: Iterator[Table]) -> int:
    first = next(tables, None)
    if first is None:
        raise BadTable("There is nothing to write.")
    count = 0
    with writer(out, first) as write:
        for table in chain([first], tables):
            write(table)
            count += len(table)
    return count


def _plain(column: Values) -> Sequence[Any]:
    if not isinstance(column, np.ndarray):
        return list(column)
    if column.dtype.kind == "f":
        return [None if value != value else value for value in column.tolist()]
    values: list[Any] = column.tolist()
    return values


def harmless(cell: Any) -> Any:
    """Return a cell for CSV: a text that a spreadsheet would compute as a formula gets an
    apostrophe in front, because people write their own names and answers.
    """
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in tuple("=+-@\t\r") else cell


@contextmanager
def _csv(out: IO[bytes], first: Table) -> Iterator[Write]:
    text = TextIOWrapper(out, "utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(first.columns)
    yield lambda table: writer.writerows(map(harmless, row.values()) for row in table.rows())
    text.detach()


@contextmanager
def _json_lines(out: IO[bytes], _first: Table) -> Iterator[Write]:
    def write(table: Table) -> None:
        out.writelines(json.dumps(row).encode() + b"\n" for row in table.rows())

    yield write


@contextmanager
def _parquet(out: IO[bytes], first: Table) -> Iterator[Write]:
    arrow, parquet = needed("pyarrow", "parquet"), needed("pyarrow.parquet", "parquet")

    def arrow_table(table: Table) -> Any:
        return arrow.table(
            {name: arrow.array(column, from_pandas=True) for name, column in table.columns.items()}
        )

    schema = arrow_table(first).schema
    with parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        yield lambda table: writer.write_table(arrow_table(table).cast(schema))


WRITERS = {".parquet": _parquet, ".csv": _csv, ".jsonl": _json_lines}
