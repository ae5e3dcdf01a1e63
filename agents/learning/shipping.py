"""Finished runs and models put among those that come with the program."""

from __future__ import annotations

from pathlib import Path

from agents.learning import hcic_run, hcic_training, models, policies, storage
from agents.runs.errors import BadRun
from agents.runs.storage import RunFolders, make_folder, replace


def ship(name: str) -> list[Path]:
    """Copy a run or a model of this installation, without its checkpoint; the files written.
    Raises BadRun for one that is not there, not finished or damaged."""
    if storage.begun_here(name):
        _check_run(name)
        return _copy(storage.FOLDERS, name, policies.FILE)
    if hcic_run.FOLDERS.begun_here(name):
        _check_model(name)
        return _copy(hcic_run.FOLDERS, name, models.FILE)
    raise BadRun(f"There is no run and no model {name} in this installation's RUNS_DIR.")


def _check_run(name: str) -> None:
    run = storage.load(name)
    if run.final is None:
        raise BadRun(
            f"{name} is not finished: {run.turns:,} of {run.of:,} turns. "
            f"`train {name} --resume --turns {run.turns}` ends it there."
        )
    policies.load(storage.own_folder(name) / policies.FILE)


def _check_model(name: str) -> None:
    run = hcic_training.load(name)
    if run.steps < run.of:
        raise BadRun(f"{name} is not finished: {run.steps:,} of {run.of:,} steps.")
    models.load(name)


def _copy(folders: RunFolders, name: str, weights: str) -> list[Path]:
    source, target = folders.own(name), folders.bundled / name
    make_folder(target)
    # The file that makes it a run comes last.
    written = [target / file for file in (weights, folders.file)]
    for path in written:
        replace(path, (source / path.name).read_bytes())
    return written
