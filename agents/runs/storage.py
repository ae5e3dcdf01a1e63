"""Storage of runs: one folder for each, locked by the process that works on the run.

Files are written atomically: a reader sees the old or the new file, never a part.
"""

import fcntl
import io
import os
import re
import time
import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, TypeVar

import msgspec
import numpy as np

from agents.runs.errors import BadRun, Unwritable

CLONE = Path(__file__).resolve().parents[2]
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
RESERVED = {"new", "compare", "published"}
"""Names that runs cannot have, because pages of the site use them."""
Arrays = dict[str, Any]
"""Mapping of names to NumPy arrays."""
LOCK = ".lock"

_chosen: Path | None = None


def runs_dir() -> Path:
    """Return the folder that contains the runs of this installation: the one set by
    `use_runs_dir`, else the environment variable RUNS_DIR, else `runs`.

    `runs` is in the clone of the repository or, for an installed package, in the working
    directory.
    """
    if _chosen is not None:
        return _chosen
    if named := os.environ.get("RUNS_DIR"):
        return Path(named)
    return (CLONE if (CLONE / "manage.py").exists() else Path.cwd()) / "runs"


def use_runs_dir(folder: Path | str) -> None:
    """Make `runs_dir` return `folder` in this process."""
    global _chosen
    _chosen = Path(folder)


@dataclass(frozen=True)
class RunFolders:
    """The folders of one kind of run, named after their runs; each contains a file named `file`,
    by which the kind is recognised.

    They are in `runs_dir()`, or in `bundled` if they come with the program and are read-only.
    """

    file: str
    bundled: Path

    def names(self) -> list[str]:
        """Return the names of all runs of this kind, made here or bundled, sorted."""
        paths = [path for home in self._homes() for path in home.glob(f"*/{self.file}")]
        return sorted({path.parent.name for path in paths if NAME.fullmatch(path.parent.name)})

    def exists(self, name: str) -> bool:
        """Return whether there is a run of this name, made here or bundled."""
        return self._home_of(checked(name)) is not None

    def begun_here(self, name: str) -> bool:
        """Return whether the run was begun in this installation; bundled runs were not."""
        return (self.own(name) / self.file).is_file()

    def shipped(self, name: str) -> bool:
        """Return whether a run of this name comes with the program, even if one made here hides
        it.
        """
        return (self.bundled / name / self.file).is_file()

    def folder(self, name: str) -> Path:
        """Return the folder of a run: in `runs_dir()` if it was begun in this installation or does
        not exist yet, else the bundled one. Raise BadRun if the name is invalid.
        """
        return (self._home_of(checked(name)) or runs_dir()) / name

    def own(self, name: str) -> Path:
        """Return the folder in `runs_dir()` to which a run of this name is written. Raise BadRun
        if the name is invalid.
        """
        return runs_dir() / checked(name)

    def refuse_unless_free(self, name: str) -> None:
        """Raise BadRun if a run of this name, of any kind, was begun in this installation, or the
        name is invalid.
        """
        if self.begun_here(name):
            raise exists_already(name)
        folder = self.own(name)
        if folder.exists() and any(not path.name.startswith(".") for path in folder.iterdir()):
            raise BadRun(f"{name} is a run of another kind; choose another name.")

    def _homes(self) -> list[Path]:
        return [runs_dir(), self.bundled]

    def _home_of(self, name: str) -> Path | None:
        return next((home for home in self._homes() if (home / name / self.file).is_file()), None)


def exists_already(name: str) -> BadRun:
    """Return the exception to raise for a new run whose name is taken."""
    return BadRun(
        f"The run {name} exists already: choose another name, or give its command --resume."
    )


def checked(name: str, what: str = "run") -> str:
    """Return `name` if it is valid for a run or another thing stored here, whose kind `what` is
    for the message; else raise BadRun.

    A valid name is 1 to 40 small letters, digits, hyphens and underscores, begins with a letter or
    digit, and is not the name of a page.
    """
    if not NAME.fullmatch(name):
        raise BadRun(
            f"A {what}'s name is 1 to 40 small letters, digits, hyphens and underscores, "
            f"not “{name[:60]}”."
        )
    if name in RESERVED:
        raise BadRun(f"“{name}” is the name of a page: choose another for the {what}.")
    return name


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a run's folder inside the block. Raise BadRun if another process holds it.

    The operating system releases the lock when the process ends.
    """
    try:
        file = (folder / LOCK).open("w")
    except OSError as error:
        raise Unwritable(folder, error) from error
    with file:
        for left in reversed(range(10)):
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not left:
                    raise BadRun(f"Another process is making the run {folder.name}.") from None
                time.sleep(0.01)  # `is_locked` may have held it for an instant.
        yield


@contextmanager
def waited_for(file: Path) -> Iterator[None]:
    """Wait for the lock of a file, and hold it inside the block, for work that takes milliseconds.

    The file must serve for locking alone: it is created or emptied. Raise Unwritable if that
    fails.
    """
    try:
        held = file.open("w")
    except OSError as error:
        raise Unwritable(file, error) from error
    with held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def is_locked(folder: Path) -> bool:
    """Return whether a process currently holds the lock of this folder."""
    try:
        with (folder / LOCK).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def make_folder(path: Path) -> None:
    """Create the folder if it is missing. Raise Unwritable if that fails."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unwritable(path, error) from error


