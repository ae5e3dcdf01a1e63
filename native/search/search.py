"""Search over any blueprint: its settings, and its decision with an estimated value of each
move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rng import Rng
from native.engine.rules import Move
from native.engine.view import View
from native.play.blueprint import Blueprint, refuse

VERSION = int(lib.HL_SEARCH_VERSION)
MEMOS = 8
"""The most beliefs (see `Setting`) that a Search caches: those of the last games and seats."""
Weights = npt.NDArray[np.float64]


class Scoring(IntEnum):
    """The value of a simulated game that is lost by the last strike: the number of cards played
    (`STACKS`), 0 (`ZERO`) or half of the cards played, rounded down (`HALF`). All other games count
    the cards played.
    """

    STACKS = lib.HL_STACKS
    """The number of cards played."""
    ZERO = lib.HL_ZERO
    """The number of cards played, or 0 after the last strike."""
    HALF = lib.HL_HALF
    """The number of cards played, or half of it after the last strike."""


class SearchReason(IntEnum):
    """Why the search chose a move."""

    USUAL = lib.HL_SEARCH_USUAL
    """The move is that of the base strategy, and no other was clearly better."""
    BETTER = lib.HL_SEARCH_BETTER
    """The move was clearly better than that of the base strategy."""


@dataclass(frozen=True)
class Setting:
    """The budget of a search, and the confidence that it needs to depart from its base strategy.

    A *world* is a guess at what is hidden from the seat: the cards of its own hand, and the
    strategy of each other seat. The *belief* is a weighted sample of worlds that explain the other
    seats' moves so far. `seed` determines the random choices of the belief.
    """

    rollouts: int
    """The most simulated games for one decision."""
    particles: int = 300
    """The number of worlds in the belief."""
    steps: int = 3
    """The number of random changes proposed for each world at each turn (Metropolis-Hastings)."""
    scoring: Scoring = Scoring.ZERO
    slip: float = 0.05
    """The probability, assumed in the belief, that another seat makes any other move than its
    strategy's."""
    sure: float = 1.0
    """The number of standard errors by which a move must be estimated to be better than the base
    strategy's to replace it."""
    least: float = 0.02
    """The number of points by which a move must be estimated to be better than the base strategy's
    to replace it."""
    explained: float = 0.5
    """The least share of the belief, by weight, whose worlds must explain all moves of the other
    seats. Below it the base strategy's move is made without a search, since searching from a wrong
    belief does harm. `Among` ignores this field."""
    seed: int = 0


@dataclass(frozen=True)
class Value:
    """The value of one legal move, estimated by simulated games."""

    move: Move
    worlds: int
    """The number of worlds (guesses at the hidden cards) in which the move was tried."""
    value: float
    """The mean score of the games that began with the move."""
    gain: float
    """The mean score minus that of the move it is compared with (the base strategy's), in the same
    worlds."""
    error: float
    """The standard error of `gain`."""


@dataclass(frozen=True)
class Thought:
    """A search's decision, and the estimates behind it.

    `rollouts` is the number of simulated games, `values` has the estimate for each move tried.
    """

    move: Move | None
    """The move to make; None if the base strategy gives the game up."""
    usual: Move | None
    """The base strategy's move; None if it gives the game up."""
    rollouts: int
    believed: float
    """The effective number of worlds in the belief: the number of equally weighted worlds that
    would be as informative."""
    explained: float
    """The share of the belief, by weight, whose worlds explain all moves of the other seats."""
    values: tuple[Value, ...]


class Search(Blueprint):
    """A strategy that tries every legal move in simulated games, and makes the move of a base
    strategy unless another is clearly better.
    """

    def __init__(
        self,
        base: Blueprint,
        setting: Setting,
        policies: Sequence[Blueprint] = (),
    ) -> None:
        """Set up a search that departs from the strategy `base` only for a clearly better move.

        `policies` are the strategies by which the other seats may play (default: the base). Raises
        ValueError if a setting is out of range or a strategy cannot be simulated.
        """
        others = policies or (base,)
        minds = [*others, base]
        fields = {**_fields(minds, len(others), setting), "explained": setting.explained}
        config = _config(fields, base=len(others))
        super().__init__(
            lib.hl_search_blueprint(config), (config, fields, minds), len(SearchReason)
        )
        self.setting = setting
        self._memos: list[Any] = []
        self._lock = Lock()

    def think(self, view: View, rng: Rng) -> Thought:
        """Return the decision for the view's seat, with the estimated value of each legal move.

        It depends on `view` and `rng` alone; a cached belief saves time and changes nothing. Raises
        ValueError if it is another seat's turn, BadRules if a strategy cannot play by these rules.
        """
        return self._ask(lib.hl_search_think, view, rng)

    def compare(self, view: View, rng: Rng, move: Move, *others: Move) -> Thought:
        """Return the estimated values of `move` and `others`, with their gains over `move`.

        `others` are tried in the same sampled worlds as `move`. Without them all legal moves are
        tried, each until it is clearly behind. Raises ValueError if it is another seat's turn, or a
        move is not legal here or listed twice; BadRules if a strategy cannot play by these rules.
        """
        moves = [one.id(view.rules) for one in (move, *others)]
        return self._ask(lib.hl_search_compare, view, rng, moves, len(moves))

    def _ask(self, ask: Any, view: View, rng: Rng, *moves: Any) -> Thought:
        found = ffi.new("hl_search_thought *")
        memo = self._take(view)
        error = ask(self.struct.config, view.struct, rng.struct, memo, *moves, found)
        self._keep(memo)
        if error == lib.HL_BAD_ARGUMENT and moves:
            raise ValueError("A move to compare is not legal here, or is listed twice.")
        refuse(error, view)
        return thought_of(view, found)

    def known(self, view: View) -> int:
        """Return the number of turns of the view's history that are already part of a cached belief
        about what is hidden from its seat; 0 if none is cached. `think` need not process them.
        """
        with self._lock:
            return max((self._turns(view, memo) for memo in self._memos), default=0)

    def _take(self, view: View) -> Any:
        """Return the memory of the cached belief that covers most turns of this game, removed from
        the cache, or else new memory.
        """
        with self._lock:
            known = [self._turns(view, memo) for memo in self._memos]
            if any(known):
                return self._memos.pop(known.index(max(known)))
        return self.room()

    def _keep(self, memo: Any) -> None:
        with self._lock:
            self._memos = [*self._memos[1 - MEMOS :], memo]

    def _turns(self, view: View, memo: Any) -> int:
        return int(lib.hl_search_known(self.struct.config, view.struct, memo))


