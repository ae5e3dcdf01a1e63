"""What a seat observes, in the layout that learners of the literature see.

The layout is that of the Hanabi Learning Environment (`observation.h` has it section by section);
an action is a play or discard by position in the hand, the oldest card 0, or a clue.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.errors import BadRules, refuse_move
from native.engine.moves import Move, MoveKind
from native.engine.rules import Rules
from native.engine.view import View

Words = npt.NDArray[np.uint64]
WORD = 64


class Observed(NamedTuple):
    """What a seat to move observes."""

    words: Words
    """(words,) bit b of the observation is bit b % 64 of word b // 64."""
    legal: int
    """Actions (bit set)."""


def check(rules: Rules) -> None:
    """Raises BadRules unless every clue is of one suit or one rank, as the layout has it."""
    if lib.hl_observation_check(rules.struct) != lib.HL_OK:
        raise BadRules("The layout has one clue a suit and one a rank, and at most 64 actions.")


def bits(rules: Rules) -> int:
    """The length of an observation: 658, 956, 1041 and 1280 for 2 to 5 players."""
    return int(lib.hl_observation_bits(rules.struct))


def word_count(rules: Rules) -> int:
    """The words that hold an observation."""
    return (bits(rules) + WORD - 1) // WORD


def observe(view: View) -> Observed:
    """Of the seat whose turn it is. Raises BadRules or IllegalMove, in words."""
    check(view.rules)
    words = np.zeros(word_count(view.rules), np.uint64)
    legal = ffi.new("uint64_t *")
    refusal = lib.hl_view_observation(view.struct, ffi.from_buffer("uint64_t[]", words), legal)
    if refusal != lib.HL_OK:
        raise refuse_move(refusal)
    return Observed(words, int(legal[0]))


def move_of(view: View, action: int) -> Move:
    """The move that an action of the seat to move is."""
    hand = view.rules.hand_size
    if action >= 2 * hand:
        return Move.from_id(view.rules, action)
    return Move.from_id(view.rules, action // hand * hand + view.own_slots[action % hand])


def action_of(view: View, move: Move) -> int:
    """The action of the seat to move that is this move."""
    if move.slot is None:
        return move.id(view.rules)
    first = view.rules.hand_size * (move.kind is MoveKind.PLAY)
    return first + view.own_slots.index(move.slot)


def unpacked(words: Words, count: int) -> npt.NDArray[np.uint8]:
    """The first `count` bits of each row of words as 0 and 1: (..., words) to (..., count)."""
    as_bytes = np.ascontiguousarray(words, dtype="<u8").view(np.uint8)
    return np.unpackbits(as_bytes, axis=-1, count=count, bitorder="little")
