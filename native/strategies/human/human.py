"""The learned person of the core: its features, its network, and its chances for every move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.moves import MoveKind
from native.engine.view import View
from native.play.blueprint import Blueprint, refuse
from native.rulebase import RuleList
from native.strategies.conv.conv import Level

VERSION = int(lib.HL_HUMAN_VERSION)
HIDDEN = int(lib.HL_HUMAN_HIDDEN)
LISTS = int(lib.HL_HUMAN_LISTS)
REASONS = (MoveKind.DISCARD, MoveKind.PLAY, MoveKind.COLOUR)
"""What a move is, as the reason of a choice: any clue is the last."""

_PREFIX = "HL_HUMAN_"
FEATURES: tuple[str, ...] = tuple(
    ffi.typeof("enum hl_human_feature").elements[number].removeprefix(_PREFIX).lower()
    for number in range(lib.HL_HUMAN_FEATURES)
)
"""The names of the features, in the order of the core."""
WIDTH = 80
"""Numbers that the core keeps a move; those beyond `FEATURES` are 0."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Network:
    """One hidden layer of rectified units."""

    inwards: Floats
    """(features, hidden)."""
    bias: Floats
    """(hidden,)."""
    outwards: Floats
    """(hidden,)."""

    @classmethod
    def empty(cls) -> Network:
        """All moves are as likely."""
        return cls(
            np.zeros((len(FEATURES), HIDDEN), np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros(HIDDEN, np.float32),
        )


@dataclass(frozen=True)
class Human:
    """Whom it imitates, and from what it knows the conventions and some rules of thumb."""

    expert: Level
    like: Level
    lists: Sequence[RuleList]
    network: Network
    crowd: float = 1.0
    """1: experienced people, 0: anybody."""
    warmth: float = 1.0
    """1: as varied as people are; small: nearly always the likeliest move."""

    def blueprint(self) -> Blueprint:
        """The agent, to be simulated. Raises ValueError for parts of another size."""
        net = self.network
        if len(self.lists) != LISTS or net.inwards.shape != (len(FEATURES), HIDDEN):
            raise ValueError(f"It takes {LISTS} rule lists and {len(FEATURES)} x {HIDDEN} weights.")
        config = ffi.new("hl_human_config *")
        levels: list[Any] = [level.blueprint().config for level in (self.expert, self.like)]
        config.expert, config.like = levels[0][0], levels[1][0]
        for place, rules in enumerate(self.lists):
            config.lists[place] = rules.struct[0]
        config.crowd, config.warmth = self.crowd, self.warmth
        for row, values in enumerate(net.inwards.tolist()):
            config.inwards[row] = values
        config.bias = net.bias.tolist()
        config.outwards = net.outwards.tolist()
        return Blueprint(lib.hl_human_blueprint(config), config, len(REASONS))


@dataclass(frozen=True)
class Look:
    """The legal moves of a position."""

    moves: npt.NDArray[np.uint8]
    """(n,): their ids."""
    features: Floats
    """(n, features)."""
    chances: Floats
    """(n,)."""


def look(blueprint: Blueprint, view: View) -> Look:
    """What the seat to move may do, as the core describes it, and how likely it is. Raises
    ValueError when it is another seat's turn, and BadRules for rules that it does not know."""
    moves = np.zeros(lib.HL_MAX_MOVES, np.uint8)
    features = np.zeros((lib.HL_MAX_MOVES, WIDTH), np.float32)
    chances = np.zeros(lib.HL_MAX_MOVES, np.float32)
    count = lib.hl_human_look(
        blueprint.config,
        view.struct,
        ffi.from_buffer("uint8_t *", moves),
        ffi.from_buffer("float *", features),
        ffi.from_buffer("float *", chances),
    )
    if count in (lib.HL_NOT_YOUR_TURN, lib.HL_GAME_OVER):
        raise ValueError(f"Seat {view.seat} is not to move.")
    refuse(min(0, count))
    return Look(moves[:count], features[:count, : len(FEATURES)], chances[:count])
