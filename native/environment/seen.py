"""One game as every seat observes it, in the layout that learners of the literature see."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.events import Event
from native.engine.game import Game
from native.engine.moves import Move
from native.environment.observation import bits, check, unpacked, word_count

Bits = npt.NDArray[np.uint8]


class SeenGame:
    """A game and what the layout says of its cards. An action is a play or discard by position in
    the hand, the oldest card 0, or a clue (`native/environment/observation.h`)."""

    def __init__(self, game: Game) -> None:
        """Raises BadRules for rules that the layout has no room for."""
        check(game.rules)
        self.game, self.rules = game, game.rules
        self._public = ffi.addressof(game.struct, "pub")
        self._ledger = ffi.new("hl_ledger *")
        lib.hl_ledger_read(self._public, self._ledger)

    def copy(self) -> SeenGame:
        return SeenGame(self.game.copy())

    def play(self, action: int) -> Event:
        """Make an action. Raises IllegalMove, and then nothing has changed."""
        return self.make(self.move(action))

    def make(self, move: Move) -> Event:
        """The same with the engine's move."""
        event = self.game.play(move)
        lib.hl_ledger_enter(self._public, self._ledger)
        return event

    def move(self, action: int) -> Move:
        """The engine's move. Raises ValueError for an action that there is not."""
        found = -1
        if 0 <= action < self.rules.move_count:
            found = lib.hl_move_of_action(self._public, self._ledger, action)
        if found < 0:
            raise ValueError(f"There is no action {action} here.")
        return Move.from_id(self.rules, found)

    @property
    def legal(self) -> list[int]:
        """The actions of the seat to move; none when the game is over."""
        if self.game.end is not None:
            return []
        legal = lib.hl_legal_actions(self._public, self.game.struct.held, self._ledger)
        return [action for action in range(self.rules.move_count) if legal >> action & 1]

    def observation(self, seat: int) -> Bits:
        """(bits,) what a seat observes, as 0 and 1."""
        words = np.zeros(word_count(self.rules), np.uint64)
        hands, out = self.game.struct.hand, ffi.from_buffer("uint64_t[]", words)
        lib.hl_observe_into(self._public, hands, self._ledger, seat, out)
        return unpacked(words, bits(self.rules))

    def slots(self, seat: int) -> list[int]:
        """The slots of a hand, the oldest card first."""
        count = self._ledger.count[seat]
        return list(self._ledger.by_age[seat][0:count])

    def passes(self, seat: int, slot: int) -> int:
        """The identities of a card that pass every clue."""
        return int(self._ledger.passes[seat][slot])

    def told(self, seat: int, slot: int) -> int:
        """The clues that touched a card: colours, then ranks, as bits."""
        return int(self._ledger.told[seat][slot])
