"""The multiplicative weights update method of the core: weights, games that teach them, and the
policies that are left when the learning is over."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.moves import Move
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.engine.view import View

ENTRY = np.dtype([("key", "<u8"), ("value", "<f4"), ("visits", "<u4")])
"""A state, or an action in a state: the core's `hl_mwum_entry`."""
SMALLEST = 1 << 12
LARGEST = 1 << 28
"""Entries of a table: 4 GiB."""
PAST = 100
LONGEST = int(lib.HL_MWUM_LONGEST)
ITSELF = 0xFFFF
"""In place of an action's code: the state's own entry."""


class Kind(IntEnum):
    """Which agent learns."""

    PAPER = lib.HL_MWUM_PAPER
    KNOWING = lib.HL_MWUM_KNOWING


class Option(IntFlag):
    """The paper's enhancements."""

    BUCKETED = lib.HL_MWUM_BUCKETED
    SHAPED = lib.HL_MWUM_SHAPED
    VISITS = lib.HL_MWUM_VISITS


NO_OPTION = Option(0)


class TableFull(ValueError):
    """More states than a table can have."""


@dataclass(frozen=True)
class Method:
    """How an agent learns."""

    kind: Kind
    eta: float
    options: Option = NO_OPTION
    episode: int = 0
    """Moves of a mini-episode; 0: one reward a game."""
    penalty: float = 0.0
    """Points that the last strike costs, with mini-episodes."""

    @property
    def struct(self) -> Any:
        """The core's `hl_mwum_setting`."""
        return ffi.new(
            "hl_mwum_setting *",
            {
                "eta": self.eta,
                "penalty": self.penalty,
                "agent": int(self.kind),
                "options": int(self.options),
                "episode": self.episode,
            },
        )

    def check(self, rules: Rules) -> None:
        """Raises ValueError for numbers that teach nothing."""
        known = 0 <= self.episode <= LONGEST
        if not known or lib.hl_mwum_check(rules.struct, self.struct) != lib.HL_OK:
            raise ValueError(
                f"The core cannot learn like that: eta and penalty go from 0 to 100, and a "
                f"mini-episode has 1 to {LONGEST} moves, or 0 for none."
            )


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


@dataclass(frozen=True)
class Tally:
    """What came of games. `stacks[n]` counts those with n points, `struck[n]` those of them that
    ended by the last strike."""

    games: int
    moves: int
    met: int
    """Moves in states that had been met before."""
    stacks: tuple[int, ...]
    struck: tuple[int, ...]

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.moves + other.moves,
            self.met + other.met,
            tuple(map(sum, zip(self.stacks, other.stacks, strict=True))),
            tuple(map(sum, zip(self.struck, other.struck, strict=True))),
        )


def learn(rules: Rules, method: Method, seed: str, count: int, memory: Memory) -> Tally:
    """Play the next games of the run with this seed and learn from each, on one core without the
    GIL. The memory knows how many there were before. Raises TableFull."""
    method.check(rules)
    tally = ffi.new("hl_mwum_tally *")
    setting, stream, past = method.struct, Rng(seed).struct, ffi.new("hl_mwum_past *")
    past.scores, past.games = memory.scores, memory.games
    end = memory.games + count
    while past.games < end:
        table, first = memory.table, past.games
        lib.hl_mwum_learn(rules.struct, setting, stream, first, end - first, table, past, tally)
        memory.used = int(table.used)
        memory.scores, memory.games = bytes(past.scores), int(past.games)
        if past.games < end:
            memory.grow()
    return _tally(rules, tally)


def play(
    rules: Rules,
    method: Method,
    seed: str,
    games: int,
    memory: Memory,
    *,
    best: bool = False,
) -> Tally:
    """Games 0, 1 ... of this seed with the weights as they stand. `best`: always the heaviest
    action, instead of one drawn in proportion to the weights."""
    method.check(rules)
    tally = ffi.new("hl_mwum_tally *")
    lib.hl_mwum_play(
        rules.struct, method.struct, Rng(seed).struct, 0, games, memory.table, best, tally
    )
    return _tally(rules, tally)


@dataclass(frozen=True)
class Choice:
    """What a policy decides."""

    move: Move
    state: int
    """The numbers of the state and of the action, for `native.strategies.mwum.words`."""
    code: int
    known: bool
    """Whether it has met the state; if not, it did what was best wherever it was done."""


def decide(view: View, policy: Memory) -> Choice:
    """The heaviest action of the seat to move. Raises ValueError when it is another seat's turn."""
    found = ffi.new("hl_mwum_decision *")
    if lib.hl_mwum_decide(view.struct, policy.table, found) != lib.HL_OK:
        raise ValueError(f"Seat {view.seat} is not to move.")
    move = Move.from_id(view.rules, found.move)
    return Choice(move, int(found.state), int(found.code), bool(found.known))


def policy(memory: Memory, visits: int = 30) -> npt.NDArray[np.void]:
    """What a knowing agent needs to play: the actions that were taken so often, in their order
    state by state, and the order of all of them for a state that has none. The first has value 0,
    the next -1 ..."""
    learnt = memory.learnt
    of_state = learnt["key"] >> 40 == lib.HL_MWUM_OF_STATE >> 40
    tried = (learnt["key"] & ITSELF != ITSELF) & (learnt["visits"] >= visits)
    actions = learnt[of_state & tried]
    actions = actions[np.lexsort((actions["key"], -actions["value"], actions["key"] >> 16))]
    states = actions["key"] >> 16
    heaviest = np.searchsorted(states, states)
    anywhere = _anywhere(actions["key"] & ITSELF, actions["value"] - actions["value"][heaviest])
    actions["value"] = heaviest - np.arange(len(actions))
    found = np.concatenate([actions, anywhere])
    found["visits"] = 0
    return np.sort(found, order="key")


def _anywhere(codes: npt.NDArray[np.uint64], behind: npt.NDArray[np.float32]) -> Any:
    """Actions by how far they are behind the heaviest of their state, on average over states."""
    kept, of = np.unique(codes, return_inverse=True)
    means = np.bincount(of, behind) / np.bincount(of)
    found = np.zeros(len(kept), ENTRY)
    found["key"] = kept | np.uint64(lib.HL_MWUM_ANYWHERE)
    found["value"][np.lexsort((kept, -means))] = -np.arange(len(kept))
    return found


def _tally(rules: Rules, tally: Any) -> Tally:
    scores = rules.max_score + 1
    return Tally(
        games=int(tally.games),
        moves=int(tally.moves),
        met=int(tally.met),
        stacks=tuple(tally.scores[0:scores]),
        struck=tuple(tally.struck[0:scores]),
    )
