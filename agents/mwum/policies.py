"""What is left of a knowing agent when it has learnt: `policy.bin`, small enough to give away."""

from __future__ import annotations

import zlib
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from agents.archives.errors import BadRun
from agents.mwum import storage
from agents.runs.storage import replace
from native.strategies.mwum.memory import ENTRY, Memory

FILE = "policy.bin"
MOST = 1 << 22
"""Entries."""
WIDTH = 9
"""Bytes of an entry: the step from the last key, and the place of its action."""


def save(run: str, entries: npt.NDArray[np.void]) -> None:
    replace(storage.own_folder(run) / FILE, encode(entries))


def load(run: str) -> Memory:
    """The policy of a run as it is now. Raises BadRun, in words."""
    path = storage.folder(run) / FILE
    try:
        return _read(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        raise BadRun(f"The run {run} has made no policy yet.") from None
    except (OSError, ValueError, zlib.error) as error:
        raise BadRun(f"The policy of {run} is damaged: {error}.") from None


def version(run: str) -> str:
    """Changes whenever the policy does."""
    return f"{zlib.crc32((storage.folder(run) / FILE).read_bytes()):08x}"


def encode(entries: npt.NDArray[np.void]) -> bytes:
    """Entries in order of their keys; columns byte by byte, since that packs best."""
    steps = np.diff(entries["key"], prepend=np.uint64(0)).astype("<u8")
    columns = steps.view(np.uint8).reshape(-1, 8).T.tobytes()
    places = (-entries["value"]).clip(0, 255).astype(np.uint8).tobytes()
    return zlib.compress(columns + places, 9)


def decode(data: bytes) -> Memory:
    """Raises ValueError or zlib.error for bytes that are no policy."""
    unpacker = zlib.decompressobj()
    columns = unpacker.decompress(data, MOST * WIDTH)
    # A run that learnt from few games may know nothing of any state.
    if not unpacker.eof or len(columns) % WIDTH:
        raise ValueError("the file is cut off or too long")
    count = len(columns) // WIDTH
    table = np.frombuffer(columns, np.uint8).reshape(WIDTH, count)
    entries = np.zeros(count, ENTRY)
    entries["key"] = np.cumsum(np.ascontiguousarray(table[:8].T).view("<u8")[:, 0])
    entries["value"] = -table[8].astype(np.float32)
    return Memory.of(entries)


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> Memory:
    return decode(path.read_bytes())
