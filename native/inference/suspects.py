"""Bayesian inference over a pool of policies that a partner may play by."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rng import Rng
from native.engine.view import View
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.rulebase.rulelist import ManyLists

VERSION = int(lib.HL_EVIDENCE_VERSION)
HANDS = 6
"""The default number of sampled own hands over which the probability of a move is averaged."""
DEVIATION = 0.05
"""The default probability that a partner deviates from its policy by a random legal move."""

Weights = npt.NDArray[np.float64]


class Suspects:
    """A pool of policies by which partners may play, to be weighted by how well each explains the
    moves observed.

    Policies are numbered in order: first the rule lists `lists`, then `others`, strategies in C.
    What a partner saw includes the observer's hidden hand, so the probability of its move by a
    policy is averaged over `hands` sampled hands of the observer; with probability `deviation` the
    partner makes a random legal move instead. Raises ValueError if `hands` or `deviation` is out of
    range, or if one of `others` cannot be simulated.
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
        if not all(other.can_be_simulated for other in others):
            raise ValueError("A policy that simulates others cannot be simulated itself.")
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
        """Return a uniform prior: weight 1 for every seat and policy, shape (players, policies)."""
        return np.ones((players, len(self)))

    def weigh(self, view: View, seed: Rng, weights: Weights) -> Weights:
        """Return a copy of `weights`, such as a prior, updated by the moves made so far.

        `weights` and the result are (players, policies) float64: a weight for each seat and each
        policy by which it may play. For every seat but the view's own, each weight is multiplied
        by the probability that the policy makes the seat's moves; then the seat's largest weight
        is scaled to 1. `seed` determines the sampled hands. Raises ValueError if the shape is
        wrong or a policy cannot play by these rules.
        """
        others = (1 << view.rules.players) - 1 & ~(1 << view.seat)
        return self._weigh(view, others, seed, weights)

    def plays_like(self, view: View) -> Weights:
        """Return the posterior probability that the view's own seat plays by each policy, given its
        moves so far and a uniform prior: (policies,) float64.

        A move is judged by what the seat saw when it moved, so the result reveals nothing that is
        hidden from the seat. Raises ValueError if a policy cannot play by these rules.
        """
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
