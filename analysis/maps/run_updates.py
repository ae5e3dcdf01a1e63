"""The state of a run in the making, for pages that watch it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from agents.archives import runs
from agents.archives.summary import summary
from agents.generator import status
from agents.runs.lock import held
from analysis.maps.layers import layer


def changed(name: str) -> int:
    """The time of the last snapshot, in nanoseconds. Raises BadRun."""
    return (runs.folder(name) / runs.ARCHIVE).stat().st_mtime_ns


def state(name: str) -> tuple[bool, str, str]:
    """Whether a process makes the run, and where it stands: in a word or two, and in a line."""
    folder = runs.folder(name)
    making, now = held(folder), status.read(folder)
    if making:
        return True, "In the making", now.line if now else "It begins."
    if now:
        return False, "Not finished", now.line
    return False, "Waiting", "The worker (manage.py db_worker) makes one run after another."


def update(name: str) -> dict[str, Any]:
    """Progress in words and numbers, and the scores as rows of a map (null: empty)."""
    archive = runs.load(name)
    making, words, line = state(name)
    scores = layer("score", archive, None)
    rows, columns = archive.setting.grid
    assert scores is not None
    return {
        "t": "run",
        "making": making,
        "state": words,
        "line": line,
        "individuals": archive.individuals,
        "of": archive.recipe.individuals if archive.recipe else 0,
        "summary": asdict(summary(archive)),
        "z": [[scores.at((row, column)) for column in range(columns)] for row in range(rows)],
    }
