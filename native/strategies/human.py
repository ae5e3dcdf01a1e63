"""The agent of the core that imitates people: its features, network and move probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rules import MoveKind
from native.engine.view import View
from native.play.blueprint import Blueprint, refuse
from native.rulebase import RuleList
from native.strategies.conv import Level

VERSION = int(lib.HL_HUMAN_VERSION)
HIDDEN = int(lib.HL_HUMAN_HIDDEN)
LISTS = int(lib.HL_HUMAN_LISTS)
REASONS = (MoveKind.DISCARD, MoveKind.PLAY, MoveKind.COLOUR)
"""The reason of a choice is its kind of move; any clue counts as the last."""

_PREFIX = "HL_HUMAN_"
FEATURES: tuple[str, ...] = tuple(
    ffi.typeof("enum hl_human_feature").elements[number].removeprefix(_PREFIX).lower()
    for number in range(lib.HL_HUMAN_FEATURES)
)
"""The names of the features, in the order of the core."""
WIDTH = 80
"""The numbers per move in the core; those beyond `FEATURES` are 0."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Network:
    """The weights of a neural network with one hidden layer of rectified linear units."""

    inwards: Floats
    """(features, hidden) float32."""
    bias: Floats
    """(hidden,) float32."""
    outwards: Floats
    """(hidden,) float32."""

    @classmethod
    def empty(cls) -> Network:
        """Return a network of zeros, under which all moves are equally likely."""
        return cls(
            np.zeros((len(FEATURES), HIDDEN), np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros(HIDDEN, np.float32),
        )


@dataclass(frozen=True)
class Human:
    """The settings of an agent that imitates people: its network, and agents that supply features.

    `expert` and `like` are convention agents, `expert` tuned to score and `like` to resemble
    people; `lists` are rule lists. Some features say whether one of them would choose the move, and
    how much less `expert` and `like` value it than their best move.
    """

    expert: Level
    like: Level
    lists: Sequence[RuleList]
    network: Network
    crowd: float = 1.0
    """1: experienced people, 0: anybody."""
    warmth: float = 1.0
    """The temperature. 1: as varied as people are; small: nearly always the likeliest move."""

    def blueprint(self) -> Blueprint:
        """Return the imitation as a strategy in C. Raises ValueError if a list or weight has a
        wrong shape.
        """
        net = self.network
        shapes = [part.shape for part in (net.inwards, net.bias, net.outwards)]
        if len(self.lists) != LISTS or shapes != [(len(FEATURES), HIDDEN), (HIDDEN,), (HIDDEN,)]:
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
    """The legal moves of a position, each with its features and the probability that the imitation
    plays it.
    """

    moves: npt.NDArray[np.uint8]
    """(n,) uint8, move ids."""
    features: Floats
    """(n, features) float32."""
    chances: Floats
    """(n,) float32 probabilities, which sum to 1."""


def look(blueprint: Blueprint, view: View) -> Look:
    """Return the legal moves of the seat to move, with the features and probability of each.

    Raises ValueError if it is another seat's turn, BadRules if the agent cannot play by these
    rules.
    """
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
    refuse(min(0, count), view)
    return Look(moves[:count], features[:count, : len(FEATURES)], chances[:count])
