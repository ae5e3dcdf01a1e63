"""Observations of a seat, in the binary layout that learners in the literature use.

The layout is that of the Hanabi Learning Environment (`observation.h` describes its sections). An
action is a play or discard by position in the hand, the oldest card 0, or a clue. Beside it, a turn
as the row of symbols that Hand Card Information Completion reads (`symbols.h`).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.errors import BadRules, refuse_move
from native.engine.rules import Move, MoveKind, Rules
from native.engine.view import View

Words = npt.NDArray[np.uint64]
WORD = 64
MOVE_SYMBOLS = int(lib.HL_MOVE_SYMBOLS)
"""The number of last moves, which stand first in a row of symbols."""

Symbols = npt.NDArray[np.uint8]


class Observed(NamedTuple):
    """The observation of the seat to move: its bits and its legal actions."""

    words: Words
    """(words,) uint64; bit b of the observation is bit b % 64 of word b // 64."""
    legal: int
    """The legal actions (bit set)."""


def check(rules: Rules) -> None:
    """Raise BadRules unless every clue names one suit or one rank, as the observation layout
    requires.
    """
    if lib.hl_observation_check(rules.struct) != lib.HL_OK:
        raise BadRules("The layout needs one clue per suit and per rank, and at most 64 actions.")


def bits(rules: Rules) -> int:
    """Return the length of an observation in bits: 658, 956, 1041 and 1280 for 2 to 5 players."""
    return int(lib.hl_observation_bits(rules.struct))


def word_count(rules: Rules) -> int:
    """Return the number of 64-bit words that hold an observation."""
    return (bits(rules) + WORD - 1) // WORD


def observe(view: View) -> Observed:
    """Return the observation of the seat to move.

    Raises BadRules if the layout does not fit the rules, IllegalMove if it is another seat's turn
    or the game is over.
    """
    check(view.rules)
    words = np.zeros(word_count(view.rules), np.uint64)
    legal = ffi.new("uint64_t *")
    refusal = lib.hl_view_observation(view.struct, ffi.from_buffer("uint64_t[]", words), legal)
    if refusal != lib.HL_OK:
        raise refuse_move(refusal)
    return Observed(words, int(legal[0]))


def move_of(view: View, action: int) -> Move:
    """Return the move that an action of the seat to move denotes."""
    hand = view.rules.hand_size
    if action >= 2 * hand:
        return Move.from_id(view.rules, action)
    return Move.from_id(view.rules, action // hand * hand + view.own_slots[action % hand])


def action_of(view: View, move: Move) -> int:
    """Return the action of the seat to move that denotes this move."""
    if move.slot is None:
        return move.id(view.rules)
    first = view.rules.hand_size * (move.kind is MoveKind.PLAY)
    return first + view.own_slots.index(move.slot)


def unpacked(words: Words, count: int) -> npt.NDArray[np.uint8]:
    """Return the first `count` bits of each row of words as an array of 0 and 1.

    The shape changes from (…, words) uint64 to (…, count) uint8.
    """
    as_bytes = np.ascontiguousarray(words, dtype="<u8").view(np.uint8)
    return np.unpackbits(as_bytes, axis=-1, count=count, bitorder="little")


def symbol_count(rules: Rules) -> int:
    """Return the number of symbols that describe one turn to a model."""
    return int(lib.hl_symbol_count(rules.struct))


def symbol_kinds(rules: Rules) -> int:
    """Return the number of different symbols that describe a turn to a model.

    They are the identities, clue values, “unknown” and, last, “missing”.
    """
    return rules.max_score + len(rules.suits) + rules.ranks + 2


def symbols_of(view: View) -> Symbols:
    """Return the symbols that describe a turn to a model, as the view's seat sees it.

    The array is (symbol_count,) uint8. Raises BadRules if the layout does not fit the rules.
    """
    check(view.rules)
    row = np.zeros(symbol_count(view.rules), np.uint8)
    lib.hl_view_symbols(view.struct, ffi.from_buffer("uint8_t[]", row))
    return row
