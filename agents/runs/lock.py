"""One process a run: the operating system lets go of the lock however the process ends."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agents.runs.errors import BadRun, Unwritable

FILE = ".lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a run's folder. Raises BadRun while another process holds it."""
    try:
        file = (folder / FILE).open("w")
    except OSError as error:
        raise Unwritable(folder, error) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadRun(f"Another process is making the run {folder.name} just now.") from None
        yield


def held(folder: Path) -> bool:
    """Whether a process is making the run just now."""
    try:
        with (folder / FILE).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
