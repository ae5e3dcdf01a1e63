"""What an agent has learnt by multiplicative weights: a table of states and actions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib

ENTRY = np.dtype([("key", "<u8"), ("value", "<f4"), ("visits", "<u4")])
"""A state, or an action in a state: the core's `hl_mwum_entry`."""
SMALLEST = 1 << 12
LARGEST = 1 << 28
"""Entries of a table: 4 GiB."""
PAST = 100
"""Games whose scores are remembered."""


class TableFull(ValueError):
    """More states than a table can have."""


@dataclass
class Memory:
    """What an agent has learnt: all of it, so that learning can go on from here."""

    entries: npt.NDArray[np.void] = field(default_factory=lambda: np.zeros(SMALLEST, ENTRY))
    """A hash table; a power of 2."""
    used: int = 0
    scores: bytes = bytes(PAST)
    """Of the last games, game i at i modulo 100."""
    games: int = 0

    @property
    def learnt(self) -> npt.NDArray[np.void]:
        """The entries in use, by key: the same for the same knowledge."""
        return np.sort(self.entries[self.entries["key"] != 0], order="key")

    @classmethod
    def of(
        cls, learnt: npt.NDArray[np.void], scores: bytes = bytes(PAST), games: int = 0
    ) -> Memory:
        """Raises ValueError for entries that no memory has."""
        if np.any(learnt["key"] == 0) or np.any(np.diff(np.sort(learnt["key"])) == 0):
            raise ValueError("A state is there twice, or is none.")
        if not np.all(np.isfinite(learnt["value"])):
            raise ValueError("A weight is no number.")
        size = SMALLEST
        while size < 2 * len(learnt):
            size *= 2
        memory = cls(np.zeros(size, ENTRY), 0, scores, games)
        memory._fill(learnt)
        return memory

    @property
    def table(self) -> Any:
        """The core's `hl_mwum_table` over the entries, which must stay alive."""
        pointer = ffi.cast("hl_mwum_entry *", self.entries.ctypes.data)
        return ffi.new("hl_mwum_table *", (pointer, len(self.entries) - 1, self.used))

    def grow(self) -> None:
        """Twice the room. Raises TableFull."""
        if len(self.entries) >= LARGEST:
            raise TableFull("There are more states than memory for them; begin a run of its own.")
        old, self.entries, self.used = self.entries, np.zeros(2 * len(self.entries), ENTRY), 0
        self._fill(old)

    def _fill(self, entries: npt.NDArray[np.void]) -> None:
        kept, table = np.ascontiguousarray(entries), self.table
        lib.hl_mwum_fill(table, ffi.cast("hl_mwum_entry *", kept.ctypes.data), len(kept))
        self.used = int(table.used)
