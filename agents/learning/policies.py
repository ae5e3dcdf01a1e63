"""What is left of a run when it has learnt: `policy.npz`, weights that NumPy alone can play by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning import network, weight_files
from agents.learning.recipe import Recipe
from agents.learning.weight_files import MOST_BYTES, Array
from agents.runs.errors import BadRun
from agents.runs.storage import replace
from native.environment.observation import bits, unpacked

FILE = "policy.npz"
FORMAT = "hanabi-lab-policy"


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a policy's file says of itself."""

    run: str
    recipe: Recipe
    turns: int
    format: str = FORMAT


@dataclass(frozen=True)
class Policy:
    """A network that plays."""

    card: Card
    weights: Mapping[str, Array]
    version: str
    """Changes whenever it plays otherwise."""

    def values(self, words: Array, beliefs: Array) -> npt.NDArray[np.float32]:
        """(rows, actions) the points that each action is taken to bring."""
        seen = unpacked(words, bits(self.card.recipe.rules)).astype(np.float32)
        inputs = np.concatenate([seen, beliefs.astype(np.float32)], axis=1)
        return np.asarray(network.values_of(dict(self.weights), inputs))

    def choose(self, words: Array, beliefs: Array, legal: Array) -> npt.NDArray[np.uint8]:
        """(rows,) the best legal actions."""
        values = self.values(words, beliefs)
        allowed = unpacked(legal[:, None], values.shape[1]).astype(bool)
        best: npt.NDArray[np.intp] = np.where(allowed, values, -np.inf).argmax(axis=1)
        return best.astype(np.uint8)


def decode(data: bytes) -> Policy:
    """Raises ValueError for bytes that are no policy."""
    card, weights = weight_files.decode(data, Card)
    if card.format != FORMAT:
        raise ValueError(f"its format is {card.format[:40]}")
    recipe, rules = card.recipe, card.recipe.rules
    added = 0 if recipe.belief == "none" else rules.hand_size * rules.max_score
    weight_files.check(
        weights,
        network.shapes(bits(rules) + added, recipe.hidden, rules.move_count, recipe.method.dueling),
    )
    return Policy(card, weights, weight_files.version(data))


def save(path: Path, card: Card, weights: Mapping[str, Array]) -> Policy:
    """Write the policy; what it is once it is read again."""
    data = weight_files.encode(card, weights)
    replace(path, data)
    return decode(data)


def load(path: Path) -> Policy:
    """Raises BadRun, in words."""
    name = path.parent.name
    try:
        return _read(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        raise BadRun(f"The run {name} has made no policy yet.") from None
    except (OSError, ValueError) as error:
        raise BadRun(f"The policy of {name} is damaged: {error}.") from None


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> Policy:
    if path.stat().st_size > MOST_BYTES:
        raise ValueError("it is too large")
    return decode(path.read_bytes())
