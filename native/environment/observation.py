"""Observations and actions in the layout of the Hanabi Learning Environment.

`observation.h` describes the sections of an observation, a vector of bits. An action is a play or
discard by position in the hand (0 is the oldest card) or a clue. A turn can also be described by a
row of symbols, the input of Hand Card Information Completion (`symbols.h`). `SeenGame` plays one
game in this layout.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.errors import BadRules, refuse_move
from native.engine.events import Event
from native.engine.game import Game
from native.engine.rules import Move, MoveKind, Rules
from native.engine.view import View

Words = npt.NDArray[np.uint64]
WORD = 64
MOVE_SYMBOLS = int(lib.HL_MOVE_SYMBOLS)
"""The number of symbols, first in a row of symbols, that describe the last moves."""

Bytes = npt.NDArray[np.uint8]


class Observed(NamedTuple):
    """The observation of the seat to move, and its legal actions."""

    words: Words
    """The observation, (words,) uint64; its bit b is bit b % 64 of word b // 64."""
    legal: int
    """The legal actions (bit set of action numbers)."""


def check(rules: Rules) -> None:
    """Raise BadRules unless every clue names one suit or one rank, as the observation layout
    requires.
    """
    if lib.hl_observation_check(rules.struct) != lib.HL_OK:
        raise BadRules("The layout needs one clue per suit and per rank, and at most 64 actions.")


def bits(rules: Rules) -> int:
    """Return the number of bits of an observation: 658, 956, 1041 and 1280 for 2 to 5 players by
    the standard rules.
    """
    return int(lib.hl_observation_bits(rules.struct))


def word_count(rules: Rules) -> int:
    """Return the number of 64-bit words that hold an observation."""
    return (bits(rules) + WORD - 1) // WORD


def observe(view: View) -> Observed:
    """Return the observation of the seat to move as bits in the Hanabi Learning Environment's
    layout, and its legal actions.

    Raises BadRules if that layout does not fit the rules, IllegalMove if it is another seat's turn
    or the game is over.
    """
    check(view.rules)
    words = np.zeros(word_count(view.rules), np.uint64)
    legal = ffi.new("uint64_t *")
    refuse_move(lib.hl_view_observation(view.struct, ffi.from_buffer("uint64_t[]", words), legal))
    return Observed(words, int(legal[0]))


def move_of(view: View, action: int) -> Move:
    """Convert an action number of the environment (cards counted from the oldest, 0) to a move of
    the engine (cards named by slot), for the view's seat.

    Raises BadMove or IndexError if there is no such action or card.
    """
    hand = view.rules.hand_size
    if action >= 2 * hand:
        return Move.from_id(view.rules, action)
    return Move.from_id(view.rules, action // hand * hand + view.own_slots[action % hand])


def action_of(view: View, move: Move) -> int:
    """Convert an engine's move (cards named by slot) to the action number of the environment (cards
    counted from the oldest, 0), for the view's seat.

    Raises BadMove if the rules have no such clue, ValueError if the slot is empty.
    """
    if move.slot is None:
        return move.id(view.rules)
    first = view.rules.hand_size * (move.kind is MoveKind.PLAY)
    return first + view.own_slots.index(move.slot)


def unpacked(words: Words, count: int) -> Bytes:
    """Return the first `count` bits of observations stored in 64-bit words, as an array of 0 and 1.

    `words` is (…, words) uint64, the result (…, count) uint8.
    """
    as_bytes = np.ascontiguousarray(words, dtype="<u8").view(np.uint8)
    return np.unpackbits(as_bytes, axis=-1, count=count, bitorder="little")


def symbol_count(rules: Rules) -> int:
    """Return the number of symbols in the row that describes one turn to a model of hidden cards;
    `symbols_of` returns such a row.
    """
    return int(lib.hl_symbol_count(rules.struct))


def symbol_kinds(rules: Rules) -> int:
    """Return the number of different symbols that can occur in the row that describes a turn.

    Symbols are numbered in this order: the identities, the clue values (for a card of which only
    that colour or rank is known), “unknown” and “missing”.
    """
    return rules.max_score + len(rules.suits) + rules.ranks + 2


def symbols_of(view: View) -> Bytes:
    """Return the row of symbols that describes the current turn, as the view's seat sees it.

    The row, (symbol_count,) uint8, is the input of Hand Card Information Completion, a model that
    guesses hidden cards. It lists the last moves, the next card of each stack, the hands, what the
    clues say about them, and the last discards (`symbols.h`). Raises BadRules if the layout does
    not fit the rules.
    """
    check(view.rules)
    row = np.zeros(symbol_count(view.rules), np.uint8)
    lib.hl_view_symbols(view.struct, ffi.from_buffer("uint8_t[]", row))
    return row


class SeenGame:
    """A game played through the observations and actions of the Hanabi Learning Environment.

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
        """Make the move that an action number denotes.

        Raises ValueError if there is no such action, IllegalMove if it is not legal now; the game
        is then unchanged.
        """
        refuse_move(lib.hl_move(self.game.struct, self._move_id(action)))
        lib.hl_ledger_enter(self._public, self._ledger)

    def make(self, move: Move) -> Event:
        """Make a move of the engine (cards named by slot) and return its event.

        Raises IllegalMove if it is not legal now; the game is then unchanged.
        """
        event = self.game.play(move)
        lib.hl_ledger_enter(self._public, self._ledger)
        return event

    def move(self, action: int) -> Move:
        """Convert an action number to a move of the engine (cards named by slot), for the seat to
        move.

        Raises ValueError if there is no such action.
        """
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
        """The legal action numbers of the seat to move; none when the game is over."""
        legal = self.legal_bits
        return [action for action in range(self.rules.move_count) if legal >> action & 1]

    @property
    def legal_bits(self) -> int:
        """The legal actions of the seat to move (bit set of action numbers); 0 after the end."""
        if self._public.end:
            return 0
        return int(lib.hl_legal_actions(self._public, self.game.struct.held, self._ledger))

    def observation(self, seat: int) -> Bytes:
        """Return a seat's observation as an array of 0 and 1, (bits,) uint8.

        Raises ValueError if there is no such seat.
        """
        self._check(seat)
        words = np.zeros(self._words, np.uint64)
        hands, out = self.game.struct.hand, ffi.from_buffer("uint64_t[]", words)
        lib.hl_observe_into(self._public, hands, self._ledger, seat, out)
        return unpacked(words, self._bits)

    def slots(self, seat: int) -> list[int]:
        """Return the engine's slots that hold a seat's cards, oldest card first.

        A card stays in its slot for as long as it is in the hand. Raises ValueError if there is no
        such seat.
        """
        self._check(seat)
        count = self._ledger.count[seat]
        return list(self._ledger.by_age[seat][0:count])

    def passes(self, seat: int, slot: int) -> int:
        """Return the identities (bit set) that agree with all clues on the card in a slot."""
        return int(self._ledger.passes[seat][slot])

    def clues(self, seat: int, slot: int) -> int:
        """Return the clues that touched the card in a slot, as a bit set: a bit for each colour
        that can be clued, then a bit for each rank.
        """
        return int(self._ledger.clues[seat][slot])

    def _check(self, seat: int) -> None:
        if not 0 <= seat < self.rules.players:
            raise ValueError(f"Seats go from 0 to {self.rules.players - 1}, not {seat}.")
