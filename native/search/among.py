"""Search among suspects: the others are drawn from weights over many policies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rng import Rng
from native.engine.view import View
from native.play.blueprint import Blueprint, refuse
from native.search.search import Setting, Thought, thought_of

Weights = npt.NDArray[np.float64]


class Among:
    """A pool to search with. Raises ValueError for a setting out of range, or policies that cannot
    be simulated."""

    def __init__(
        self, policies: Sequence[Blueprint], goes_on: Sequence[int], setting: Setting
    ) -> None:
        """`goes_on[k]`: the number of the policy by which this seat goes on where the next one
        plays by policy k."""
        self._policies = tuple(policies)
        self._minds = ffi.new("hl_blueprint *[]", [policy.struct for policy in policies])
        self._goes_on = ffi.new("uint16_t[]", list(goes_on))
        self._settings = {
            "minds": self._minds,
            "count": len(policies),
            "policies": len(policies),
            "goes_on": self._goes_on,
            "rollouts": setting.rollouts,
            "particles": setting.particles,
            "steps": setting.steps,
            "scoring": setting.scoring,
            "slip": setting.slip,
            "sure": setting.sure,
            "least": setting.least,
            "seed": setting.seed,
        }
        config = self._config(0)
        if lib.hl_search_check(config) != lib.HL_OK:
            raise ValueError("These policies and this setting cannot be searched with.")
        self._bytes = int(lib.hl_search_room(config))

    def _config(self, base: int) -> object:
        return ffi.new("hl_search_config *", {**self._settings, "base": base})

    def think(self, view: View, weights: Weights, base: int, rng: Rng) -> Thought:
        """The move of the seat to move, with what was found. `weights` (players, n): how likely
        each seat plays by each policy; `base`: the policy whose move stands unless another is
        better. Raises ValueError when another seat is to move or one has no weight, and BadRules
        for rules that a policy cannot play by."""
        chances = np.ascontiguousarray(weights, np.float64)
        if chances.shape != (view.rules.players, len(self._policies)):
            raise ValueError(f"Weights of shape {chances.shape} are not for this table and pool.")
        found, room = ffi.new("hl_search_thought *"), ffi.new("uint64_t[]", self._bytes // 8 + 1)
        error = lib.hl_think_among(
            self._config(base),
            ffi.cast("double *", chances.ctypes.data),
            view.struct,
            rng.struct,
            room,
            found,
        )
        if error in (lib.HL_NOT_YOUR_TURN, lib.HL_GAME_OVER):
            raise ValueError(f"Seat {view.seat} is not to move.")
        if error == lib.HL_BAD_ARGUMENT and not (chances.sum(axis=1) > 0).all():
            raise ValueError("A seat plays by none of the policies.")
        refuse(error)
        return thought_of(view, found)
