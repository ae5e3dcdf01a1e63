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
from agents.learning.advice import taken
from agents.learning.recipe import Recipe
from agents.learning.weight_files import MOST_BYTES, Array
from agents.runs.errors import BadRun
from agents.runs.storage import replace
from native import Rules
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
        inputs = self._inputs(words, beliefs)
        return np.asarray(network.values_of(dict(self.weights), inputs))

    def choose(self, words: Array, beliefs: Array, legal: Array) -> npt.NDArray[np.uint8]:
        """(rows,) the best legal moves."""
        values, moves = self.values(words, beliefs), self.card.recipe.rules.move_count
        allowed = unpacked(legal[:, None], moves).astype(bool)
        values[:, :moves] = np.where(allowed, values[:, :moves], -np.inf)
        best = values.argmax(axis=1).astype(np.uint8)
        return np.asarray(taken(best, beliefs, moves) if self.card.recipe.advice else best)

    def cards(self, words: Array, beliefs: Array) -> npt.NDArray[np.float32] | None:
        """(rows, hand_size, identities) what it takes the own cards for, if it learnt to tell."""
        if "wcards" not in self.weights:
            return None
        weights = dict(self.weights)
        hidden = network.hidden_of(weights, self._inputs(words, beliefs))
        told = network.cards_from(weights, hidden, self.card.recipe.rules.max_score)
        chances = np.exp(told - told.max(axis=2, keepdims=True))
        return np.asarray(chances / chances.sum(axis=2, keepdims=True))

    def _inputs(self, words: Array, beliefs: Array) -> Array:
        seen = unpacked(words, bits(self.card.recipe.rules)).astype(np.float32)
        return np.concatenate([seen, beliefs.astype(np.float32)], axis=1)


def decode(data: bytes) -> Policy:
    """Raises ValueError for bytes that are no policy."""
    card, weights = weight_files.decode(data, Card)
    if card.format != FORMAT:
        raise ValueError(f"its format is {card.format[:40]}")
    weight_files.check(weights, shapes(card.recipe))
    return Policy(card, weights, weight_files.version(data))


def shapes(recipe: Recipe) -> dict[str, tuple[int, ...]]:
    """The arrays of its network."""
    rules = recipe.rules
    return layout(recipe, rules, recipe.told)


def layout(recipe: Recipe, rules: Rules, told: int) -> dict[str, tuple[int, ...]]:
    """The same by other rules, with so many numbers added to an observation."""
    return network.shapes(
        bits(rules) + told,
        recipe.hidden,
        rules.move_count + bool(recipe.advice),
        recipe.method.dueling,
        rules.hand_size * rules.max_score if recipe.cards else 0,
    )


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
