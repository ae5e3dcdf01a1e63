"""A target of `manage.py rebuild`: how to detect that it is stale, and how to rebuild it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from agents.runs.storage import replace

RECORD = Path(__file__).with_name("made_of.json")
Say = Callable[[str], object]
"""Reports progress, one line per call."""
Versions = Mapping[str, str]
"""The versions of what a target depends on, by name."""


@dataclass(frozen=True)
class Target:
    """One or more shipped files that are generated from the rest of the program."""

    about: str
    """Description for the list of targets."""
    stale: Callable[[], Sequence[str]]
    """Return the items that are missing or outdated; empty if all are up to date. Plays no
    games."""
    make: Callable[[Say], None]
    """Rebuild the stale items and leave the rest. Saves as it goes, so that it can be resumed."""
    slow: bool = False
    """Whether it takes hours, so that it is only rebuilt if it is named."""
    verify: Callable[[Say], Sequence[str]] | None = None
    """Play games to check the shipped files, and return the items that fail. It takes minutes, so
    it only runs for a target that is named."""


def recorded() -> dict[str, dict[str, str]]:
    """Return, for each slow target of `manage.py rebuild`, the versions of the agents and files
    from which it was last made, by name.
    """
    if not RECORD.exists():
        return {}
    return msgspec.json.decode(RECORD.read_bytes(), type=dict[str, dict[str, str]])


def record(name: str, versions: Versions) -> None:
    """Record the versions of its dependencies from which the slow target `name` has just been
    made.
    """
    known = recorded() | {name: dict(versions)}
    text = msgspec.json.format(msgspec.json.encode(known, order="sorted"), indent=1)
    replace(RECORD, text + b"\n")


def outdated(name: str, versions: Versions) -> list[str]:
    """Return the dependencies of a slow target whose versions have changed since it was made, each
    as text with the old and the new version.
    """
    before = recorded().get(name, {})
    return [
        f"{what} (made with {before.get(what, 'none')}, now {version})"
        for what, version in versions.items()
        if before.get(what) != version
    ]
