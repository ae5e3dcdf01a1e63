"""What a run in the making says to who watches: sent whenever its snapshot changes."""

from __future__ import annotations

from typing import Any

from agents.archives import runs
from agents.generator import progress
from agents.generator.lock import held
from analysis.maps.layers import layer


def changed(name: str) -> int:
    """Grows with every snapshot. Raises BadRun."""
    return (runs.folder(name) / runs.ARCHIVE).stat().st_mtime_ns


def news(name: str) -> dict[str, Any]:
    """How far it is, in words and numbers, and the scores as rows of a map (null: empty)."""
    archive = runs.load(name)
    folder = runs.folder(name)
    now, scores = progress.read(folder), layer("score", archive, None)
    rows, columns = archive.setting.grid
    assert scores is not None
    of = archive.recipe.individuals if archive.recipe else 0
    return {
        "t": "run",
        "making": held(folder),
        "line": now.line if now else "",
        "individuals": archive.individuals,
        "of": of,
        "z": [[scores.at((row, column)) for column in range(columns)] for row in range(rows)],
    }
