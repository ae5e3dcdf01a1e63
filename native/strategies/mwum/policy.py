"""Agents of the multiplicative weights update method: the learned weights, and the policy that
plays.
"""

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rules import Move
from native.engine.view import View

ENTRY = np.dtype([("key", "<u8"), ("value", "<f4"), ("visits", "<u4")])
"""The dtype of an entry of the table of learned weights (the core's `hl_mwum_entry`), for a
state, an action in a state, or a class of public positions. `key` identifies it and `visits` counts
how often it occurred. `value` is, of an action, the logarithm of its weight; of a state, the mean
reward; of a position, the mean number of points still scored."""
SMALLEST = 1 << 12
LARGEST = 1 << 28
"""The most entries of a table of learned weights, which take 4 GiB."""
PAST = 100
"""The number of last games whose scores a Memory stores."""
ITSELF = int(lib.HL_MWUM_ITSELF)
"""The number that stands in the key of a state's own entry in place of an action's number
(code)."""
OF_STATE, ANYWHERE = int(lib.HL_MWUM_OF_STATE), int(lib.HL_MWUM_ANYWHERE)
"""The highest bits of keys: of entries for an action in a state, and for an action in any state."""
CODE_BITS = int(lib.HL_MWUM_STATE) & 0xFF
"""The number of low bits of a key that hold the action's number (code). Above them is the state's
number, and above that OF_STATE or ANYWHERE."""
KEY_BITS = CODE_BITS + (int(lib.HL_MWUM_STATE) >> 8)


class TableFull(ValueError):
    """Raised if training meets more states than a table of learned weights can hold."""


@dataclass
class Memory:
    """The complete training state of an agent that learns by multiplicative weights, from which
    training can resume. `games` is the number of games played, `used` the number of `entries` that
    are in use; the others are empty.
    """

    entries: npt.NDArray[np.void] = field(default_factory=lambda: np.zeros(SMALLEST, ENTRY))
    """The learned weights as a hash table: (size,) of dtype ENTRY, where the size is a power of
    2."""
    used: int = 0
    scores: bytes = bytes(PAST)
    """The scores of the last 100 games, a byte each: that of game i is at index i modulo 100."""
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
        used = self.entries[self.entries["key"] != 0]
        return np.take(used, np.argsort(used["key"]))

    @classmethod
    def of(cls, learnt: npt.NDArray[np.void], scores: bytes = bytes(PAST), games: int = 0) -> Self:
        """Return the training state that consists of these parts.

        `learnt` are the learned weights, as in the attribute `learnt`; `scores` those of the last
        100 games (a byte each, game i at index i modulo 100); `games` the number of games played.
        Raises ValueError if the entries or scores are malformed.
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
        """Double the size of the hash table. Raises TableFull if it cannot grow any more."""
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
    """The number that encodes the state. In `native.strategies.mwum.words` the function `state`
    translates it to English, and `action` does so with `code`, which encodes the action chosen."""
    code: int
    known: bool
    """Whether the policy has weights for the state; if not, it took the best action over all
    states."""


def decide(view: View, policy: Memory) -> PolicyChoice:
    """Return the choice of a trained `policy` for the view's seat: the action with the largest
    weight in its state or, if the policy has no weights for the state, the best over all states.

    The policy must be that of an agent whose states contain only what its seat knows
    (`Kind.KNOWING` of `native.strategies.mwum.learning`). Raises ValueError if it is another seat's
    turn or the game is over.
    """
    decision = ffi.new("hl_mwum_decision *")
    if lib.hl_mwum_decide(view.struct, policy.table, decision) != lib.HL_OK:
        raise ValueError(f"Seat {view.seat} is not to move.")
    move = Move.from_id(view.rules, decision.move)
    return PolicyChoice(move, int(decision.state), int(decision.code), bool(decision.known))


def policy(memory: Memory, visits: int = 30) -> npt.NDArray[np.void]:
    """Return the part of a trained agent's weights that it needs to play: rankings of actions.

    The result is an array of dtype ENTRY, sorted by key. For each state it ranks the actions taken
    there at least `visits` times: value 0 for the action with the largest weight, -1 for the next …
    All states without such an action share one ranking, over all states, of the actions ranked
    anywhere.
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
    """Return entries (dtype ENTRY) that rank actions independently of the state, by the mean of
    `behind`: the logarithm of an action's weight minus the largest one in its state.

    `codes` are the actions' numbers, with repeats; `behind` has the same shape.
    """
    kept, of = np.unique(codes, return_inverse=True)
    means = np.bincount(of, behind) / np.bincount(of)
    entries = np.zeros(len(kept), ENTRY)
    entries["key"] = kept | np.uint64(ANYWHERE)
    entries["value"][np.lexsort((kept, -means))] = -np.arange(len(kept))
    return entries
