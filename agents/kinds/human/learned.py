"""The network that imitates people: its data file, and the agents that play by it."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from agents.entry import version_text
from agents.kinds.conv import levels
from agents.rulelists import NAMED as LISTS
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.strategies.conv import VERSION as CONV_VERSION
from native.strategies.human import FEATURES, VERSION, Human, Network

PATH = Path(__file__).parent / "weights.npz"
CONVENTIONS = Path(__file__).parent / "conventions"
"""The folder with copies of the convention agent's levels from the time when the network was
trained. Its input features depend on them, while the agent's own weights are tuned further."""
CROWDS = {"proxy": 1.0, "newcomer": 0.0}
"""Whom the agent of each name imitates: experienced people (1), or users of one web page (0)."""
RULES_OF_THUMB = ("focus", "iggi2", "flawed")
"""The rule lists whose moves are inputs of the network, because people may play alike. They are
deterministic and use no earlier turns."""


WARMTH = 0.1
"""The sampling temperature, low enough to choose the likeliest move nearly always. Sampling by the
learned probabilities would make every rare mistake of all people together, and cost ten points a
game."""


def human(network: Network, crowd: float = 1.0, warmth: float = 1.0) -> Human:
    """Return the settings of an imitation of people with these network weights.

    `crowd` selects whom it imitates: experienced people (1), or the players of the data set
    HanabiData, users of one web page (0). `warmth` is the temperature at which it samples moves.
    """
    return Human(
        expert=levels.read_file(CONVENTIONS / "expert.json"),
        like=levels.read_file(CONVENTIONS / "human.json"),
        lists=[RuleList(LISTS[name].rules_for(2)) for name in RULES_OF_THUMB],
        network=network,
        crowd=crowd,
        warmth=warmth,
    )


def read() -> Network:
    """Load the stored network that imitates people. Raise ValueError if its input features are not
    FEATURES.
    """
    with np.load(PATH) as stored:
        if tuple(stored["features"]) != FEATURES:
            raise ValueError("The weights were learned of other features: train again.")
        return Network(
            inwards=stored["inwards"].astype(np.float32),
            bias=stored["bias"].astype(np.float32),
            outwards=stored["outwards"].astype(np.float32),
        )


def write(network: Network) -> None:
    """Write a network that imitates people, with the names of its input features, to weights.npz
    in this folder, replacing the file.
    """
    np.savez_compressed(
        PATH,
        features=np.array(FEATURES),
        inwards=network.inwards.astype(np.float32),
        bias=network.bias.astype(np.float32),
        outwards=network.outwards.astype(np.float32),
    )


@lru_cache
def blueprint(name: str) -> Blueprint:
    """Return the imitation of people called `name`, `proxy` or `newcomer`, as a strategy that the
    C code can simulate.
    """
    return human(read(), CROWDS[name], WARMTH).blueprint()


@lru_cache
def likelihood(name: str) -> Blueprint:
    """Return the imitation of people called `name`, `proxy` or `newcomer`, as a policy for
    inference. It samples moves by the learned probabilities, whereas the imitation that `blueprint`
    returns nearly always makes the likeliest move.
    """
    return human(read(), CROWDS[name]).blueprint()


@lru_cache
def version() -> str:
    """Return the version text of the agents that imitate people. It changes with the network's
    weights, its input features and the conventions on which they depend.
    """
    files = (PATH, *sorted(CONVENTIONS.iterdir()))
    made_of = b"".join([str(CONV_VERSION).encode(), *(file.read_bytes() for file in files)])
    return version_text(VERSION, made_of)
