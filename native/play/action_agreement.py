"""Action agreement of rule lists: in the turns of recorded games, how often two do the same."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.play.matches import MATCH, Lists, Matches

Counts = npt.NDArray[np.uint32]


class Moment(IntEnum):
    """Which state of a game stands for a turn of it."""

    AS_PLAYED = lib.HL_AS_PLAYED
    """What the seat to move saw."""
    AT_THE_END = lib.HL_AT_THE_END
    """What that seat saw of the finished game: what Canaan et al. (2019) judged, by mistake."""


def action_agreement(
    rules: Rules,
    lists: Lists,
    others: Lists,
    matches: Matches,
    seed: Rng,
    moment: Moment = Moment.AS_PLAYED,
) -> tuple[Counts, int, int]:
    """Play matches between `lists` and let every list and every other list answer every turn.

    Returns (lists, others) turns on which the two answer the same, the number of turns, and their
    legal moves added up. Rules that choose at random draw anew for each answer, and no move is an
    answer too. Raises ValueError for matches that the core refuses.
    """
    matches = np.ascontiguousarray(matches, MATCH)
    equal = np.zeros((len(lists), len(others)), np.uint32)
    room = np.zeros(len(lists) + len(others), np.int8)
    judged = ffi.new("hl_judged *")
    error = lib.hl_action_agreement(
        rules.struct,
        seed.struct,
        _pointer("hl_rulelist *", lists),
        len(lists),
        _pointer("hl_rulelist *", others),
        len(others),
        _pointer("hl_match *", matches),
        len(matches),
        moment,
        _pointer("int8_t *", room),
        _pointer("uint32_t *", equal),
        judged,
    )
    if error != lib.HL_OK:
        raise ValueError("A match names a rule list that there is not.")
    return equal, int(judged.turns), int(judged.options)


def _pointer(kind: str, array: npt.NDArray[Any]) -> Any:
    return ffi.cast(kind, array.ctypes.data)
