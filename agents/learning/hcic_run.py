"""Training runs and trained models of Hand Card Information Completion.

A run's record, `hcic.json`, has its recipe and its curve; `hcic.npz` is the trained model, which
predicts a seat's own cards.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import Any, Literal, Self

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning import hcic_network, weight_files
from agents.learning.hcic_network import SIZES, Size
from agents.learning.recipe import DEVICES
from agents.learning.weight_files import Array
from agents.runs.errors import BadRun, check_choice, check_range, check_seed
from agents.runs.life import RunKind, RunRecord, options_of
from agents.runs.storage import Arrays, arrays_encoded, arrays_in, trained
from native import Rules, View
from native.environment.environment import Environment
from native.environment.observation import MOVE_SYMBOLS, symbol_kinds, symbols_of


class HcicRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters for training a model of Hand Card Information Completion (HCIC).

    HCIC predicts a seat's own cards. Raise BadParameters if a parameter is invalid.
    """

    source: str
    """The name of the training run whose policy plays the games to learn from."""
    players: int
    seed: str
    games: int = 10_000
    """Self-play games to train on; another 10% are held out for validation."""
    size: str = "small"
    batch: int = 256
    rate: float = 1e-3
    device: str = "cpu"

    def __post_init__(self) -> None:
        check_range("players", self.players, 2, 5)
        check_range("games", self.games, 10, 1_000_000)
        check_range("batch", self.batch, 1, 65_536)
        check_range("rate", self.rate, 0, 1)
        check_choice("size", self.size, SIZES)
        check_choice("device", self.device, DEVICES)
        check_seed(self.seed)

    @property
    def rules(self) -> Rules:
        """The rules of the training games."""
        return Rules.standard(self.players)

    @property
    def shape(self) -> Size:
        """The dimensions of the network that this recipe trains."""
        return SIZES[self.size]

    @property
    def held_out(self) -> int:
        """The number of games held out for validation."""
        return max(1, self.games // 10)


class HcicPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One point of a model's training curve after `steps` steps: mean log-losses per card, in
    nats.
    """

    steps: int
    learnt: float
    """The loss on the training batches since the previous point."""
    held: float
    """The loss on the held-out games."""


class HcicRun(RunRecord, frozen=True):
    """The record of a training run of a model that predicts a seat's own cards, up to its
    current step: everything except the weights.
    """

    recipe: HcicRecipe
    steps: int = 0
    seconds: float = 0.0
    cards: int = 0
    """The number of cards in the held-out turns, over which the losses are averaged."""
    exact: float = 0.0
    """The mean log-loss per held-out card of the exact probabilities from counting deals, in
    nats."""
    possible: float = 0.0
    """The mean log-loss per held-out card of a uniform guess over the possible identities, in
    nats."""
    curve: tuple[HcicPoint, ...] = ()
    format: Literal["hanabi-lab-hcic-run"] = "hanabi-lab-hcic-run"
    schema: Literal[1] = 1

    @property
    def done(self) -> int:
        """The number of training steps so far."""
        return self.steps


MODELS: RunKind[HcicRun, Arrays] = RunKind(
    file="hcic.json",
    bundled=Path(__file__).parent / "demo",
    record=HcicRun,
    title="model of `hcic`",
    unit="steps",
    most=10_000_000,
    encode=arrays_encoded,
    decode=arrays_in,
)


def command(run: HcicRun) -> str:
    """Return the command line that reproduces a run that trains a model to predict own cards."""
    recipe = run.recipe
    usual = HcicRecipe(recipe.source, recipe.players, recipe.seed)
    words = ["manage.py hcic", run.name, "--source", recipe.source, *options_of(recipe, usual)]
    return " ".join([*words, f"--steps {run.of} --seed {quote(recipe.seed)}"])


FILE = "hcic.npz"
FORMAT = "hanabi-lab-hcic"
TOGETHER = 64
"""The number of turns whose cards are predicted in one batch on a processor, whose caches hold no
larger ones."""
TOGETHER_ON_CUDA = 256
"""The same on a GPU."""


class ModelCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The metadata in the file of a model that predicts own cards: the name of the run that
    trained it, the recipe of that run and the number of training steps.
    """

    name: str
    recipe: HcicRecipe
    steps: int
    format: str = FORMAT


@dataclass(frozen=True)
class Model:
    """A trained transformer that predicts a seat's own cards: Hand Card Information Completion."""

    card: ModelCard
    weights: Mapping[str, Array]
    """The weights, fused by `hcic_network.joined`."""
    tensor: Callable[[Array], Any] = np.asarray
    """Converts a NumPy array to the library and device of the weights."""
    together: int = TOGETHER
    """The number of turns whose cards are predicted in one batch."""

    def chances(self, rows: Array) -> npt.NDArray[np.float32]:
        """Return probabilities of the own cards, shape (rows, hand_size, identities), from rows of
        symbols that each describe a turn, shape (rows, symbols). Missing cards have 0.
        """
        recipe = self.card.recipe
        chances = np.zeros((len(rows), recipe.rules.hand_size, recipe.rules.max_score), np.float32)
        for first in range(0, len(rows), self.together):
            part = self.tensor(rows[first : first + self.together].astype(np.int64))
            batch = hcic_network.chances_of(dict(self.weights), part, recipe.rules, recipe.shape)
            plain = batch if isinstance(batch, np.ndarray) else batch.cpu().numpy()
            chances[first : first + self.together] = plain
        return chances * held(recipe.rules, rows)[..., None]

    def in_torch(self, torch: Any, device: str) -> Self:
        """Return a copy that computes in PyTorch on `device`, such as `cuda`, which is faster for
        many rows; `torch` is the PyTorch module.
        """

        def tensor(array: Array) -> Any:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        weights = {name: tensor(array) for name, array in self.weights.items()}
        together = TOGETHER if device == "cpu" else TOGETHER_ON_CUDA
        return replace(self, weights=weights, tensor=tensor, together=together)

    def width(self, rules: Rules) -> int:
        """Return the number of inputs that the model appends to an observation: the hand size times
        the number of identities.
        """
        return rules.hand_size * rules.max_score

    def of(self, environment: Environment, lanes: npt.NDArray[np.int64]) -> Any:
        """Return the predicted probabilities of the own cards of the seats to move in the lanes
        (parallel games) `lanes` of the environment, shape (lanes, width), float32.
        """
        return self.chances(environment.symbols(lanes)).reshape(len(lanes), -1)

    def of_view(self, view: View) -> Any:
        """Return the predicted probabilities of the own cards of the view's seat, shape (width,),
        float32.
        """
        return self.chances(symbols_of(view)[None]).reshape(-1)


def held(rules: Rules, rows: Array) -> npt.NDArray[np.bool_]:
    """Return whether the seat to move holds a card at each position of its hand, shape
    (rows, hand_size), from rows of symbols that each describe a turn, shape (rows, symbols).
    """
    first = MOVE_SYMBOLS + len(rules.suits)
    return np.asarray(rows[:, first : first + rules.hand_size] != symbol_kinds(rules) - 1)


def decode(data: bytes) -> Model:
    """Return the model that predicts own cards from the bytes of its file. Raise ValueError if
    they are invalid.
    """
    card, weights = weight_files.decode(data, ModelCard)
    if card.format != FORMAT:
        raise ValueError(f"its format is {card.format[:40]}")
    rules = card.recipe.rules
    weight_files.check(weights, hcic_network.shapes(rules, card.recipe.shape))
    vectors = hcic_network.card_vectors(rules)
    return Model(card, hcic_network.joined(weights, vectors, card.recipe.shape))


def load(name: str) -> Model:
    """Load the model that the run called `name` trained to predict own cards (HCIC). Raise BadRun
    if it is missing or damaged.

    For a run that ships without its model, the error message contains the command that trains it.
    """
    path = MODELS.folder(name) / FILE
    if not path.is_file() and MODELS.exists(name) and not MODELS.begun_here(name):
        raise BadRun(
            f"The model {name} does not come with the program, only its curve does. To make "
            f"it: {command(MODELS.load(name))}"
        )
    missing = f"There is no model of `hcic` named {name}."
    return trained(path, decode, f"The model {name}", missing)
