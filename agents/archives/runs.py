"""The runs of this installation: a folder each, named like the run, with `archive.json` in it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from agents.archives import files
from agents.archives.archive import Archive
from agents.archives.errors import BadArchive, BadRun
from agents.runs.storage import RunFolders, checked, make_folder

__all__ = ["ARCHIVE", "changed", "checked", "exists", "folder", "load", "names", "save"]

ARCHIVE = "archive.json"
FOLDERS = RunFolders(ARCHIVE, bundled=Path(__file__).parent / "demo")
exists, folder = FOLDERS.exists, FOLDERS.folder


def names() -> list[str]:
    """Every run that has an archive, by name, those from elsewhere last."""
    return sorted(FOLDERS.names(), key=lambda name: (_is_from_elsewhere(name), name))


def _is_from_elsewhere(name: str) -> bool:
    try:
        return bool(load(name).source)
    except (BadArchive, BadRun):
        return False


def load(name: str) -> Archive:
    """The archive of a run as it is now. Raises BadRun or BadArchive, in words."""
    if not exists(name):
        known = ", ".join(names()) or "none"
        raise BadRun(f"There is no run {name}. Runs: {known}.")
    path = folder(name) / ARCHIVE
    return _read(path, path.stat().st_mtime_ns)


def changed(name: str) -> int:
    """When the archive of a run was last written, in nanoseconds; 0 if there is none."""
    try:
        return (folder(name) / ARCHIVE).stat().st_mtime_ns
    except (BadRun, OSError):
        return 0


def save(archive: Archive) -> None:
    """Write the archive of its run, new or not."""
    home = folder(archive.run)
    make_folder(home)
    files.write(home / ARCHIVE, archive)


@lru_cache(maxsize=64)
def _read(path: Path, _changed: int) -> Archive:
    return files.read(path)
