"""A model of one's own cards from its first step to its last, whatever comes between."""

from __future__ import annotations

import io
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from agents.archives.errors import BadParameters
from agents.archives.setting import check_range
from agents.learning import models, weight_files
from agents.learning.hcic import HcicTraining
from agents.learning.hcic_run import FILE, FOLDERS, FORMAT, SCHEMA, HcicRun
from agents.runs.checkpoints import checkpointed, never
from agents.runs.errors import BadRun
from agents.runs.lock import locked
from agents.runs.progress import Meter, Progress
from agents.runs.storage import make_folder, replace

MAX_STEPS = 10_000_000
TEST_EVERY = 500
"""Steps from point to point of the curve."""
SHOW_SECONDS = 2.0
SAVE_SECONDS = 120.0


def load(name: str) -> HcicRun:
    """The run as it is now. Raises BadRun, in words."""
    if not FOLDERS.exists(name):
        known = ", ".join(FOLDERS.names()) or "none"
        raise BadRun(f"There is no model {name} of one's own cards. Models: {known}.")
    try:
        run = msgspec.json.decode((FOLDERS.folder(name) / FILE).read_bytes(), type=HcicRun)
    except (OSError, msgspec.DecodeError, BadParameters) as error:
        raise BadRun(f"The model {name} is damaged: {error}.") from None
    if run.format != FORMAT or run.schema != SCHEMA:
        raise BadRun(f"The model {name} is of a kind that cannot be read here.")
    return run


@contextmanager
def started(run: HcicRun) -> Iterator[HcicTraining]:
    """A new model, held by this process. Raises BadRun for a name that is taken."""
    check_range("steps", run.of, 1, MAX_STEPS)
    if FOLDERS.begun_here(run.name):
        raise BadRun(f"There is a model {run.name} already; --resume goes on with it.")
    folder = FOLDERS.own(run.name)
    if folder.exists() and any(not path.name.startswith(".") for path in folder.iterdir()):
        raise BadRun(f"{run.name} is a run of another sort; choose another name.")
    training = HcicTraining(run)
    make_folder(folder)
    with locked(folder):
        _save(training)
        yield training


@contextmanager
def resumed(name: str, steps: int | None = None) -> Iterator[HcicTraining]:
    """A model as it was left, held by this process, to be continued up to so many steps."""
    load(name)
    if not FOLDERS.begun_here(name):
        raise BadRun(f"{name} came without its checkpoint; leave --resume out to make it again.")
    with locked(FOLDERS.own(name)):
        run = load(name)
        if steps is not None and not run.steps <= steps <= MAX_STEPS:
            raise BadParameters(f"steps must be from the {run.steps} of {name} to {MAX_STEPS}.")
        training = HcicTraining(msgspec.structs.replace(run, of=steps or run.of))
        try:
            with np.load(_checkpoint(run), allow_pickle=False) as file:
                training.restore({key: file[key] for key in file.files})
        except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, zlib.error) as error:
            raise BadRun(f"The checkpoint of {name} is damaged: {error}.") from None
        yield training


def make(
    training: HcicTraining,
    listener: Callable[[Progress], None] = lambda _: None,
    asked_to_stop: Callable[[], bool] = never,
) -> HcicRun:
    """Make all steps and save the model, whose run is returned. Asked to stop, it saves what it has
    and raises Stopped."""
    meter = Meter(training.run.steps, unit="steps", label=training.run.name, every=SHOW_SECONDS)
    began = time.monotonic() - training.run.seconds

    def say() -> None:
        run = training.run
        note = f"loss {run.curve[-1].held:.3f}" if run.curve else ""
        if now := meter.at(run.steps, run.of, note):
            listener(now)

    def take(_step: int) -> None:
        training.step()
        run = training.run
        if run.steps % TEST_EVERY == 0 or run.steps == run.of:
            training.measure()

    def save() -> None:
        seconds = round(time.monotonic() - began, 1)
        training.run = msgspec.structs.replace(training.run, seconds=seconds)
        _save(training)

    left = range(training.run.steps, training.run.of)
    checkpointed(left, take, save, every=SAVE_SECONDS, say=say, asked_to_stop=asked_to_stop)
    return training.run


def _save(training: HcicTraining) -> None:
    """Write the checkpoint and the model, then the file that points to them."""
    run = training.run
    home = FOLDERS.own(run.name)
    file = io.BytesIO()
    arrays: dict[str, Any] = {**training.state()}
    np.savez(file, **arrays)
    replace(_checkpoint(run), file.getvalue())
    card = models.Card(run.name, run.recipe, run.steps)
    replace(home / models.FILE, weight_files.encode(card, training.weights()))
    replace(home / FILE, msgspec.json.format(msgspec.json.encode(run), indent=1) + b"\n")
    for path in home.glob("checkpoint-*.npz"):
        if path != _checkpoint(run):
            path.unlink()


def _checkpoint(run: HcicRun) -> Path:
    return FOLDERS.own(run.name) / f"checkpoint-{run.steps}.npz"
