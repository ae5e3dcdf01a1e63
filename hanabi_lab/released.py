"""Read a release: a folder of data tables with checksums, written by `manage.py release`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.checksums import SUMS, read, sha256_of
from analysis.tables import BadTable, Table, needed

START, MIDDLE = "table-", "_data."


@dataclass(frozen=True)
class Release:
    """A release of data tables whose files match their checksums.

    Attributes:
        folder: The folder of the release.
        files: The path of each table's file, by the table's name, such as `games`, `moves`,
            `matchups` and `puzzles`.
    """

    folder: Path
    files: dict[str, Path]

    def __repr__(self) -> str:
        return f"<release with {', '.join(sorted(self.files))}>"

    def to_frame(self, table: str) -> Any:
        """Return a table of the release as a pandas.DataFrame.

        Args:
            table: The name of the table, such as `games`.

        Raises:
            BadTable: If there is no such table, or pandas (or pyarrow, for Parquet) is missing.
        """
        if table not in self.files:
            raise BadTable(f"The tables are {', '.join(sorted(self.files))}, not {table}.")
        file, pandas = self.files[table], needed("pandas", "pandas")
        if file.suffix == ".csv":
            return pandas.read_csv(file, keep_default_na=False, na_values={})
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

    Args:
        path: The folder of the release.

    Raises:
        BadTable: If the folder is no release, or a file is missing or differs from its checksum.
    """
    folder = Path(path)
    try:
        digests = list(read(folder))
    except (OSError, UnicodeDecodeError):
        raise BadTable(f"{folder} is no release: it has no {SUMS}.") from None
    files = {}
    for name, digest in digests:
        _compare(folder, name, digest)
        base = Path(name).name
        if base.startswith(START) and MIDDLE in base:
            files[base.removeprefix(START).partition(MIDDLE)[0]] = folder / name
    return Release(folder, files)


def _compare(folder: Path, name: str, digest: str) -> None:
    file = folder / name
    if not name or not file.resolve().is_relative_to(folder.resolve()):
        raise BadTable(f"{SUMS} names “{name[:80]}”, which is no file of this release.")
    try:
        found = sha256_of(file)
    except OSError as error:
        raise BadTable(f"{name} cannot be read: {error.strerror or error}.") from None
    if found != digest:
        raise BadTable(f"{name} differs from what was released.")
