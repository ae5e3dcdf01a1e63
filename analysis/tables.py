"""Data as columns, and the files of them that other programs read: Parquet, CSV, JSON lines."""

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
"""A NumPy array, or a list of texts."""
Write = Callable[["Table"], None]


class BadTable(ValueError):
    """A file that cannot be written, or a package that is not there; in words."""


class Table:
    """Columns of one length by their names. What is not known is NaN in a column of numbers and
    None among texts; files leave it empty."""

    def __init__(self, columns: Mapping[str, Column]) -> None:
        self.columns = dict(columns)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __getitem__(self, name: str) -> Column:
        return self.columns[name]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Row by row, as plain numbers and texts; None for what is not known."""
        names = list(self.columns)
        lists = [_plain(column) for column in self.columns.values()]
        return (dict(zip(names, row, strict=True)) for row in zip(*lists, strict=True))

    def to_frame(self) -> Any:
        """A pandas.DataFrame. Raises BadTable where pandas is not installed."""
        return needed("pandas", "pandas").DataFrame(self.columns)

    def save(self, path: str | Path) -> None:
        """Write a file, in the form that its name ends with: .parquet, .csv or .jsonl. Raises
        BadTable, and then nothing has been written."""
        save(path, [self])


def save(path: str | Path, tables: Iterable[Table]) -> int:
    """Write tables of the same columns, one after the other, as one file, and return the number of
    its rows. Whatever stops it, there is a whole file or none. Raises BadTable."""
    file = Path(path)
    writer = _writer(file)
    try:
        with replacing(file) as out:
            return _written(writer, out, iter(tables))
    except OSError as error:
        raise BadTable(f"{file} cannot be written: {error.strerror or error}.") from None


def check(path: str | Path) -> None:
    """Raises BadTable for a path that `save` cannot write, before there is anything to write."""
    file = Path(path)
    _writer(file)
    if file.suffix == ".parquet":
        needed("pyarrow", "parquet")
    check_folder(file)


def check_folder(file: Path) -> None:
    """Raises BadTable for a file whose folder is not there."""
    if not file.parent.is_dir():
        raise BadTable(f"There is no folder {file.parent} to write {file.name} into.")


def needed(module: str, extra: str) -> Any:
    """An optional package. Raises BadTable that says how to install it."""
    try:
        return import_module(module)
    except ImportError:
        raise BadTable(
            f"This needs {module}, which is not installed: pip install 'hanabi-lab[{extra}]' or "
            f"pip install {module}."
        ) from None


def _writer(path: Path) -> Callable[[IO[bytes], Table], AbstractContextManager[Write]]:
    writer = WRITERS.get(path.suffix)
    if writer is None:
        raise BadTable(f"{path.name} must end with {', '.join(WRITERS)}, which says its form.")
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
