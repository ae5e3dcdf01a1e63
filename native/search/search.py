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
"""The number of beliefs cached, of the games and seats searched last."""
Weights = npt.NDArray[np.float64]


class Scoring(IntEnum):
    """How a simulated game's end is valued: the cards played, or less after the last strike."""

    STACKS = lib.HL_STACKS
    """The number of cards played."""
    ZERO = lib.HL_ZERO
    """The number of cards played, or 0 after the last strike."""
    HALF = lib.HL_HALF
    """The number of cards played, or half of it after the last strike."""


class Reason(IntEnum):
    """Why the search chose a move."""

    USUAL = lib.HL_SEARCH_USUAL
    """It is the base strategy's move, and no other was clearly better."""
    BETTER = lib.HL_SEARCH_BETTER
    """It was clearly better than the base strategy's move."""


@dataclass(frozen=True)
class Setting:
    """The budget of a search, and the confidence that it needs to depart from its base strategy."""

    rollouts: int
    """The most games played out for one decision."""
    particles: int = 300
    """The number of worlds in the belief."""
    steps: int = 3
    """The number of changes proposed for each world before a move."""
    scoring: Scoring = Scoring.ZERO
    slip: float = 0.05
    """The probability of a move that the strategy would not make."""
    sure: float = 1.0
    """The standard errors that a gain must exceed."""
    least: float = 0.02
    """The points that a gain must exceed."""
    explained: float = 0.5
    """The share of the belief that must explain every move of the others; below it the base's move
    stands, since searching from a wrong belief does harm."""
    seed: int = 0


@dataclass(frozen=True)
class Value:
    """The estimated value of one legal move."""

    move: Move
    worlds: int
    """The number of worlds in which it was tried."""
    value: float
    """The mean score."""
    gain: float
    """The mean gain over the base's move in the same worlds."""
    error: float
    """The standard error of the gain."""


@dataclass(frozen=True)
class Thought:
    """A search's decision, and the estimates behind it."""

    move: Move | None
    """None if the game is to be given up."""
    usual: Move | None
    """The base strategy's move."""
    rollouts: int
    believed: float
    """The effective number of worlds in the belief."""
    explained: float
    """The share of the belief, by weight, in which the others chose every move that they made."""
    values: tuple[Value, ...]


class Search(Blueprint):
    """A strategy that improves a base strategy by simulating its moves in possible worlds."""

    def __init__(
        self,
        base: Blueprint,
        setting: Setting,
        policies: Sequence[Blueprint] = (),
    ) -> None:
        """Set up a search over the strategy `base`.

        `policies`: the strategies that the other seats may play by (default: the base). Raises
        ValueError if a setting is out of range or a strategy cannot be simulated.
        """
        others = policies or (base,)
        minds = [*others, base]
        fields = {**_fields(minds, len(others), setting), "explained": setting.explained}
        config = _config(fields, base=len(others))
        super().__init__(lib.hl_search_blueprint(config), (config, fields, minds), len(Reason))
        self.setting = setting
        self._memos: list[Any] = []
        self._lock = Lock()

    def think(self, view: View, rng: Rng) -> Thought:
        """Return the decision for the seat to move, with the estimated value of each move.

        It depends on `view` and `rng` alone; a cached belief saves time and changes nothing. Raises
        ValueError if it is another seat's turn, BadRules if a strategy cannot play by these rules.
        """
        return self._ask(lib.hl_search_think, view, rng)

    def compare(self, view: View, rng: Rng, move: Move, *others: Move) -> Thought:
        """Return estimated values of moves; gains are measured against `move` in the same sampled
        deals.

        Without `others` all legal moves are tried. `move` is tried in every deal, the others until
        they fall behind. Raises ValueError if it is another seat's turn, or a move is not legal
        here or listed twice; BadRules if a strategy cannot play by these rules.
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
        """Return the number of turns of the view's history that this search's cached belief about
        the seat's hidden cards already covers; 0 if none is cached.
        """
        with self._lock:
            return max((self._turns(view, memo) for memo in self._memos), default=0)

    def _take(self, view: View) -> Any:
        """Remove and return the cached memory that covers most of this game, or new memory."""
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
    """Return the fields of the C struct `hl_search_config` that every search sets. They own the
    memory that the struct points to.
    """
    names = ["rollouts", "particles", "steps", "scoring", "slip", "sure", "least", "seed"]
    return {
        "minds": ffi.new("hl_blueprint *[]", [mind.struct for mind in minds]),
        "count": len(minds),
        "policies": policies,
        **{name: getattr(setting, name) for name in names},
    }


def _config(fields: dict[str, Any], base: int) -> Any:
    """Return the C struct of a search. Raises ValueError if it is not valid."""
    config = ffi.new("hl_search_config *", {**fields, "base": base})
    if lib.hl_search_check(config) != lib.HL_OK:
        raise ValueError("A setting is out of range, or a strategy cannot be simulated.")
    return config


def thought_of(view: View, found: Any) -> Thought:
    """Convert the C struct `hl_search_thought` to a Thought."""
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
    """A search by simulated games in which each other seat may play by any policy of a pool.

    In a simulated game in which the next seat plays policy k, this seat plays policy `goes_on[k]`
    after its move. Raises ValueError if a setting is out of range, a policy cannot be simulated, or
    `goes_on` does not have one entry per policy.
    """

    def __init__(
        self, policies: Sequence[Blueprint], goes_on: Sequence[int], setting: Setting
    ) -> None:
        """Set up the search."""
        if len(goes_on) != len(policies):
            raise ValueError(f"goes_on needs {len(policies)} entries, not {len(goes_on)}.")
        self._policies = tuple(policies)
        self._fields = {
            **_fields(policies, len(policies), setting),
            "goes_on": ffi.new("uint16_t[]", list(goes_on)),
        }
        self._bytes = int(lib.hl_search_room(_config(self._fields, base=0)))

    def think(self, view: View, weights: Weights, base: int, rng: Rng) -> Thought:
        """Return the search's decision for the seat to move, with the estimated value of each move.

        `weights` (players, n) are the likelihoods of each policy for each seat. `base` is the index
        of the policy whose move is made unless another move is shown to be better. Raises
        ValueError if another seat is to move or a seat has no weight, BadRules if a policy cannot
        play by these rules.
        """
        chances = np.ascontiguousarray(weights, np.float64)
        if chances.shape != (view.rules.players, len(self._policies)):
            raise ValueError(f"Weights of shape {chances.shape} are not for this table and pool.")
        found, room = ffi.new("hl_search_thought *"), ffi.new("uint64_t[]", self._bytes // 8 + 1)
        error = lib.hl_think_among(
            _config(self._fields, base),
            ffi.cast("double *", chances.ctypes.data),
            view.struct,
            rng.struct,
            room,
            found,
        )
        if error == lib.HL_BAD_ARGUMENT and not (chances.sum(axis=1) > 0).all():
            raise ValueError("A seat has weight 0 for every policy.")
        refuse(error, view)
        return thought_of(view, found)
