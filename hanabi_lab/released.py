"""Read a release: a folder of data tables with checksums, written by `manage.py release`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from analysis.checksums import SUMS, read, sha256_of
from analysis.tables import BadTable, Table, needed

CROISSANT = "croissant.json"


class _File(Struct, rename={"table": "@id", "path": "contentUrl"}):
    """A file of a release, as its description lists it."""

    table: str
    path: str


class _Field(Struct, rename={"kind": "dataType"}):
    """A column of a table."""

    name: str
    kind: str


class _Rows(Struct, rename={"table": "@id"}):
    """The columns of a table, whose name is `table` without its ending -rows."""

    table: str
    field: list[_Field]


class _Croissant(Struct, rename={"rows": "recordSet"}):
    """The part of a release's description (Croissant 1.0) that says how to read its files."""

    distribution: list[_File]
    rows: list[_Rows]


@dataclass(frozen=True)
class Release:
    """A release of data tables whose files match their checksums.

    Attributes:
        folder: The folder of the release.
        files: The path of each table's file, by the table's name, such as `games`, `moves`,
            `matchups` and `puzzles`.
        columns: The type of each column, `Text`, `Integer` or `Float`, by the table's name and the
            column's.
    """

    folder: Path
    files: dict[str, Path]
    columns: dict[str, dict[str, str]]

    def __repr__(self) -> str:
        return f"<release with {', '.join(sorted(self.files))}>"

    def to_frame(self, table: str) -> Any:
        """Return a table of the release as a pandas.DataFrame. An unknown number is NaN.

        Args:
            table: The name of the table, such as `games`.

        Raises:
            BadTable: If there is no such table, or pandas (or pyarrow, for Parquet) is missing.
        """
        if table not in self.files:
            raise BadTable(f"The tables are {', '.join(sorted(self.files))}, not {table}.")
        file, pandas = self.files[table], needed("pandas", "pandas")
        if file.suffix == ".csv":
            kinds = self.columns.get(table, {}).items()
            return pandas.read_csv(
                file,
                dtype={column: str for column, kind in kinds if kind == "Text"},
                keep_default_na=False,
                na_values={column: [""] for column, kind in kinds if kind != "Text"},
            )
        needed("pyarrow", "parquet")
        return pandas.read_parquet(file)

    def table(self, name: str) -> Table:
        """Return a table of the release as a `Table`: NumPy arrays by column.

        Args:
            name: The name of the table, such as `games`.

        Raises:
            BadTable: If there is no such table, or pandas (or pyarrow, for Parquet) is missing.
        """
        frame = self.to_frame(name)
        return Table({column: frame[column].to_numpy() for column in frame})


def load_release(path: str | Path) -> Release:
    """Open a release that `manage.py release` wrote, after comparing every file with its checksum.
    The tables are those that its croissant.json lists.

    Args:
        path: The folder of the release.

    Raises:
        BadTable: If the folder is no release or has no tables, or a file is missing, has no
            checksum or differs from it.
    """
    folder = Path(path)
    try:
        digests = dict(read(folder))
    except (OSError, ValueError):
        raise BadTable(f"{folder} is no release: it has no {SUMS}.") from None
    for name, digest in digests.items():
        _compare(folder, name, digest)
    description = _described(folder)
    files = {file.table: file.path for file in description.distribution}
    if not files:
        raise BadTable(f"{folder} is no release: its {CROISSANT} lists no tables.")
    for name in (CROISSANT, *files.values()):
        if name not in digests:
            raise BadTable(f"{SUMS} has no checksum of {name}.")
    columns = {
        rows.table.removesuffix("-rows"): {
            one.name: one.kind.removeprefix("sc:") for one in rows.field
        }
        for rows in description.rows
    }
    return Release(folder, {table: folder / path for table, path in files.items()}, columns)


def _described(folder: Path) -> _Croissant:
    try:
        return msgspec.json.decode((folder / CROISSANT).read_bytes(), type=_Croissant)
    except (OSError, msgspec.MsgspecError):
        raise BadTable(f"{folder} is no release: its {CROISSANT} is missing or damaged.") from None


def _compare(folder: Path, name: str, digest: str) -> None:
    file = folder / name
    if not name or "\0" in name or not file.resolve().is_relative_to(folder.resolve()):
        raise BadTable(f"{SUMS} names “{name[:80]}”, which is no file of this release.")
    try:
        found = sha256_of(file)
    except OSError as error:
        raise BadTable(f"{name[:80]} cannot be read: {error.strerror or error}.") from None
    if found != digest:
        raise BadTable(f"{name} differs from what was released.")
