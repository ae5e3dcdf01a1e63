"""What is left of Hand Card Information Completion when it has learnt: `hcic.npz`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning import completion, weight_files
from agents.learning.beliefs import Lanes
from agents.learning.hcic_run import FOLDERS, HcicRecipe
from agents.learning.weight_files import MOST_BYTES, Array
from agents.runs.errors import BadRun
from native import Rules, View
from native.environment.environment import Environment
from native.environment.symbols import MOVES, kinds, symbols_of

FILE = "hcic.npz"
FORMAT = "hanabi-lab-hcic"
TOGETHER = 256
"""Rows told of at once."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a model's file says of itself."""

    name: str
    recipe: HcicRecipe
    steps: int
    format: str = FORMAT


@dataclass(frozen=True)
class Model:
    """A frozen transformer, as the belief that it adds to an observation."""

    card: Card
    weights: Mapping[str, Array]
    """Joined (`completion.joined`)."""
    tensor: Callable[[Array], Any] = np.asarray
    """Takes an array to the library and the device of the weights."""

    def chances(self, rows: Array) -> npt.NDArray[np.float32]:
        """(rows, symbols) to (rows, hand_size, identities), 0 for missing cards."""
        recipe = self.card.recipe
        told = np.zeros((len(rows), recipe.rules.hand_size, recipe.rules.max_score), np.float32)
        for first in range(0, len(rows), TOGETHER):
            part = self.tensor(rows[first : first + TOGETHER].astype(np.int64))
            chances = completion.chances_of(dict(self.weights), part, recipe.rules, recipe.shape)
            told[first : first + TOGETHER] = _plain(chances)
        return told * held(recipe.rules, rows)[..., None]

    def in_torch(self, torch: Any, device: str) -> Model:
        """The same, told by PyTorch on a device: quicker for many rows."""

        def tensor(array: Array) -> Any:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        weights = {name: tensor(array) for name, array in self.weights.items()}
        return replace(self, weights=weights, tensor=tensor)

    def width(self, rules: Rules) -> int:
        return rules.hand_size * rules.max_score

    def of(self, environment: Environment, lanes: Lanes) -> Any:
        """(lanes, width), as `agents.learning.beliefs.Belief`."""
        return self.chances(environment.symbols(lanes)).reshape(len(lanes), -1)

    def of_view(self, view: View) -> Any:
        return self.chances(symbols_of(view)[None]).reshape(-1)


def _plain(chances: Any) -> Array:
    return chances if isinstance(chances, np.ndarray) else np.asarray(chances.cpu().numpy())


def held(rules: Rules, rows: Array) -> npt.NDArray[np.bool_]:
    """(rows, hand_size) whether the seat has such a card."""
    first = MOVES + len(rules.suits)
    return np.asarray(rows[:, first : first + rules.hand_size] != kinds(rules) - 1)


def decode(data: bytes) -> Model:
    """Raises ValueError for bytes that are no model."""
    card, weights = weight_files.decode(data, Card)
    if card.format != FORMAT:
        raise ValueError(f"its format is {card.format[:40]}")
    rules = card.recipe.rules
    weight_files.check(weights, completion.shapes(rules, card.recipe.shape))
    vectors = completion.card_vectors(rules)
    return Model(card, completion.joined(weights, vectors, card.recipe.shape))


def load(name: str) -> Model:
    """The model of a run. Raises BadRun, in words."""
    path = FOLDERS.folder(name) / FILE
    try:
        return _read(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        raise BadRun(f"There is no model {name} of one's own cards; `hcic` makes one.") from None
    except (OSError, ValueError) as error:
        raise BadRun(f"The model {name} is damaged: {error}.") from None


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int) -> Model:
    if path.stat().st_size > MOST_BYTES:
        raise ValueError("it is too large")
    return decode(path.read_bytes())
