"""Runs of the MAP-Elites generator, bundled with the program, imported or made here: one folder
each, which contains `archive.json`.
"""

from pathlib import Path

from agents.archives import files
from agents.archives.archive import Archive, BadArchive
from agents.runs.errors import BadRun
from agents.runs.storage import RunFolders, exists_already, make_folder, read_once

ARCHIVE = "archive.json"
FOLDERS = RunFolders(ARCHIVE, bundled=Path(__file__).parent / "demo")
exists, folder = FOLDERS.exists, FOLDERS.folder


def refuse_unless_free(name: str) -> None:
    """Raise BadRun if a generator's run of this name exists, bundled or made here."""
    if exists(name):
        raise exists_already(name)
    FOLDERS.refuse_unless_free(name)


def names() -> list[str]:
    """Return the names of all runs of the generator that have an archive, sorted; imported runs
    come last.
    """
    return sorted(FOLDERS.names(), key=lambda name: (_is_from_elsewhere(name), name))


def bundled() -> list[str]:
    """Return the names of the generator's runs that come with the program, sorted."""
    return sorted(path.parent.name for path in FOLDERS.bundled.glob(f"*/{ARCHIVE}"))


def _is_from_elsewhere(name: str) -> bool:
    try:
        return bool(load(name).source)
    except (BadArchive, BadRun):
        return False


def load(name: str) -> Archive:
    """Return the current archive of the generator's run called `name`. Raise BadRun or BadArchive
    if it is missing or invalid.
    """
    if not exists(name):
        known = ", ".join(names()) or "none"
        raise BadRun(f"There is no run {name}. Runs: {known}.")
    return read_once(folder(name) / ARCHIVE, files.read)


def changed(name: str) -> int:
    """Return the time at which the archive of the run `name` was last modified, in nanoseconds
    since the epoch; 0 if there is no archive.
    """
    try:
        return (folder(name) / ARCHIVE).stat().st_mtime_ns
    except (BadRun, OSError):
        return 0


def save(archive: Archive) -> None:
    """Write an archive to its run's folder, replacing the earlier one atomically; create the folder
    if necessary.
    """
    home = folder(archive.run)
    make_folder(home)
    files.write(home / ARCHIVE, archive)