def _fields(minds: Sequence[Blueprint], policies: int, setting: Setting) -> dict[str, Any]:
    """Return the values of those fields of the C struct `hl_search_config` that every search sets.

    `minds` are all strategies of the search, and the first `policies` of them those by which other
    seats may play. The dictionary owns memory to which the struct points.
    """
    names = ["rollouts", "particles", "steps", "scoring", "slip", "sure", "least", "seed"]
    return {
        "minds": ffi.new("hl_blueprint *[]", [mind.struct for mind in minds]),
        "count": len(minds),
        "policies": policies,
        **{name: getattr(setting, name) for name in names},
    }


def _config(fields: dict[str, Any], base: int) -> Any:
    """Return the C struct `hl_search_config` with these fields and the index `base` of the base
    strategy. Raises ValueError if it is not valid.
    """
    config = ffi.new("hl_search_config *", {**fields, "base": base})
    if lib.hl_search_check(config) != lib.HL_OK:
        raise ValueError("A setting is out of range, or a strategy cannot be simulated.")
    return config


def thought_of(view: View, found: Any) -> Thought:
    """Convert `found`, a C struct `hl_search_thought`, to a Thought about a move in `view`."""
    return Thought(
        move=_move(view, found.move),
        usual=_move(view, found.usual),
        rollouts=int(found.rollouts),
        believed=float(found.believed),
        explained=float(found.explained),
        values=tuple(
            Value(Move.from_id(view.rules, one.move), one.worlds, one.value, one.gain, one.error)
            for one in found.values[0 : found.count]
        ),
    )


def _move(view: View, number: int) -> Move | None:
    return Move.from_id(view.rules, number) if number >= 0 else None


class Among:
    """A search by simulated games in which each other seat may play by any of a large pool of
    `policies`, drawn with the probabilities that `think` is given.

    After its move, the searching seat continues a simulated game by policy `goes_on[k]`, where k is
    the policy that the seat after it plays in this simulation. Raises ValueError if a setting is
    out of range, a policy cannot be simulated, or `goes_on` does not have one entry per policy.
    """

    def __init__(
        self, policies: Sequence[Blueprint], goes_on: Sequence[int], setting: Setting
    ) -> None:
        """Set up a search over a pool of `policies` for the other seats.

        `goes_on` has an entry per policy: the index of the policy by which the searching seat
        continues a simulated game in which the next seat plays that policy.
        """
        if len(goes_on) != len(policies):
            raise ValueError(f"goes_on needs {len(policies)} entries, not {len(goes_on)}.")
        self._policies = tuple(policies)
        self._fields = {
            **_fields(policies, len(policies), setting),
            "goes_on": ffi.new("uint16_t[]", list(goes_on)),
        }
        self._bytes = int(lib.hl_search_room(_config(self._fields, base=0)))

    def think(self, view: View, weights: Weights, base: int, rng: Rng) -> Thought:
        """Return the decision for the view's seat, with the estimated value of each legal move.

        `weights`, (players, policies), are relative probabilities that a seat plays each policy, as
        from `native.inference.suspects.Suspects.weigh`. `base` is the index of the policy whose
        move is made unless another is clearly better. Raises ValueError if another seat is to move,
        the shape is wrong or all weights of a seat are 0; BadRules if a policy cannot play by these
        rules.
        """
        chances = np.ascontiguousarray(weights, np.float64)
        if chances.shape != (view.rules.players, len(self._policies)):
            raise ValueError(f"Weights of shape {chances.shape} are not for this table and pool.")
        found, room = ffi.new("hl_search_thought *"), ffi.new("uint64_t[]", self._bytes // 8 + 1)
        config, pool = _config(self._fields, base), ffi.cast("double *", chances.ctypes.data)
        error = lib.hl_think_among(config, pool, view.struct, rng.struct, room, found)
        if error == lib.HL_BAD_ARGUMENT and not (chances.sum(axis=1) > 0).all():
            raise ValueError("A seat has weight 0 for every policy.")
        refuse(error, view)
        return thought_of(view, found)
