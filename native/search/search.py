"""Search over any blueprint: its settings, and one decision with all that was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from threading import Lock
from typing import Any

from native._core import ffi, lib
from native.engine.moves import Move
from native.engine.rng import Rng
from native.engine.view import View
from native.play.blueprint import Blueprint, refuse

VERSION = int(lib.HL_SEARCH_VERSION)
MEMOS = 8
"""Beliefs that are kept, of the games and seats thought about last."""


class Scoring(IntEnum):
    """What a rollout is worth."""

    STACKS = lib.HL_STACKS
    """Cards played."""
    ZERO = lib.HL_ZERO
    """The same, and nothing after the last strike."""
    HALF = lib.HL_HALF
    """The same, and half of them after the last strike."""


class Reason(IntEnum):
    """Why a move was made."""

    USUAL = lib.HL_SEARCH_USUAL
    """The base would make it, and nothing was clearly better."""
    BETTER = lib.HL_SEARCH_BETTER
    """It was clearly better than the base's move."""


@dataclass(frozen=True)
class Setting:
    """How much is tried, and how sure it must be to depart from the base strategy."""

    rollouts: int
    """Games played out for one decision, at most."""
    particles: int = 300
    """Worlds in the belief."""
    steps: int = 3
    """Changes tried on each world before a move."""
    scoring: Scoring = Scoring.ZERO
    slip: float = 0.05
    """The chance of a move that a strategy would not make."""
    sure: float = 1.0
    """Standard errors that a gain must be above."""
    least: float = 0.02
    """Points that a gain must be above."""
    explained: float = 0.5
    """The share of the belief that must explain every move of the others; below it the base's move
    stands, since looking ahead from a wrong belief does harm."""
    seed: int = 0


@dataclass(frozen=True)
class Value:
    """What a legal move was found to be worth."""

    move: Move
    worlds: int
    """In which it was tried."""
    value: float
    """Mean score."""
    gain: float
    """Over the base's move, in the same worlds."""
    error: float
    """Standard error of the gain."""


@dataclass(frozen=True)
class Thought:
    """A decision and what was found on the way."""

    move: Move | None
    """None if the game is to be given up."""
    usual: Move | None
    """What the base would do."""
    rollouts: int
    believed: float
    """The effective number of worlds in the belief."""
    explained: float
    """The share of it, by weight, in which the others chose every move that they made."""
    values: tuple[Value, ...]


class Search(Blueprint):
    """A base strategy that looks ahead, for whoever simulates games."""

    def __init__(
        self,
        base: Blueprint,
        setting: Setting,
        policies: Sequence[Blueprint] = (),
        goes_on: Sequence[Blueprint] = (),
        prior: Sequence[float] = (),
    ) -> None:
        """`policies`: what the others may play by (left out: the base), `goes_on`: how this seat
        goes on with each of them (left out: the base), `prior`: how likely each is. Raises
        ValueError for a setting out of range, or a strategy that cannot be simulated."""
        policies = policies or (base,)
        minds = [*policies, *goes_on, base]
        structs = ffi.new("hl_blueprint *[]", [mind.struct for mind in minds])
        ways = ffi.new("uint16_t[]", [len(policies) + i for i in range(len(goes_on))] or [0])
        chances = ffi.new("double[]", list(prior) or [1.0])
        config = ffi.new(
            "hl_search_config *",
            {
                "minds": structs,
                "count": len(minds),
                "policies": len(policies),
                "base": len(minds) - 1,
                "goes_on": ways if goes_on else ffi.NULL,
                "prior": chances if prior else ffi.NULL,
                "rollouts": setting.rollouts,
                "particles": setting.particles,
                "steps": setting.steps,
                "scoring": setting.scoring,
                "slip": setting.slip,
                "sure": setting.sure,
                "least": setting.least,
                "explained": setting.explained,
                "seed": setting.seed,
            },
        )
        if lib.hl_search_check(config) != lib.HL_OK:
            raise ValueError("These strategies and this setting cannot be searched with.")
        kept = (config, structs, ways, chances, minds)
        super().__init__(lib.hl_search_blueprint(config), kept, len(Reason))
        self.setting = setting
        self._memos: list[Any] = []
        self._lock = Lock()

    def think(self, view: View, rng: Rng) -> Thought:
        """The move of the seat to move, with what was found. It depends on these alone: a belief
        that is kept only saves the time to make it anew. Errors as `decide`."""
        found = ffi.new("hl_search_thought *")
        memo = self._take(view)
        error = lib.hl_search_think(self.struct.config, view.struct, rng.struct, memo, found)
        self._keep(memo)
        if error in (lib.HL_NOT_YOUR_TURN, lib.HL_GAME_OVER):
            raise ValueError(f"Seat {view.seat} is not to move.")
        refuse(error)
        return thought_of(view, found)

    def known(self, view: View) -> int:
        """How many turns of the view's history a kept belief has taken in."""
        with self._lock:
            return max((self._turns(view, memo) for memo in self._memos), default=0)

    def _take(self, view: View) -> Any:
        """The kept memo that knows most of this game, for one thought at a time, or a new one."""
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


def thought_of(view: View, found: Any) -> Thought:
    """The core's `hl_search_thought`."""
    return Thought(
        move=_move(view, found.move),
        usual=_move(view, found.usual),
        rollouts=int(found.rollouts),
        believed=float(found.believed),
        explained=float(found.explained),
        values=tuple(
            Value(
                move=Move.from_id(view.rules, one.move),
                worlds=int(one.worlds),
                value=float(one.value),
                gain=float(one.gain),
                error=float(one.error),
            )
            for one in found.values[0 : found.count]
        ),
    )


def _move(view: View, number: int) -> Move | None:
    return Move.from_id(view.rules, number) if number >= 0 else None
