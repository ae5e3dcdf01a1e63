"""What a run's agents are and how they are measured: everything that a cell's meaning hangs on."""

from __future__ import annotations

import msgspec

from agents.archives.alphabets import ALPHABETS
from agents.archives.errors import BadParameters
from agents.archives.objective import SCORINGS
from native import Rules
from native.play.measures import MEASURES
from native.rulebase import Mode, Rule

MODES = {mode.name.lower(): mode for mode in Mode}
MAX_SIDE = 100


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Defaults are the paper's. Raises BadParameters, in words."""

    players: int = 2
    alphabet: str = "published"
    mode: str = "faithful"
    scoring: str = "stacks"
    measures: tuple[str, str] = ("communicativeness", "risk_aversion")
    """Of the rows and of the columns."""
    grid: tuple[int, int] = (20, 20)

    def __post_init__(self) -> None:
        check_range("players", self.players, 2, 5)
        _check_choice("alphabet", self.alphabet, ALPHABETS)
        _check_choice("mode", self.mode, MODES)
        _check_choice("scoring", self.scoring, SCORINGS)
        for measure in self.measures:
            _check_choice("measures", measure, MEASURES)
        if self.measures[0] == self.measures[1]:
            raise BadParameters(f"measures must differ, and {self.measures[0]} is there twice.")
        for side in self.grid:
            check_range("grid", side, 1, MAX_SIDE)

    @property
    def cells(self) -> int:
        """How many cells there are; cell i is row i // columns, column i % columns."""
        return self.grid[0] * self.grid[1]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the alphabet: a gene is a position among them."""
        return ALPHABETS[self.alphabet]

    @property
    def game(self) -> Rules:
        """The game that is played."""
        return Rules(self.players)


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Raises BadParameters unless the value is from low to high."""
    if not low <= value <= high:
        raise BadParameters(f"{name} must be from {low} to {high}, not {value}.")


def _check_choice(name: str, value: str, choices: object) -> None:
    known = list(choices)  # type: ignore[call-overload]
    if value not in known:
        raise BadParameters(f"{name} must be {' or '.join(known)}, not “{value[:40]}”.")
