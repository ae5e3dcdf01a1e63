"""How likely rule lists make a certain move, counted over their lots and never sampled."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.view import View
from native.rulebase.rulelist import RuleList

Chances = npt.NDArray[np.float64]


def chance(view: View, rules: RuleList, move: int) -> float:
    """That the seat to move makes the legal move with this id if it plays by the list. Raises
    ValueError when it is another seat's turn."""
    _check_turn(view)
    return float(lib.hl_chance(view.struct, rules.struct, move))


class ManyLists:
    """Many rule lists, judged together: each different rule among them is asked once.

    `struct` is the core's `hl_many_lists`.
    """

    def __init__(self, lists: Sequence[RuleList]) -> None:
        different = {rule.name: rule for rules in lists for rule in rules.rules}
        number = {name: i for i, name in enumerate(different)}
        asked = [number[rule.name] for rules in lists for rule in rules.rules]
        first = np.cumsum([0, *(len(rules.rules) for rules in lists)])
        self.different = len(different)
        self._parts = {
            "rules": ffi.new("hl_rule[]", [rule.row for rule in different.values()]),
            "asked": ffi.new("uint16_t[]", asked),
            "first": ffi.new("uint32_t[]", first.tolist()),
            "modes": ffi.new("uint8_t[]", [int(rules.mode) for rules in lists]),
        }
        counts = {"different": self.different, "lists": len(lists)}
        self.struct = ffi.new("hl_many_lists *", {**self._parts, **counts})

    def __len__(self) -> int:
        return int(self.struct.lists)

    def chances(self, view: View, move: int) -> Chances:
        """(n,): of each list, as `chance` has it."""
        _check_turn(view)
        shares = ffi.new("hl_share[]", max(1, self.different))
        chances = np.zeros(len(self))
        into = ffi.cast("double *", chances.ctypes.data)
        lib.hl_chances(view.struct, self.struct, move, shares, into)
        return chances


def _check_turn(view: View) -> None:
    if view.to_move != view.seat:
        raise ValueError(f"Seat {view.seat} is not to move.")
