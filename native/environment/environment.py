"""Many games side by side in one call: what a learner steps through.

Every lane has a seat to move at any time; when a game ends, the next one begins in its lane. Lane
l of n plays games l, l + n, l + 2n ... of the seed, and game i has the deck of
`Game(rules, seed=Rng(seed).derive(i))`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.errors import refuse_move
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.engine.view import View
from native.environment import observation

DEED = np.dtype(
    [
        ("reward", np.int8),
        ("kind", np.uint8),
        ("scored", np.uint8),
        ("repeated", np.uint8),
        ("playable", np.uint8),
        ("stacked", np.uint8),
        ("end", np.uint8),
        ("stacks", np.uint8),
    ]
)
"""The core's `hl_deed`: what a turn did. `reward` is the change of the score that is 0 after the
last strike, `scored` 1 for a card played; the header tells of the others."""

MOST_LANES = 65536
MISSING = lib.HL_NONE
Bytes = npt.NDArray[np.uint8]


class Environment:
    """Lanes of games, and what is told of whoever is to move in each.

    The arrays are written anew by every step:

    observations  (lanes, words) uint64, see `native.environment.observation`
    legal         (lanes,) uint64, the legal actions as bits
    seats         (lanes,) uint8, who is to move
    hands         (lanes, hand_size) uint8, its true cards by age: identities, or MISSING
    deeds         (lanes,) DEED, what the last turn did
    """

    def __init__(self, rules: Rules, lanes: int, seed: str | int | Rng, *, first: int = 0) -> None:
        """Raises BadRules for rules that the layout has no room for, ValueError for no lanes."""
        if not 1 <= lanes <= MOST_LANES or not 0 <= first < 2**63:
            raise ValueError(f"There are 1 to {MOST_LANES} lanes from game 0 on, not {lanes}.")
        observation.check(rules)
        self.rules, self.lanes = rules, lanes
        self.observations = np.zeros((lanes, observation.word_count(rules)), np.uint64)
        self.legal = np.zeros(lanes, np.uint64)
        self.seats = np.zeros(lanes, np.uint8)
        self.hands = np.zeros((lanes, rules.hand_size), np.uint8)
        self.deeds = np.zeros(lanes, DEED)
        self._seed = Rng(seed).struct
        self._lanes = ffi.new("hl_lane[]", lanes)
        self._batch = self._rows()
        lib.hl_environment_start(rules.struct, self._seed, first, lanes, self._lanes, self._batch)

    def step(self, actions: npt.ArrayLike) -> None:
        """Make one turn in every lane. Raises IllegalMove, and then nothing has changed."""
        chosen = np.ascontiguousarray(actions, np.uint8)
        if chosen.shape != (self.lanes,):
            raise ValueError(f"{self.lanes} lanes take as many actions, not {chosen.shape}.")
        taken = ffi.from_buffer("uint8_t[]", chosen)
        refusal = lib.hl_environment_step(self._seed, self.lanes, self._lanes, taken, self._batch)
        if refusal != lib.HL_OK:
            raise refuse_move(refusal)

    def random_actions(self, rng: Rng) -> Bytes:
        """(lanes,) a legal action of each, all as likely."""
        actions = np.zeros(self.lanes, np.uint8)
        legal, out = (
            ffi.from_buffer("uint64_t[]", self.legal),
            ffi.from_buffer("uint8_t[]", actions),
        )
        lib.hl_random_actions(legal, self.lanes, rng.struct, out)
        return actions

    def view(self, lane: int) -> View:
        """What the seat to move in a lane knows."""
        if not 0 <= lane < self.lanes:
            raise ValueError(f"Lanes go from 0 to {self.lanes - 1}.")
        game = ffi.addressof(self._lanes[lane], "game")
        return View(self.rules, game, int(self.seats[lane]))

    def odds(self) -> npt.NDArray[np.float32]:
        """(lanes, hand_size, identities) exact odds of the cards of whoever is to move, by age.

        Rows of missing cards are 0; what moves may have meant is not read in.
        """
        odds = np.zeros((*self.hands.shape, self.rules.max_score), np.float32)
        error = lib.hl_environment_odds(self.lanes, self._lanes, ffi.from_buffer("float[]", odds))
        assert error == lib.HL_OK, "a running game has deals"
        return odds

    def symbols(self, rows: npt.NDArray[np.int64]) -> Bytes:
        """(rows, symbols) of whoever is to move there, see `native.environment.symbols`."""
        lanes = np.ascontiguousarray(rows, np.int64)
        if len(lanes) and not 0 <= lanes.min() <= lanes.max() < self.lanes:
            raise ValueError(f"Lanes go from 0 to {self.lanes - 1}.")
        symbols = np.zeros((len(lanes), lib.hl_symbol_count(self.rules.struct)), np.uint8)
        wanted, out = ffi.from_buffer("int64_t[]", lanes), ffi.from_buffer("uint8_t[]", symbols)
        lib.hl_environment_symbols(self._lanes, wanted, len(lanes), out)
        return symbols

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All that is needed to go on from here: the games' numbers and their moves so far."""
        turns = np.array([lane.game.pub.turn for lane in self._lanes], np.uint8)
        moves = np.zeros((self.lanes, lib.HL_MAX_TURNS), np.uint8)
        for row, lane in enumerate(self._lanes):
            made = lane.game.pub.history[0 : int(turns[row])]
            moves[row, : turns[row]] = [event.move for event in made]
        numbers = np.array([lane.number for lane in self._lanes], np.uint64)
        return {"numbers": numbers, "turns": turns, "moves": moves[:, : int(turns.max())]}

    def restore(self, state: dict[str, npt.NDArray[Any]]) -> None:
        """Go on from a state. Raises ValueError for one that is none of these lanes."""
        rows: Sequence[Any] = [state[name] for name in ("numbers", "turns", "moves")]
        if any(len(row) != self.lanes for row in rows):
            raise ValueError("The state has another number of lanes.")
        for row, (number, turns, moves) in enumerate(zip(*rows, strict=True)):
            made, lane = bytes(moves[:turns]), self._lanes + row
            if len(made) < turns or lib.hl_environment_restore(
                self.rules.struct, self._seed, int(number), made, len(made), lane
            ):
                raise ValueError("The state has moves that cannot be made.")
        lib.hl_environment_tell(self.lanes, self._lanes, self._batch)

    def _rows(self) -> Any:
        """The core's `hl_batch` over our arrays; it keeps none of them alive, we do."""
        names = ("observations", "legal", "seats", "hands")
        types = ("uint64_t[]", "uint64_t[]", "uint8_t[]", "uint8_t[]")
        self._buffers = [
            ffi.from_buffer(type_, getattr(self, name))
            for name, type_ in zip(names, types, strict=True)
        ]
        self._buffers.append(ffi.from_buffer("hl_deed[]", self.deeds))
        return ffi.new("hl_batch *", self._buffers)
