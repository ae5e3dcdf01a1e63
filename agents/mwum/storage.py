"""Runs of the method on disk: `mwum.json` with how it went, and the weights beside it."""

from __future__ import annotations

import zlib
from pathlib import Path

import msgspec
import numpy as np

from agents.archives.errors import BadParameters, BadRun
from agents.mwum.training_run import FORMAT, SCHEMA, TrainingRun
from agents.runs.storage import RunFolders, make_folder, replace
from native.strategies.mwum.memory import ENTRY, LARGEST, PAST, Memory

FILE = "mwum.json"
FOLDERS = RunFolders(FILE, bundled=Path(__file__).parent / "demo")
names, exists, begun_here = FOLDERS.names, FOLDERS.exists, FOLDERS.begun_here
folder, own_folder = FOLDERS.folder, FOLDERS.own


def load(name: str) -> TrainingRun:
    """The run as it is now. Raises BadRun, in words."""
    if not exists(name):
        known = ", ".join(names()) or "none"
        raise BadRun(f"There is no run {name} of the method. Runs: {known}.")
    try:
        training_run = msgspec.json.decode((folder(name) / FILE).read_bytes(), type=TrainingRun)
    except (OSError, msgspec.DecodeError, BadParameters) as error:
        raise BadRun(f"The run {name} is damaged: {error}.") from None
    if training_run.format != FORMAT or training_run.schema != SCHEMA:
        raise BadRun(f"The run {name} is of a kind that cannot be read here.")
    return training_run


def memory(training_run: TrainingRun) -> Memory:
    """What the run has learnt. Raises BadRun for weights that are not there or damaged."""
    path = folder(training_run.run) / _weights_of(training_run)
    try:
        return decode(path.read_bytes())
    except FileNotFoundError:
        raise BadRun(
            f"The weights of {training_run.run} were not kept; make the run again."
        ) from None
    except (OSError, ValueError, zlib.error) as error:
        raise BadRun(f"The weights of {training_run.run} are damaged: {error}.") from None


def save(training_run: TrainingRun, learnt: Memory) -> None:
    """Write the weights, then the file that points to them, then drop the older weights."""
    home = own_folder(training_run.run)
    make_folder(home)
    weights = home / _weights_of(training_run)
    replace(weights, encode(learnt))
    replace(home / FILE, msgspec.json.format(msgspec.json.encode(training_run), indent=1) + b"\n")
    for path in home.glob("weights-*.bin"):
        if path != weights:
            path.unlink()


def encode(learnt: Memory) -> bytes:
    """The same bytes for the same knowledge."""
    head = learnt.games.to_bytes(8, "little") + learnt.scores
    return head + zlib.compress(learnt.learnt.tobytes(), 6)


def decode(data: bytes) -> Memory:
    """Raises ValueError or zlib.error for bytes that are no memory."""
    games, scores = int.from_bytes(data[:8], "little"), data[8 : 8 + PAST]
    unpacker = zlib.decompressobj()
    entries = unpacker.decompress(data[8 + PAST :], LARGEST * ENTRY.itemsize)
    if len(scores) < PAST or not unpacker.eof:
        raise ValueError("the file is cut off")
    return Memory.of(np.frombuffer(entries, ENTRY), scores, games)


def _weights_of(training_run: TrainingRun) -> str:
    return f"weights-{training_run.games}.bin"
