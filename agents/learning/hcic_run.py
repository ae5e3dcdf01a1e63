"""A run that learns to tell a seat's own cards, as far as it went."""

from __future__ import annotations

from pathlib import Path

import msgspec

from agents.archives.setting import check_range
from agents.learning.completion import SIZES, Size
from agents.learning.recipe import DEVICES, check_choice, check_seed
from agents.runs.storage import RunFolders
from native import Rules

FILE = "hcic.json"
FOLDERS = RunFolders(FILE, bundled=Path(__file__).parent / "demo")
FORMAT = "hanabi-lab-hcic-run"
SCHEMA = 1


class HcicRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How it is made. Raises BadParameters, in words."""

    source: str
    """The run whose policy plays the games that it learns from."""
    players: int
    seed: str
    games: int = 10_000
    """Games of that policy with itself; as many as a tenth of them more are held out."""
    size: str = "small"
    batch: int = 256
    rate: float = 1e-3
    device: str = "cpu"

    def __post_init__(self) -> None:
        check_range("players", self.players, 2, 5)
        check_range("games", self.games, 10, 1_000_000)
        check_range("batch", self.batch, 1, 65_536)
        check_choice("size", self.size, SIZES)
        check_choice("device", self.device, DEVICES)
        check_seed(self.seed)

    @property
    def rules(self) -> Rules:
        return Rules.standard(self.players)

    @property
    def shape(self) -> Size:
        return SIZES[self.size]

    @property
    def held_out(self) -> int:
        """Games that it does not learn from."""
        return max(1, self.games // 10)


class HcicPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mean log-losses a card, in nats."""

    steps: int
    learnt: float
    """Of the batches since the last point."""
    held: float
    """Of the games held out."""


class HcicRun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about it but what it has learnt."""

    name: str
    recipe: HcicRecipe
    of: int
    """Steps that it is to make."""
    steps: int = 0
    seconds: float = 0.0
    cards: int = 0
    """Held out, of which the losses are means."""
    exact: float = 0.0
    """The loss, on the same cards, of the exact odds: deals counted, no meaning read in."""
    possible: float = 0.0
    """Of taking everything as equally likely that a card can be."""
    curve: tuple[HcicPoint, ...] = ()
    format: str = FORMAT
    schema: int = SCHEMA
