"""Trained models of Hand Card Information Completion: `hcic.npz`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning import hcic_network, weight_files
from agents.learning.hcic_run import MODELS, HcicRecipe, command
from agents.learning.weight_files import MOST_BYTES, Array
from agents.runs.errors import BadRun
from native import Rules, View
from native.environment.environment import Environment
from native.environment.observation import MOVE_SYMBOLS, symbol_kinds, symbols_of

FILE = "hcic.npz"
FORMAT = "hanabi-lab-hcic"
TOGETHER = 256
"""Rows predicted in one batch."""


class ModelCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The metadata of a model file."""

    name: str
    recipe: HcicRecipe
    steps: int
    format: str = FORMAT


@dataclass(frozen=True)
class Model:
    """A trained transformer that predicts a seat's own cards: Hand Card Information Completion."""

    card: ModelCard
    weights: Mapping[str, Array]
    """Weights fused by `hcic_network.joined`."""
    tensor: Callable[[Array], Any] = np.asarray
    """Converts an array to the library and device of the weights."""

    def chances(self, rows: Array) -> npt.NDArray[np.float32]:
        """Return probabilities of the own cards for rows of symbols that each describe a turn.

        The shape changes from (rows, symbols) to (rows, hand_size, identities).
        """
        recipe = self.card.recipe
        chances = np.zeros((len(rows), recipe.rules.hand_size, recipe.rules.max_score), np.float32)
        for first in range(0, len(rows), TOGETHER):
            part = self.tensor(rows[first : first + TOGETHER].astype(np.int64))
            batch = hcic_network.chances_of(dict(self.weights), part, recipe.rules, recipe.shape)
            chances[first : first + TOGETHER] = _plain(batch)
        return chances * held(recipe.rules, rows)[..., None]

    def in_torch(self, torch: Any, device: str) -> Model:
        """Return a copy that computes in PyTorch on a device, which is faster for many rows."""

        def tensor(array: Array) -> Any:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        weights = {name: tensor(array) for name, array in self.weights.items()}
        return replace(self, weights=weights, tensor=tensor)

    def width(self, rules: Rules) -> int:
        """Return the number of slots times that of identities."""
        return rules.hand_size * rules.max_score

    def of(self, environment: Environment, lanes: npt.NDArray[np.int64]) -> Any:
        """Return the beliefs of the seats to move in these lanes, shape (lanes, width)."""
        return self.chances(environment.symbols(lanes)).reshape(len(lanes), -1)

    def of_view(self, view: View) -> Any:
        """Return the predicted chances of the own cards, shape (width,), float32."""
        return self.chances(symbols_of(view)[None]).reshape(-1)


def _plain(chances: Any) -> Array:
    return chances if isinstance(chances, np.ndarray) else np.asarray(chances.cpu().numpy())


def held(rules: Rules, rows: Array) -> npt.NDArray[np.bool_]:
    """Return a mask of the cards that the seat to move holds, shape (rows, hand_size)."""
    first = MOVE_SYMBOLS + len(rules.suits)
    return np.asarray(rows[:, first : first + rules.hand_size] != symbol_kinds(rules) - 1)


def decode(data: bytes) -> Model:
    """Parse a model file. Raise ValueError if it is invalid."""
    card, weights = weight_files.decode(data, ModelCard)
    if card.format != FORMAT:
        raise ValueError(f"its format is {card.format[:40]}")
    rules = card.recipe.rules
    weight_files.check(weights, hcic_network.shapes(rules, card.recipe.shape))
    vectors = hcic_network.card_vectors(rules)
    return Model(card, hcic_network.joined(weights, vectors, card.recipe.shape))


def load(name: str) -> Model:
    """Load the model of a run. Raise BadRun if it is missing or damaged.

    For a run that ships without its model, the message contains the command that makes it.
    """
    path = MODELS.folder(name) / FILE
    try:
        return _read(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        if MODELS.exists(name) and not MODELS.begun_here(name):
            raise BadRun(
                f"The model {name} does not come with the program, only its curve does. To make "
                f"it: {command(MODELS.load(name))}"
            ) from None
        raise BadRun(f"There is no model of `hcic` named {name}.") from None
    except (OSError, ValueError) as error:
        raise BadRun(f"The model {name} is damaged: {error}.") from None


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int) -> Model:
    if path.stat().st_size > MOST_BYTES:
        raise ValueError("it is too large")
    return decode(path.read_bytes())
