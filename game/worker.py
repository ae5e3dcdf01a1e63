"""The sign of life of the background worker: while it lives it holds the lock of RUNS_DIR."""

from collections.abc import Iterator
from contextlib import contextmanager

from agents.runs.storage import is_locked, locked, make_folder, runs_dir


def lives() -> bool:
    """Return whether a background worker lives."""
    return is_locked(runs_dir())


@contextmanager
def living() -> Iterator[None]:
    """Count as the living worker inside the block. Raise BadRun if another worker does already, or
    if RUNS_DIR cannot be written.
    """
    make_folder(runs_dir())
    with locked(runs_dir()):
        yield
