"""One game as every seat observes it, in the binary layout that learners in the literature use."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.errors import refuse_move
from native.engine.events import Event
from native.engine.game import Game
from native.engine.rules import Move
from native.environment.observation import bits, check, unpacked, word_count

Bits = npt.NDArray[np.uint8]


class SeenGame:
    """A game with its observations and actions in the layout of the Hanabi Learning Environment.

    An action is a play or discard by position in the hand, the oldest card 0, or a clue
    (`native/environment/observation.h`).
    """

    def __init__(self, game: Game) -> None:
        """Wrap a game. Raises BadRules if the observation layout does not fit its rules."""
        check(game.rules)
        self.game, self.rules = game, game.rules
        self._bits, self._words = bits(game.rules), word_count(game.rules)
        self._public = ffi.addressof(game.struct, "pub")
        self._ledger = ffi.new("hl_ledger *")
        lib.hl_ledger_read(self._public, self._ledger)

    def copy(self) -> SeenGame:
        """Return an independent copy of the game."""
        return SeenGame(self.game.copy())

    def play(self, action: int) -> None:
        """Apply an action. Raises IllegalMove or ValueError, leaving the game unchanged."""
        refusal = lib.hl_move(self.game.struct, self._move_id(action))
        if refusal != lib.HL_OK:
            raise refuse_move(refusal)
        lib.hl_ledger_enter(self._public, self._ledger)

    def make(self, move: Move) -> Event:
        """Apply an engine move and return its event. Raises IllegalMove, leaving the game
        unchanged."""
        event = self.game.play(move)
        lib.hl_ledger_enter(self._public, self._ledger)
        return event

    def move(self, action: int) -> Move:
        """Return the engine move that an action denotes. Raises ValueError if there is no such
        action."""
        return Move.from_id(self.rules, self._move_id(action))

    def _move_id(self, action: int) -> int:
        found = -1
        if 0 <= action < self.rules.move_count:
            found = lib.hl_move_of_action(self._public, self._ledger, action)
        if found < 0:
            raise ValueError(f"There is no action {action} here.")
        return int(found)

    @property
    def legal(self) -> list[int]:
        """The legal actions of the seat to move; none when the game is over."""
        legal = self.legal_bits
        return [action for action in range(self.rules.move_count) if legal >> action & 1]

    @property
    def legal_bits(self) -> int:
        """The legal actions of the seat to move as a bit set."""
        if self._public.end:
            return 0
        return int(lib.hl_legal_actions(self._public, self.game.struct.held, self._ledger))

    def observation(self, seat: int) -> Bits:
        """Return a seat's observation as 0 and 1, (bits,) uint8. Raises ValueError if there is no
        such seat."""
        self._check(seat)
        words = np.zeros(self._words, np.uint64)
        hands, out = self.game.struct.hand, ffi.from_buffer("uint64_t[]", words)
        lib.hl_observe_into(self._public, hands, self._ledger, seat, out)
        return unpacked(words, self._bits)

    def slots(self, seat: int) -> list[int]:
        """Return the slots of a hand, oldest card first. Raises ValueError if there is no such
        seat."""
        self._check(seat)
        count = self._ledger.count[seat]
        return list(self._ledger.by_age[seat][0:count])

    def passes(self, seat: int, slot: int) -> int:
        """Return the identities of a card that are consistent with every clue to it (bit set)."""
        return int(self._ledger.passes[seat][slot])

    def told(self, seat: int, slot: int) -> int:
        """Return the clues that touched a card as a bit set: colours first, then ranks."""
        return int(self._ledger.told[seat][slot])

    def _check(self, seat: int) -> None:
        if not 0 <= seat < self.rules.players:
            raise ValueError(f"Seats go from 0 to {self.rules.players - 1}, not {seat}.")
