"""Policy files (`policy.bin`) of training runs of the agent `knowing`, whose states contain only
what its seat knows.

A policy ranks the actions tried in each state by their weights. It is small enough to distribute.
"""

import zlib

import numpy as np
import numpy.typing as npt

from agents.mwum.run import RUNS
from agents.runs.storage import replace, trained
from native.strategies.mwum.policy import ENTRY, Memory

FILE = "policy.bin"
MOST = 1 << 22
"""The maximum number of entries in a policy file: one for each action tried in each state."""
WIDTH = 9
"""The bytes per entry of a policy file before compression: the difference from the previous key
(8) and the action's rank (1)."""


def save(run: str, entries: npt.NDArray[np.void]) -> None:
    """Write the policy of the training run called `run` to its file, replacing an earlier one.

    `entries` are the policy's table entries, as `native.strategies.mwum.policy.policy` returns
    them.
    """
    replace(RUNS.own(run) / FILE, encode(entries))


def load(run: str) -> Memory:
    """Load the current policy of the training run called `run`: a table that ranks the actions in
    each state, from which `native.strategies.mwum.policy.decide` chooses moves.

    Raise BadRun if it is missing or damaged.
    """
    missing = f"The run {run} has not saved a policy yet."
    return trained(RUNS.folder(run) / FILE, decode, f"The policy of {run}", missing)


def version(run: str) -> str:
    """Return a checksum of the policy file of the training run called `run`, 8 hexadecimal digits,
    used as the agent's version. Raise FileNotFoundError if there is none.
    """
    return f"{zlib.crc32((RUNS.folder(run) / FILE).read_bytes()):08x}"


def encode(entries: npt.NDArray[np.void]) -> bytes:
    """Return the table entries of a policy as the bytes of its file.

    `entries` has dtype `native.strategies.mwum.policy.ENTRY` and is sorted by the field `key`,
    which identifies a state and an action in it. The bytes are grouped by column, which compresses
    best.
    """
    steps = np.diff(entries["key"], prepend=np.uint64(0)).astype("<u8")
    columns = steps.view(np.uint8).reshape(-1, 8).T.tobytes()
    places = (-entries["value"]).clip(0, 255).astype(np.uint8).tobytes()
    return zlib.compress(columns + places, 9)


def decode(data: bytes) -> Memory:
    """Return a policy from the bytes of its file: a table that ranks the actions in each state,
    from which `native.strategies.mwum.policy.decide` chooses moves.

    Raise ValueError or zlib.error if the bytes are invalid.
    """
    unpacker = zlib.decompressobj()
    columns = unpacker.decompress(data, MOST * WIDTH)
    # A run trained on few games may have no entries.
    if not unpacker.eof or len(columns) % WIDTH:
        raise ValueError("the file is truncated or too long")
    count = len(columns) // WIDTH
    table = np.frombuffer(columns, np.uint8).reshape(WIDTH, count)
    entries = np.zeros(count, ENTRY)
    entries["key"] = np.cumsum(np.ascontiguousarray(table[:8].T).view("<u8")[:, 0])
    entries["value"] = -table[8].astype(np.float32)
    return Memory.of(entries)
