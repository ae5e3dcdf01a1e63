"""The policy that is left when the learning is over, and what it decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.moves import Move
from native.engine.view import View
from native.strategies.mwum.memory import ENTRY, Memory

ITSELF = int(lib.HL_MWUM_ITSELF)
"""In place of an action's code: the state's own entry."""
OF_STATE, ANYWHERE = int(lib.HL_MWUM_OF_STATE), int(lib.HL_MWUM_ANYWHERE)
"""What keys begin with: those of actions in a state, and of actions wherever they are taken."""
CODE_BITS = int(lib.HL_MWUM_STATE) & 0xFF
"""The state stands above the action's code in a key, and what keys begin with above both."""
KEY_BITS = CODE_BITS + (int(lib.HL_MWUM_STATE) >> 8)


@dataclass(frozen=True)
class Choice:
    """What a policy decides."""

    move: Move
    state: int
    """The numbers of the state and of the action, for `native.strategies.mwum.words`."""
    code: int
    known: bool
    """Whether it has met the state; if not, it did what was best wherever it was done."""


def decide(view: View, policy: Memory) -> Choice:
    """The heaviest action of the seat to move. Raises ValueError when it is another seat's turn."""
    decision = ffi.new("hl_mwum_decision *")
    if lib.hl_mwum_decide(view.struct, policy.table, decision) != lib.HL_OK:
        raise ValueError(f"Seat {view.seat} is not to move.")
    move = Move.from_id(view.rules, decision.move)
    return Choice(move, int(decision.state), int(decision.code), bool(decision.known))


def policy(memory: Memory, visits: int = 30) -> npt.NDArray[np.void]:
    """What a knowing agent needs to play: the actions that were taken at least `visits` times, in
    their order state by state, and the order of all of them for a state that has none. The first
    has value 0, the next -1 ..."""
    learnt = memory.learnt
    of_state = learnt["key"] >> KEY_BITS == OF_STATE >> KEY_BITS
    tried = (learnt["key"] & ITSELF != ITSELF) & (learnt["visits"] >= visits)
    actions = learnt[of_state & tried]
    actions = actions[np.lexsort((actions["key"], -actions["value"], actions["key"] >> CODE_BITS))]
    states = actions["key"] >> CODE_BITS
    heaviest = np.searchsorted(states, states)
    anywhere = _anywhere(actions["key"] & ITSELF, actions["value"] - actions["value"][heaviest])
    actions["value"] = heaviest - np.arange(len(actions))
    kept = np.concatenate([actions, anywhere])
    kept["visits"] = 0
    return np.sort(kept, order="key")


def _anywhere(codes: npt.NDArray[np.uint64], behind: npt.NDArray[np.float32]) -> Any:
    """Actions by how far they are behind the heaviest of their state, on average over states."""
    kept, of = np.unique(codes, return_inverse=True)
    means = np.bincount(of, behind) / np.bincount(of)
    entries = np.zeros(len(kept), ENTRY)
    entries["key"] = kept | np.uint64(ANYWHERE)
    entries["value"][np.lexsort((kept, -means))] = -np.arange(len(kept))
    return entries
