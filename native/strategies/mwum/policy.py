"""Agents of the multiplicative weights update method: the learned weights, and the policy that
plays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rules import Move
from native.engine.view import View

ENTRY = np.dtype([("key", "<u8"), ("value", "<f4"), ("visits", "<u4")])
"""A state, or an action in a state: the core's `hl_mwum_entry`."""
SMALLEST = 1 << 12
LARGEST = 1 << 28
"""The most entries of a table: 4 GiB."""
PAST = 100
"""The number of games whose scores are stored."""
ITSELF = int(lib.HL_MWUM_ITSELF)
"""The code that marks a state's own entry, in place of an action's code."""
OF_STATE, ANYWHERE = int(lib.HL_MWUM_OF_STATE), int(lib.HL_MWUM_ANYWHERE)
"""Prefixes of keys: of actions in a state, and of actions wherever they are taken."""
CODE_BITS = int(lib.HL_MWUM_STATE) & 0xFF
"""The width of the action's code in a key; the state stands above it, the prefix above both."""
KEY_BITS = CODE_BITS + (int(lib.HL_MWUM_STATE) >> 8)


class TableFull(ValueError):
    """Raised if training meets more states than a table can hold."""


@dataclass
class Memory:
    """The complete training state of an agent that learns by multiplicative weights, from which
    training can resume.
    """

    entries: npt.NDArray[np.void] = field(default_factory=lambda: np.zeros(SMALLEST, ENTRY))
    """(size,) ENTRY, a hash table; the size is a power of 2."""
    used: int = 0
    scores: bytes = bytes(PAST)
    """The scores of the last games, game i at i modulo 100."""
    games: int = 0

    def __post_init__(self) -> None:
        """Raise ValueError if the table is malformed or `used` is not the number of its used
        entries.
        """
        self._check()
        if np.count_nonzero(self.entries["key"]) != self.used or len(self.scores) != PAST:
            raise ValueError("The number of entries in use, or of scores, is wrong.")

    @property
    def learnt(self) -> npt.NDArray[np.void]:
        """The learned weights as an array: the used entries of the hash table, sorted by key, so
        that equal weights always give equal arrays.
        """
        return np.sort(self.entries[self.entries["key"] != 0], order="key")

    @classmethod
    def of(
        cls, learnt: npt.NDArray[np.void], scores: bytes = bytes(PAST), games: int = 0
    ) -> Memory:
        """Return a training state: learned weights (table entries), the scores of the last 100
        games (a byte each, game i at i modulo 100), and the number of games played. Raises
        ValueError if the entries are malformed.
        """
        if learnt.dtype != ENTRY or learnt.ndim != 1:
            raise ValueError("Learnt entries must be one row of dtype ENTRY.")
        if np.any(learnt["key"] == 0) or np.any(np.diff(np.sort(learnt["key"])) == 0):
            raise ValueError("A key is duplicated or 0.")
        if not np.all(np.isfinite(learnt["value"])):
            raise ValueError("A weight is not a finite number.")
        size = SMALLEST
        while size < 2 * len(learnt):
            size *= 2
        memory = cls(np.zeros(size, ENTRY), 0, scores, games)
        memory._fill(learnt)
        return memory

    @property
    def table(self) -> Any:
        """The hash table of learned weights as the C struct `hl_mwum_table`, valid while this
        object's `entries` are alive.
        """
        self._check()
        pointer = ffi.cast("hl_mwum_entry *", self.entries.ctypes.data)
        return ffi.new("hl_mwum_table *", (pointer, len(self.entries) - 1, self.used))

    def grow(self) -> None:
        """Double the size of the table. Raises TableFull if it already has its largest size."""
        if len(self.entries) >= LARGEST:
            raise TableFull("The table of states is full; begin a new run.")
        old, self.entries, self.used = self.entries, np.zeros(2 * len(self.entries), ENTRY), 0
        self._fill(old)

    def _check(self) -> None:
        size = len(self.entries)
        fits = self.entries.dtype == ENTRY and self.entries.ndim == 1 and size & (size - 1) == 0
        if not (fits and self.used < size and self.entries.flags.c_contiguous):
            raise ValueError("A table must have a power of 2 of entries, with some empty.")

    def _fill(self, entries: npt.NDArray[np.void]) -> None:
        kept, table = np.ascontiguousarray(entries), self.table
        lib.hl_mwum_fill(table, ffi.cast("hl_mwum_entry *", kept.ctypes.data), len(kept))
        self.used = int(table.used)


@dataclass(frozen=True)
class PolicyChoice:
    """The move that a trained policy chose, and the state in which it chose."""

    move: Move
    state: int
    """The number of the state, and `code` of the action (`native.strategies.mwum.words`)."""
    code: int
    known: bool
    """Whether it has visited the state; if not, it took the best action over all states."""


def decide(view: View, policy: Memory) -> PolicyChoice:
    """Return the policy's choice for the seat to move: the action with the largest weight.

    In a state without weights it is the best action over all states. Raises ValueError if it is
    another seat's turn.
    """
    decision = ffi.new("hl_mwum_decision *")
    if lib.hl_mwum_decide(view.struct, policy.table, decision) != lib.HL_OK:
        raise ValueError(f"Seat {view.seat} is not to move.")
    move = Move.from_id(view.rules, decision.move)
    return PolicyChoice(move, int(decision.state), int(decision.code), bool(decision.known))


def policy(memory: Memory, visits: int = 30) -> npt.NDArray[np.void]:
    """Return the table entries (dtype ENTRY) that a trained agent needs to play, sorted by key.

    They rank the actions taken at least `visits` times in each state (value 0 for the action with
    the largest weight, -1 for the next …). A second ranking of these actions, over all states,
    serves the states that have none.
    """
    learnt = memory.learnt
    of_state = learnt["key"] >> KEY_BITS == OF_STATE >> KEY_BITS
    tried = (learnt["key"] & ITSELF != ITSELF) & (learnt["visits"] >= visits)
    actions = learnt[of_state & tried]
    actions = actions[np.lexsort((actions["key"], -actions["value"], actions["key"] >> CODE_BITS))]
    states = actions["key"] >> CODE_BITS
    heaviest = np.searchsorted(states, states)
    anywhere = _anywhere(actions["key"] & ITSELF, actions["value"] - actions["value"][heaviest])
    actions["value"] = heaviest - np.arange(len(actions))
    kept = np.concatenate([actions, anywhere])
    kept["visits"] = 0
    return np.sort(kept, order="key")


def _anywhere(codes: npt.NDArray[np.uint64], behind: npt.NDArray[np.float32]) -> Any:
    """Return the actions ranked by their mean distance in weight to their state's heaviest
    action.
    """
    kept, of = np.unique(codes, return_inverse=True)
    means = np.bincount(of, behind) / np.bincount(of)
    entries = np.zeros(len(kept), ENTRY)
    entries["key"] = kept | np.uint64(ANYWHERE)
    entries["value"][np.lexsort((kept, -means))] = -np.arange(len(kept))
    return entries
