"""Policies of training runs: the files `policy.npz`, with network weights that play with NumPy
alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning import network, weight_files
from agents.learning.beliefs import taken
from agents.learning.recipe import LearningRecipe
from agents.learning.run import LEARNERS, LearningRun, command
from agents.learning.weight_files import Array
from agents.runs.errors import BadRun
from agents.runs.storage import replace, trained
from native import Rules
from native.environment.observation import bits, unpacked

FILE = "policy.npz"
FORMAT = "hanabi-lab-policy"


class PolicyCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The metadata in a policy's file: the name of its run, the recipe, and the turns trained so
    far.
    """

    run: str
    recipe: LearningRecipe
    turns: int
    format: str = FORMAT


@dataclass(frozen=True)
class Policy:
    """A trained network that chooses moves, with the recipe of its training."""

    card: PolicyCard
    weights: Mapping[str, Array]
    version: str
    """A checksum of the policy's file, which identifies its behaviour."""

    def values(self, words: Array, beliefs: Array) -> npt.NDArray[np.float32]:
        """Return the expected value of each action, shape (rows, actions).

        `words` are observations as bits in 64-bit words, shape (rows, words); the inputs
        `beliefs`, shape (rows, width), are appended to them.
        """
        inputs = self._inputs(words, beliefs)
        return np.asarray(network.values_of(dict(self.weights), inputs))

    def choose(self, words: Array, beliefs: Array, legal: Array) -> npt.NDArray[np.uint8]:
        """Return the legal move of greatest expected value in each row, shape (rows,).

        `words` are observations as bits in 64-bit words, shape (rows, words); the inputs
        `beliefs`, shape (rows, width), are appended to them. `legal` has a bit mask of the legal
        moves of each row, shape (rows,).
        """
        values, moves = self.values(words, beliefs), self.card.recipe.rules.move_count
        allowed = unpacked(legal[:, None], moves).astype(bool)
        values[:, :moves] = np.where(allowed, values[:, :moves], -np.inf)
        best = values.argmax(axis=1).astype(np.uint8)
        return np.asarray(taken(best, beliefs, moves) if self.card.recipe.advice else best)

    def cards(self, words: Array, beliefs: Array) -> npt.NDArray[np.float32] | None:
        """Return the predicted probabilities of the own cards, shape
        (rows, hand_size, identities), or None if the network does not predict them.

        `words` are observations as bits in 64-bit words, shape (rows, words); the inputs
        `beliefs`, shape (rows, width), are appended to them.
        """
        if "wcards" not in self.weights:
            return None
        weights = dict(self.weights)
        hidden = network.hidden_of(weights, self._inputs(words, beliefs))
        logits = network.cards_from(weights, hidden, self.card.recipe.rules.max_score)
        chances = np.exp(logits - logits.max(axis=2, keepdims=True))
        return np.asarray(chances / chances.sum(axis=2, keepdims=True))

    def _inputs(self, words: Array, beliefs: Array) -> Array:
        seen = unpacked(words, bits(self.card.recipe.rules)).astype(np.float32)
        return np.concatenate([seen, beliefs.astype(np.float32)], axis=1)


def decode(data: bytes) -> Policy:
    """Return the policy from the bytes of its file. Raise ValueError if they are invalid."""
    card, weights = weight_files.decode(data, PolicyCard)
    if card.format != FORMAT:
        raise ValueError(f"its format is {card.format[:40]}")
    weight_files.check(weights, shapes(card.recipe))
    return Policy(card, weights, weight_files.version(data))


def shapes(recipe: LearningRecipe) -> dict[str, tuple[int, ...]]:
    """Return {name: shape} of every weight array of the network that a recipe trains."""
    return layout(recipe, recipe.rules, recipe.extra_inputs)


def layout(recipe: LearningRecipe, rules: Rules, extra_inputs: int) -> dict[str, tuple[int, ...]]:
    """Return {name: shape} of every weight array that a recipe's network would have for games by
    `rules`.

    `extra_inputs` is the number of inputs appended to an observation.
    """
    return network.shapes(
        bits(rules) + extra_inputs,
        recipe.hidden,
        rules.move_count + bool(recipe.advice),
        recipe.method.dueling,
        rules.hand_size * rules.max_score if recipe.cards else 0,
    )


def save(path: Path, card: PolicyCard, weights: Mapping[str, Array]) -> Policy:
    """Write a policy's file, replacing an existing one, and return the policy as read back from
    it, with weights rounded to half precision.

    `card` is the metadata; `weights` are the network's arrays by name.
    """
    data = weight_files.encode(card, weights)
    replace(path, data)
    return decode(data)


def there(name: str) -> bool:
    """Return whether the policy file of the run called `name` exists on this machine."""
    return (LEARNERS.folder(name) / FILE).is_file()


def of_run(run: LearningRun) -> Policy:
    """Load the current policy of a run. Raise BadRun if it is missing or damaged.

    For a run that ships without its policy, the error message contains the command that trains it.
    """
    if not there(run.name) and not LEARNERS.begun_here(run.name):
        raise BadRun(
            f"The policy of {run.name} does not come with the program, only its curve does. To "
            f"make it: {command(run)}"
        )
    return load(LEARNERS.folder(run.name) / FILE)


def load(path: Path) -> Policy:
    """Load a policy from the file `path`. Raise BadRun if it is missing or damaged."""
    name = path.parent.name
    missing = f"The run {name} has not saved a policy yet."
    return trained(path, decode, f"The policy of {name}", missing)
