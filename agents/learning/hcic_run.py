"""Training runs of models that predict a seat's own cards: the record of a run, `hcic.json`."""

from pathlib import Path
from shlex import quote
from typing import Literal

import msgspec

from agents.learning.hcic_network import SIZES, Size
from agents.learning.recipe import DEVICES
from agents.runs.errors import check_choice, check_range, check_seed
from agents.runs.life import Arrays, Record, RunKind, arrays_decoded, arrays_encoded, options_of
from native import Rules


class HcicRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters for training a model of Hand Card Information Completion (HCIC).

    HCIC predicts a seat's own cards. Raise BadParameters if a parameter is invalid.
    """

    source: str
    """The run whose policy plays the training games."""
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
        """The rules of the games to learn from."""
        return Rules.standard(self.players)

    @property
    def shape(self) -> Size:
        """The size of the network."""
        return SIZES[self.size]

    @property
    def held_out(self) -> int:
        """Return the number of games held out for validation."""
        return max(1, self.games // 10)


class HcicPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One point of the training curve: mean log-losses per card, in nats."""

    steps: int
    learnt: float
    """Loss on the training batches since the last point."""
    held: float
    """Loss on the held-out games."""


class HcicRun(Record, frozen=True):
    """The record of a model's training run up to its current step: everything except the
    weights.
    """

    recipe: HcicRecipe
    steps: int = 0
    seconds: float = 0.0
    cards: int = 0
    """Number of held-out cards, over which the losses are averaged."""
    exact: float = 0.0
    """Loss, on the same cards, of the exact odds from counting deals."""
    possible: float = 0.0
    """Loss, on the same cards, of a uniform guess over the possible identities."""
    curve: tuple[HcicPoint, ...] = ()
    format: Literal["hanabi-lab-hcic-run"] = "hanabi-lab-hcic-run"
    schema: Literal[1] = 1

    @property
    def done(self) -> int:
        """The steps trained so far."""
        return self.steps


MODELS: RunKind[HcicRun, Arrays] = RunKind(
    file="hcic.json",
    bundled=Path(__file__).parent / "demo",
    record=HcicRun,
    title="model of `hcic`",
    unit="steps",
    most=10_000_000,
    encode=arrays_encoded,
    decode=arrays_decoded,
)


def command(run: HcicRun) -> str:
    """Return the command line that reproduces a model's training run."""
    recipe = run.recipe
    usual = HcicRecipe(recipe.source, recipe.players, recipe.seed)
    words = ["manage.py hcic", run.name, "--source", recipe.source, *options_of(recipe, usual)]
    return " ".join([*words, f"--steps {run.of} --seed {quote(recipe.seed)}"])
