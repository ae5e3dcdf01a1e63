"""The agent of the core that imitates people: its features, network and move probabilities."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

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
"""The reasons of this agent's choices, which are the kinds of move; COLOUR stands for any clue."""

_PREFIX = "HL_HUMAN_"
FEATURES: tuple[str, ...] = tuple(
    ffi.typeof("enum hl_human_feature").elements[number].removeprefix(_PREFIX).lower()
    for number in range(lib.HL_HUMAN_FEATURES)
)
"""The names of the features of a move, in the order of `hl_human_feature` in human.h, which
describes them."""
WIDTH = 80
"""The length of a move's row of features in the core; the numbers beyond `FEATURES` are 0."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Network:
    """The weights of a neural network with one hidden layer of rectified linear units, which maps
    the features of a move to its logit.
    """

    inwards: Floats
    """Weights from the inputs to the hidden units, (features, hidden) float32."""
    bias: Floats
    """Biases of the hidden units, (hidden,) float32."""
    outwards: Floats
    """Weights from the hidden units to the logit, (hidden,) float32."""

    @classmethod
    def empty(cls) -> Self:
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
    people; `lists` are rule lists. Some features of a move say whether each of these agents would
    choose it; others, how much less `expert` and `like` value it than their best move.
    """

    expert: Level
    like: Level
    lists: Sequence[RuleList]
    network: Network
    crowd: float = 1.0
    """The people to imitate, from 0 (anybody) to 1 (experienced people); an input of the
    network."""
    warmth: float = 1.0
    """The temperature of the probabilities. 1: moves as varied as those of people; near 0: nearly
    always the likeliest move."""

    def blueprint(self) -> Blueprint:
        """Return the agent as a blueprint, a strategy that the C code can play and simulate.

        Raises ValueError if the number of rule lists or weights, or the shape of a part of the
        network, is wrong.
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
class WeighedMoves:
    """The legal moves of a position, each with its features and the probability that the agent that
    imitates people makes it.
    """

    moves: npt.NDArray[np.uint8]
    """The ids of the legal moves, (moves,) uint8."""
    features: Floats
    """The features of each move, in the order of `FEATURES`: (moves, features) float32."""
    chances: Floats
    """The probability of each move, (moves,) float32; the sum is 1."""


def look(blueprint: Blueprint, view: View) -> WeighedMoves:
    """Return the legal moves of the view's seat, with the features and the probability of each.

    `blueprint` is an agent that imitates people, from `Human.blueprint`. Raises ValueError if it is
    another seat's turn or the game is over, BadRules if the agent cannot play by these rules.
    """
    moves = np.zeros(lib.HL_MAX_MOVES, np.uint8)
    features = np.zeros((lib.HL_MAX_MOVES, WIDTH), np.float32)
    chances = np.zeros(lib.HL_MAX_MOVES, np.float32)
    count = lib.hl_human_look(
        blueprint.config,
        view.struct,
        ffi.from_buffer("uint8_t *", moves),
        ffi.from_buffer("float[][80]", features),
        ffi.from_buffer("float *", chances),
    )
    refuse(min(0, count), view)
    return WeighedMoves(moves[:count], features[:count, : len(FEATURES)], chances[:count])
