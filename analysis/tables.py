"""Tables of columns, and their export to Parquet, CSV and JSON lines."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import IO, Any

import numpy as np

from agents.runs.storage import replacing

Column = Any
"""A NumPy array, or a list of strings."""
Write = Callable[["Table"], None]


class BadTable(ValueError):
    """A file cannot be written, or an optional package is missing."""


class Table:
    """Named columns of equal length.

    Unknown values are NaN in a column of numbers, None in a column of texts, and empty in files.

    Attributes:
        columns: NumPy arrays or lists of texts by name.
    """

    def __init__(self, columns: Mapping[str, Column]) -> None:
        self.columns = dict(columns)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __getitem__(self, name: str) -> Column:
        return self.columns[name]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Iterate over the rows as dictionaries of plain numbers and texts, None for unknown
        values."""
        names = list(self.columns)
        lists = [_plain(column) for column in self.columns.values()]
        return (dict(zip(names, row, strict=True)) for row in zip(*lists, strict=True))

    def to_frame(self) -> Any:
        """Return a pandas.DataFrame with the same columns.

        Raises:
            BadTable: If pandas is not installed.
        """
        return needed("pandas", "pandas").DataFrame(self.columns)

    def save(self, path: str | Path) -> None:
        """Write the table to a file; leave no partial file on failure.

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
    """Raise BadTable if `save` could not write to this path, before any data is computed."""
    file = Path(path)
    _writer(file)
    if file.suffix == ".parquet":
        needed("pyarrow", "parquet")
    check_folder(file)


def check_folder(file: Path) -> None:
    """Raise BadTable if the file's folder does not exist."""
    if not file.parent.is_dir():
        raise BadTable(f"There is no folder {file.parent} to write {file.name} into.")


def needed(module: str, extra: str) -> Any:
    """Import and return an optional package. Raises BadTable with the install command if it is
    missing."""
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


def _plain(column: Column) -> Sequence[Any]:
    if not isinstance(column, np.ndarray):
        return list(column)
    if column.dtype.kind == "f":
        return [None if value != value else value for value in column.tolist()]
    values: list[Any] = column.tolist()
    return values


@contextmanager
def _csv(out: IO[bytes], first: Table) -> Iterator[Write]:
    text = TextIOWrapper(out, "utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(first.columns)
    yield lambda table: writer.writerows(row.values() for row in table.rows())
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
