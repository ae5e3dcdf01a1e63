"""The runs of this installation: a folder each, named like the run, with `archive.json` in it."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from agents.archives import files
from agents.archives.archive import Archive
from agents.archives.errors import BadArchive, BadRun

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
RESERVED = {"new", "compare", "published"}
"""Names of pages."""
ARCHIVE = "archive.json"
DEMO = Path(__file__).parent / "demo"
"""Runs that come with the program."""


def checked(name: str) -> str:
    """The name, if it can be one. Raises BadRun."""
    if not NAME.fullmatch(name):
        raise BadRun(
            "A run's name is 1 to 40 small letters, digits, hyphens and underscores, "
            f"not «{name[:60]}»."
        )
    if name in RESERVED:
        raise BadRun(f"«{name}» is the name of a page: take another for the run.")
    return name


def names() -> list[str]:
    """Every run that has an archive, by name, those from elsewhere last."""
    found = {path.parent.name for home in _homes() for path in home.glob(f"*/{ARCHIVE}")}
    return sorted(filter(NAME.fullmatch, found), key=lambda name: (_is_from_elsewhere(name), name))


def _is_from_elsewhere(name: str) -> bool:
    try:
        return bool(load(name).source)
    except (BadArchive, BadRun):
        return False


def exists(name: str) -> bool:
    return _home_of(checked(name)) is not None


def folder(name: str) -> Path:
    """Where the run's files lie, or would lie if it is a new one. Raises BadRun."""
    return (_home_of(checked(name)) or Path(settings.RUNS_DIR)) / name


def load(name: str) -> Archive:
    """The archive of a run as it is now. Raises BadRun or BadArchive, in words."""
    if not exists(name):
        known = ", ".join(names()) or "none"
        raise BadRun(f"There is no run «{name}». Runs: {known}.")
    path = folder(name) / ARCHIVE
    return _read(path, path.stat().st_mtime_ns)


def save(archive: Archive) -> None:
    """Write the archive of its run, new or not."""
    home = folder(archive.run)
    home.mkdir(parents=True, exist_ok=True)
    files.write(home / ARCHIVE, archive)


def _homes() -> list[Path]:
    return [Path(settings.RUNS_DIR), DEMO]


def _home_of(name: str) -> Path | None:
    return next((home for home in _homes() if (home / name / ARCHIVE).is_file()), None)


@lru_cache(maxsize=64)
def _read(path: Path, _changed: int) -> Archive:
    return files.read(path)
