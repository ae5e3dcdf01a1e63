"""A target of `manage.py rebuild`: how to detect that it is stale, and how to rebuild it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from agents.runs.storage import replace

RECORD = Path(__file__).with_name("made_of.json")
Item = TypeVar("Item")
Say = Callable[[str], object]
"""A callback that reports progress, called with one line of text."""
Versions = Mapping[str, str]
"""The versions of the agents, files and so on that a target is made from, by their names."""


@dataclass(frozen=True)
class Target:
    """A target of `manage.py rebuild`: one or more shipped files that are generated from the rest
    of the program.
    """

    about: str
    """What the target makes, for the list of targets."""
    stale: Callable[[], Sequence[str]]
    """Return the names of the target's items that are missing or outdated; empty if all are up to
    date. Plays no games."""
    make: Callable[[Say], None]
    """Rebuild the stale items only, reporting progress to the given callback. Saves as it goes, so
    that another call can resume."""
    slow: bool = False
    """Whether the target takes hours, so that it is rebuilt only if the command names it."""
    verify: Callable[[Say], Sequence[str]] | None = None
    """Play games to check the shipped files, and return the items that fail. It takes minutes, so
    it only runs for a target that is named."""


def recorded() -> dict[str, dict[str, str]]:
    """Return the versions of the agents and files from which each slow target of `manage.py
    rebuild` was last made, as {target: {agent or file: version}}; empty if none is recorded.
    """
    if not RECORD.exists():
        return {}
    return msgspec.json.decode(RECORD.read_bytes(), type=dict[str, dict[str, str]])


def record(name: str, versions: Versions) -> None:
    """Record that the slow target `name` has just been made from these versions of its
    dependencies.
    """
    known = recorded() | {name: dict(versions)}
    text = msgspec.json.format(msgspec.json.encode(known, order="sorted"), indent=1)
    replace(RECORD, text + b"\n")


def outdated(name: str, versions: Versions) -> list[str]:
    """Return the dependencies of the slow target `name` whose current `versions` differ from those
    it was last made from, each as text with the old and the new version.
    """
    before = recorded().get(name, {})
    return [
        f"{what} (made with {before.get(what, 'none')}, now {version})"
        for what, version in versions.items()
        if before.get(what) != version
    ]


def text_target(about: str, texts: Callable[[], Mapping[Path, str]]) -> Target:
    """Return a target whose items are files of generated text; a file is stale if it is missing or
    differs from its text. `about` describes the target for lists, and `texts` returns the text of
    each file by its path.
    """

    def differing() -> dict[Path, str]:
        return {
            file: text
            for file, text in texts().items()
            if not file.is_file() or file.read_text() != text
        }

    def make(say: Say) -> None:
        for file, text in differing().items():
            say(file.name)
            replace(file, text.encode())

    return Target(about, lambda: [file.name for file in differing()], make)


def rows_target(
    about: str,
    missing: Callable[[], Sequence[Item]],
    named: Callable[[Item], str],
    add: Callable[[Item], object],
    texts: Callable[[], Mapping[Path, str]] = dict,
    *,
    slow: bool = False,
) -> Target:
    """Return a target whose items are stored rows, such as results of games, or the files of text
    that show them.

    `about` describes the target for lists. `missing` returns the keys of the rows that are missing
    or outdated, `named` returns the name of the row with a given key, and `add` computes and stores
    that row. `texts` returns the text of each file by its path. `slow` says whether the target
    takes hours.
    """
    shown = text_target(about, texts)

    def make(say: Say) -> None:
        for key in missing():
            say(named(key))
            add(key)
        shown.make(say)

    return Target(about, lambda: list(map(named, missing())) or shown.stale(), make, slow)
