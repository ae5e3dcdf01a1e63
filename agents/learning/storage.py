"""Runs that learn, on disk: `learning.json` with how it went, its policy, and a checkpoint.

The checkpoint has all that is needed to go on: weights and what Adam remembers, the replay, the
games in the lanes. It is named after the turns, and the older one goes when the new one stands.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from agents.archives.errors import BadParameters
from agents.learning.run import FORMAT, SCHEMA, Run
from agents.runs.errors import BadRun
from agents.runs.storage import RunFolders, make_folder, replace

FILE = "learning.json"
FOLDERS = RunFolders(FILE, bundled=Path(__file__).parent / "demo")
names, exists, begun_here = FOLDERS.names, FOLDERS.exists, FOLDERS.begun_here
folder, own_folder = FOLDERS.folder, FOLDERS.own

State = dict[str, Any]


def load(name: str) -> Run:
    """The run as it is now. Raises BadRun, in words."""
    if not exists(name):
        known = ", ".join(names()) or "none"
        raise BadRun(f"There is no run {name} that learns. Runs: {known}.")
    try:
        run = msgspec.json.decode((folder(name) / FILE).read_bytes(), type=Run)
    except (OSError, msgspec.DecodeError, BadParameters) as error:
        raise BadRun(f"The run {name} is damaged: {error}.") from None
    if run.format != FORMAT or run.schema != SCHEMA:
        raise BadRun(f"The run {name} is of a kind that cannot be read here.")
    return run


def save(run: Run, state: State) -> None:
    """Write the checkpoint, then the file that points to it, then drop the older checkpoint."""
    home = own_folder(run.name)
    make_folder(home)
    checkpoint = home / _checkpoint_of(run)
    file = io.BytesIO()
    np.savez(file, **state)
    replace(checkpoint, file.getvalue())
    save_run(run)
    for path in home.glob("checkpoint-*.npz"):
        if path != checkpoint:
            path.unlink()


def save_run(run: Run) -> None:
    path = own_folder(run.name) / FILE
    replace(path, msgspec.json.format(msgspec.json.encode(run), indent=1) + b"\n")


def state_of(run: Run) -> State:
    """What the run goes on from. Raises BadRun."""
    path = own_folder(run.name) / _checkpoint_of(run)
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise BadRun(f"The checkpoint of {run.name} was not kept; make the run again.") from None
    except (OSError, EOFError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        raise BadRun(f"The checkpoint of {run.name} is damaged: {error}.") from None


def _checkpoint_of(run: Run) -> str:
    return f"checkpoint-{run.turns}.npz"
