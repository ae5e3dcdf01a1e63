"""Where runs lie on disk, and how a file of one is written: whole or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from django.conf import settings

from agents.runs.errors import BadRun, Unwritable

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
RESERVED = {"new", "compare", "published"}
"""Names of pages."""


@dataclass(frozen=True)
class RunFolders:
    """The runs of one sort: a folder each, named like the run, with a certain file in it.

    They lie in `RUNS_DIR`; some come with the program and are only read.
    """

    file: str
    bundled: Path

    def names(self) -> list[str]:
        """Every run, by name."""
        paths = [path for home in self._homes() for path in home.glob(f"*/{self.file}")]
        return sorted({path.parent.name for path in paths if NAME.fullmatch(path.parent.name)})

    def exists(self, name: str) -> bool:
        return self._home_of(checked(name)) is not None

    def begun_here(self, name: str) -> bool:
        """Whether it was begun in this installation; those that come with the program were not."""
        return (self.own(name) / self.file).is_file()

    def folder(self, name: str) -> Path:
        """Where the run's files lie, or would lie if it is a new one. Raises BadRun."""
        return (self._home_of(checked(name)) or Path(settings.RUNS_DIR)) / name

    def own(self, name: str) -> Path:
        """Where this installation writes the run. Raises BadRun."""
        return Path(settings.RUNS_DIR) / checked(name)

    def _homes(self) -> list[Path]:
        return [Path(settings.RUNS_DIR), self.bundled]

    def _home_of(self, name: str) -> Path | None:
        return next((home for home in self._homes() if (home / name / self.file).is_file()), None)


def checked(name: str) -> str:
    """The name, if a run can have it. Raises BadRun."""
    if not NAME.fullmatch(name):
        raise BadRun(
            "A run's name is 1 to 40 small letters, digits, hyphens and underscores, "
            f"not “{name[:60]}”."
        )
    if name in RESERVED:
        raise BadRun(f"“{name}” is the name of a page: take another for the run.")
    return name


def make_folder(path: Path) -> None:
    """The folder, if it is not there yet. Raises Unwritable."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unwritable(path, error) from error


def replace(path: Path, data: bytes) -> None:
    """Write a file at once. Raises Unwritable, and then the old file is as it was."""
    try:
        with replacing(path) as file:
            file.write(data)
    except OSError as error:
        raise Unwritable(path, error) from error


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write into, which takes the path's place at the end: whatever is killed, even the
    machine, leaves the old file or the new one, never a part. Raises OSError, and then the old file
    is as it was."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            yield file.file
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            # Not there any more if the interrupt came just after the exchange.
            Path(file.name).unlink(missing_ok=True)
            raise
    # The name too: a machine that loses its power may else have the old file again.
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
