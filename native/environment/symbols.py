"""A turn as the row of symbols that Hand Card Information Completion reads (`symbols.h`)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rules import Rules
from native.engine.view import View
from native.environment.observation import check

MOVES = int(lib.HL_MOVE_SYMBOLS)
"""The last moves stand first in a row."""

Symbols = npt.NDArray[np.uint8]


def count(rules: Rules) -> int:
    """The length of a row."""
    return int(lib.hl_symbol_count(rules.struct))


def kinds(rules: Rules) -> int:
    """How many symbols there are: identities, clue values, unknown and, the last, missing."""
    return rules.max_score + len(rules.suits) + rules.ranks + 2


def symbols_of(view: View) -> Symbols:
    """(count,) what the seat of a view reads. Raises BadRules."""
    check(view.rules)
    row = np.zeros(count(view.rules), np.uint8)
    lib.hl_view_symbols(view.struct, ffi.from_buffer("uint8_t[]", row))
    return row
