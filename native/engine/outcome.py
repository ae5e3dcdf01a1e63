"""How a game ended, and what it scored."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from native._core import lib


class End(IntEnum):
    """Why a game is over."""

    PERFECT = lib.HL_PERFECT  # every stack is complete
    STRIKEOUT = lib.HL_STRIKEOUT  # the last strike was used up
    OUT_OF_TURNS = lib.HL_OUT_OF_TURNS  # the deck ran out and everybody had one more turn
    TERMINATED = lib.HL_TERMINATED  # given up
    NOTHING_LEFT = lib.HL_NOTHING_LEFT  # an option of the rules: no card could still score


class Outcome(NamedTuple):
    """A finished game under both scorings: `stacks` counts the cards played, `zero` is 0 after
    the last strike."""

    end: End
    stacks: int
    zero: int
