"""The state of an unfinished run, for pages that watch it."""

from dataclasses import asdict, replace
from typing import Any

from agents.archives import runs
from agents.archives.summary import summary
from agents.generator import status
from agents.runs.storage import is_locked
from analysis.maps.layers import layer


def mark(name: str) -> str:
    """Return an ETag of the run called `name`, which changes with the run's last snapshot and when
    a process begins or stops computing the run.

    The process may be on another machine that shares the folder, so files are the only signal.
    Raises BadRun if the name is invalid.
    """
    return f'"{runs.changed(name)}-{is_locked(runs.folder(name))}"'


def state(name: str) -> tuple[bool, str, str]:
    """Return whether a process is computing the run called `name`, the state of the run as a short
    phrase such as "Not finished", and its progress as a sentence.
    """
    folder = runs.folder(name)
    making, now = is_locked(folder), status.read(folder)
    if making:
        return True, "In the making", now.line if now else "It begins."
    if now:
        stands = replace(now.progress, rate=0.0).line
        return (
            False,
            "Not finished",
            f"{stands}. manage.py evolve --run {name} --resume continues it.",
        )
    return False, "Waiting", "The worker (manage.py db_worker) makes one run after another."


def update(name: str) -> dict[str, Any]:
    """Return the progress of a run as a dictionary for the pages that watch it.

    The keys `making`, `state` and `line` have the results of the function `state`. `individuals` is
    the number of individuals so far and `of` that of the finished run (0 for an imported archive);
    `complete` says whether the run is finished; `summary` has the summary figures of the archive;
    and `z` has the score of each cell as a list of rows, None for an empty cell.

    Raises BadRun or BadArchive if the run is missing or damaged.
    """
    archive = runs.load(name)
    making, words, line = state(name)
    scores = layer("score", archive, None)
    rows, columns = map(range, archive.setting.grid)
    assert scores is not None
    return {
        "making": making,
        "state": words,
        "line": line,
        "individuals": archive.individuals,
        "of": archive.recipe.individuals if archive.recipe else 0,
        "complete": archive.complete,
        "summary": asdict(summary(archive)),
        "z": [[scores.at((row, column)) for column in columns] for row in rows],
    }
