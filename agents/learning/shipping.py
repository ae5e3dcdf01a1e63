"""Copy finished training runs, and models that predict a seat's own cards, from RUNS_DIR to
the folder `demo`, which comes with the program.
"""

from enum import StrEnum
from pathlib import Path

from agents.learning import hcic_run, policies, weight_files
from agents.learning.hcic_run import MODELS
from agents.learning.run import LEARNERS
from agents.runs.errors import BadRun
from agents.runs.storage import RunFolders, make_folder, replace


class Weights(StrEnum):
    """The form in which a run's weights are shipped with the program."""

    NONE = "none"
    """No weights: the record shows the training curve and the command that trains them again."""
    SMALL = "small"
    """Matrices of 8-bit integers with a scale per row."""
    HALF = "half"
    """The run's own file, with arrays in half precision."""


def differing(name: str, weights: Weights) -> list[str]:
    """Return the names of the files in the folder `demo` that `ship(name, weights)` would add,
    change or delete.

    Raise BadRun if the run or model called `name` is missing, unfinished or damaged.
    """
    return [
        path.name
        for path, data in _files(name, weights).items()
        if (path.read_bytes() if path.is_file() else None) != data
    ]


def ship(name: str, weights: Weights) -> list[Path]:
    """Copy the record and weights of the finished run or model called `name` from RUNS_DIR to its
    folder in `demo`, replacing older copies; return the paths of the files written.

    `weights` is the form of the copied weights; with NONE, weights in `demo` are deleted. Raise
    BadRun if the run or model is missing, unfinished or damaged.
    """
    written = []
    for path, data in _files(name, weights).items():
        make_folder(path.parent)
        if data is None:
            path.unlink(missing_ok=True)
        else:
            replace(path, data)
            written.append(path)
    return written


def _files(name: str, weights: Weights) -> dict[Path, bytes | None]:
    """Return the contents of the bundled files by path, None for a file to delete. The record is
    last, because its presence makes the folder a run.
    """
    folders, file = _finished(name)
    source, target = folders.own(name), folders.bundled / name
    trained = None if weights is Weights.NONE else (source / file).read_bytes()
    if trained and weights is Weights.SMALL:
        trained = weight_files.smaller(trained)
    return {target / file: trained, target / folders.file: (source / folders.file).read_bytes()}


def _finished(name: str) -> tuple[RunFolders, str]:
    """Return where a finished run or model is stored, and the name of its weights' file. Raise
    BadRun if it is missing, unfinished or damaged.
    """
    if LEARNERS.begun_here(name):
        run = LEARNERS.load(name)
        if run.final is None:
            raise BadRun(
                f"{name} is not finished: {run.turns:,} of {run.of:,} turns. "
                f"`train {name} --resume --turns {run.turns}` ends it there."
            )
        policies.load(LEARNERS.own(name) / policies.FILE)
        return LEARNERS, policies.FILE
    if MODELS.begun_here(name):
        model = MODELS.load(name)
        if model.steps < model.of:
            raise BadRun(f"{name} is not finished: {model.steps:,} of {model.of:,} steps.")
        hcic_run.load(name)
        return MODELS, hcic_run.FILE
    raise BadRun(f"There is no run and no model {name} in this installation's RUNS_DIR.")
