"""Action agreement of rule lists: how often two lists choose the same move in recorded games."""

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.play.matches import Lists, Matches, checked_lists, checked_matches

Counts = npt.NDArray[np.uint32]


class Moment(IntEnum):
    """The state of a recorded game in which rule lists are asked for a move."""

    AS_PLAYED = lib.HL_AS_PLAYED
    """The view of the seat to move at that turn."""
    AT_THE_END = lib.HL_AT_THE_END
    """That seat's view of the finished game, which Canaan et al. (2019) judged by mistake."""


def action_agreement(
    rules: Rules,
    lists: Lists,
    others: Lists,
    matches: Matches,
    seed: Rng,
    moment: Moment = Moment.AS_PLAYED,
) -> tuple[Counts, int, int]:
    """Play matches between rule lists and count how often pairs of lists choose the same move.

    Every list of `lists` and `others` is asked for its move on every turn of the matches, which
    only `lists` play. Returns the turns on which two lists answer the same, (lists, others) uint32;
    the number of turns; and the sum of their legal moves. Rules that choose at random draw
    independently for each answer, and giving no move counts as an answer. Raises ValueError if a
    match names an unknown list.
    """
    matches, lists, others = checked_matches(matches), checked_lists(lists), checked_lists(others)
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
        raise ValueError("A match names an unknown rule list.")
    return equal, int(judged.turns), int(judged.options)


def _pointer(kind: str, array: npt.NDArray[Any]) -> Any:
    return ffi.cast(kind, array.ctypes.data)
