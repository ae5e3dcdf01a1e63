"""The policies that a partner may play by, weighed by every move that it made."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rng import Rng
from native.engine.view import View
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.rulebase.chances import ManyLists

HANDS = 6
"""Hands of mine that a move is averaged over."""
DEVIATION = 0.05
"""How often a move is taken for none of the policy's."""

Weights = npt.NDArray[np.float64]


class Suspects:
    """A pool in the core: policy i is `policies[i]`, rule lists before all others.

    Raises ValueError for numbers that make no sense.
    """

    def __init__(
        self,
        lists: Sequence[RuleList],
        others: Sequence[Blueprint] = (),
        hands: int = HANDS,
        deviation: float = DEVIATION,
    ) -> None:
        if not 1 <= hands <= lib.HL_MOST_HANDS or not 0 <= deviation <= 1:
            raise ValueError(
                f"{hands} hands and a deviation of {deviation}: hands go from 1 to "
                f"{lib.HL_MOST_HANDS}, a deviation from 0 to 1."
            )
        self.lists, self.others = tuple(lists), tuple(others)
        self._many = ManyLists(lists)
        self._others = ffi.new("hl_blueprint *[]", [other.struct for other in others])
        self.struct = ffi.new(
            "hl_suspects *",
            {
                "lists": self._many.struct,
                "others": self._others,
                "count_others": len(others),
                "hands": hands,
                "deviation": deviation,
            },
        )

    def __len__(self) -> int:
        return len(self.lists) + len(self.others)

    def even(self, players: int) -> Weights:
        """(players, n): nobody has moved yet, and every policy is as likely as any other."""
        return np.ones((players, len(self)))

    def weigh(self, view: View, seed: Rng, weights: Weights) -> Weights:
        """(players, n): these weights times the chances of all moves that the other seats made,
        as the view's seat knows them. The best of a seat is then 1; my own seat's stay. Raises
        ValueError for rules that one of the policies cannot play by."""
        others = (1 << view.rules.players) - 1 & ~(1 << view.seat)
        return self._weigh(view, others, seed, weights)

    def likeness(self, view: View) -> Weights:
        """(n,): how well each policy explains what the view's own seat did, shares that add up to
        1. Its moves are weighed by what it saw then, so it may know the answer. Raises ValueError
        as `weigh`."""
        even = self.even(view.rules.players)
        weights = self._weigh(view, 1 << view.seat, Rng(0), even)[view.seat]
        return np.asarray(weights / weights.sum())

    def _weigh(self, view: View, seats: int, seed: Rng, weights: Weights) -> Weights:
        after = np.array(weights, np.float64, order="C")
        if after.shape != (view.rules.players, len(self)):
            raise ValueError(f"Weights of shape {after.shape} are not for this table and pool.")
        n = max(1, len(self))
        chances, mean = ffi.new("double[]", n), ffi.new("double[]", n)
        shares = ffi.new("hl_share[]", max(1, self._many.different))
        memos = ffi.new("uint64_t[]", max(1, len(self.others)) * lib.HL_MAX_MEMO // 8)
        room = ffi.new("hl_evidence_room *", (shares, chances, mean, memos))
        into = ffi.cast("double *", after.ctypes.data)
        error = lib.hl_weigh(self.struct, view.struct, seats, seed.struct, room, into)
        if error != lib.HL_OK:
            raise ValueError("A policy of the pool cannot play by these rules.")
        return after
