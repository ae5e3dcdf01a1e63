"""What was learned of people: the weights of the network, as a data file."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import numpy as np

from agents.kinds.conv import levels
from agents.rulelists import NAMED as LISTS
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.strategies.conv.conv import VERSION as CONV_VERSION
from native.strategies.human.human import FEATURES, VERSION, Human, Network

PATH = Path(__file__).parent / "weights.npz"
CONVENTIONS = Path(__file__).parent / "conventions"
"""The levels of the convention agent as they were when the network learned: its features are made
of them, so it keeps its own while the agent's are weighed anew."""
CROWDS = {"proxy": 1.0, "newcomer": 0.0}
"""By name, whom it imitates: experienced people, or those who met the game on a web page."""
RULES_OF_THUMB = ("focus", "iggi2", "flawed")
"""Rule lists without lots or history of their own, whose moves people may share."""


WARMTH = 0.1
"""Nearly always the likeliest move: a draw by the learned chances makes a rare mistake of people
as often as each of them together, and ten points a game with it."""


def human(network: Network, crowd: float = 1.0, warmth: float = 1.0) -> Human:
    """The learned person with these weights."""
    return Human(
        expert=levels.read_file(CONVENTIONS / "expert.json"),
        like=levels.read_file(CONVENTIONS / "human.json"),
        lists=[RuleList(LISTS[name].rules_for(2)) for name in RULES_OF_THUMB],
        network=network,
        crowd=crowd,
        warmth=warmth,
    )


def read() -> Network:
    """The stored weights. Raises ValueError for weights of other features."""
    with np.load(PATH) as stored:
        if tuple(stored["features"]) != FEATURES:
            raise ValueError("The weights were learned of other features: train again.")
        return Network(
            inwards=stored["inwards"].astype(np.float32),
            bias=stored["bias"].astype(np.float32),
            outwards=stored["outwards"].astype(np.float32),
        )


def write(network: Network) -> None:
    """Store the weights, with the names of what they weigh."""
    np.savez_compressed(
        PATH,
        features=np.array(FEATURES),
        inwards=network.inwards.astype(np.float32),
        bias=network.bias.astype(np.float32),
        outwards=network.outwards.astype(np.float32),
    )


@lru_cache
def blueprint(name: str) -> Blueprint:
    """Who imitates this crowd, to be simulated."""
    return human(read(), CROWDS[name], WARMTH).blueprint()


@lru_cache
def likelihood(name: str) -> Blueprint:
    """The same with every move as likely as people make it."""
    return human(read(), CROWDS[name]).blueprint()


@lru_cache
def version() -> str:
    """Changes with the weights, with the features, and with the conventions."""
    files = (PATH, *sorted(CONVENTIONS.iterdir()))
    made_of = b"".join([str(CONV_VERSION).encode(), *(file.read_bytes() for file in files)])
    return f"{VERSION}.{blake2b(made_of, digest_size=3).hexdigest()}"