READABLE, PRIVATE = 0o644, 0o600
"""Permissions of a file that everybody on the machine may read, and of a file for its
owner alone."""


def replace(path: Path, data: bytes, mode: int = READABLE) -> None:
    """Write `data` to a file atomically, with the permissions `mode`. Raise Unwritable, leaving
    the old file, if that fails.
    """
    try:
        with replacing(path, mode) as file:
            file.write(data)
    except OSError as error:
        raise Unwritable(path, error) from error


@contextmanager
def replacing(path: Path, mode: int = READABLE) -> Iterator[IO[bytes]]:
    """Yield a temporary file, open for writing, that replaces the file `path` when the block ends
    without an error; `mode` has its permissions.

    After a crash, even of the machine, either the old or the new file is there, never a part.
    Raise OSError, leaving the old file, if writing fails.
    """
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            yield file.file
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, mode)
            os.replace(file.name, path)
        except BaseException:
            # Already gone if the interrupt came just after the rename.
            Path(file.name).unlink(missing_ok=True)
            raise
    # Sync the directory too: after a power loss the old file could reappear otherwise.
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


Row = TypeVar("Row")


def read_rows(path: Path, kind: type[Row]) -> list[Row]:
    """Return the rows of a JSON file that `write_rows` wrote, decoded as the type `kind`; none if
    there is no file.
    """
    return msgspec.json.decode(path.read_bytes(), type=list[kind]) if path.exists() else []  # type: ignore[valid-type]


def write_rows(path: Path, rows: Iterable[object]) -> None:
    """Write rows to a JSON file atomically, one per line. Raise Unwritable if that fails."""
    replace(path, b"[\n" + b",\n".join(map(msgspec.json.encode, rows)) + b"\n]\n")


Contents = TypeVar("Contents")


def read_once(path: Path, read: Callable[..., Contents], *of: Hashable) -> Contents:
    """Return `read(path, *of)`, cached until the file is written again. Raise FileNotFoundError if
    there is no file.
    """
    found: Contents = _read_once(path, path.stat().st_mtime_ns, read, *of)
    return found


@lru_cache(maxsize=128)
def _read_once(path: Path, _changed: int, read: Callable[..., Any], *of: Hashable) -> Any:
    return read(path, *of)


MOST_BYTES = 64 << 20
"""The largest size of a file that `trained` reads, and of the arrays unpacked from it."""


def trained(path: Path, decode: Callable[[bytes], Contents], what: str, missing: str) -> Contents:
    """Return what a training run stored in the file `path`, decoded by `decode` and cached until
    the file is written again.

    Raise BadRun if there is no file, with the message `missing`, or if the file is damaged, with a
    message that calls it `what`.
    """
    try:
        found: Contents = read_once(path, _trained, decode)
        return found
    except FileNotFoundError:
        raise BadRun(missing) from None
    except (OSError, ValueError, zlib.error) as error:
        raise BadRun(f"{what} is damaged: {error}.") from None


def _trained(path: Path, decode: Callable[[bytes], Contents]) -> Contents:
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES:,} bytes")
    return decode(path.read_bytes())


def arrays_encoded(arrays: Arrays) -> bytes:
    """Serialise named arrays as the bytes of an .npz file; equal arrays give equal bytes."""
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def arrays_in(data: bytes, most: int | None = None) -> Arrays:
    """Return the NumPy arrays, by name, in the bytes of an .npz file. Raise ValueError if it is
    damaged, holds anything but plain arrays, or unpacks to more than `most` bytes.
    """
    if not data.startswith(b"PK"):
        raise ValueError("it is not an .npz file")
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            if most is not None and sum(info.file_size for info in file.zip.infolist()) > most:
                raise ValueError("it is too large")
            arrays = {name: file[name] for name in file.files}
    except Exception as error:  # NumPy, zipfile and the decompressors raise many types.
        raise ValueError(str(error)) from None
    if strange := next((n for n, array in arrays.items() if isinstance(array, bytes)), None):
        raise ValueError(f"{strange} is not an array")
    return arrays
