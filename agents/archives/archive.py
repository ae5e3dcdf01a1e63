"""An archive: the elites of a run, each in its cell. `README.md` describes its file."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import msgspec

from agents.archives.recipe import Recipe
from agents.archives.setting import Setting
from native.rulebase import VERSION

FORMAT: Literal["hanabi-lab archive"] = "hanabi-lab archive"
SCHEMA: Literal[2] = 2


class Measurement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of some games of self-play. None is "not known" or "nothing to measure"."""

    games: int
    objective: float
    spread: float | None
    """Sample standard deviation of the score of one game."""
    measures: tuple[float | None, float | None]
    tally: dict[str, int] | None = None
    """The sums that it was made of, by name; another version may know fewer names, or more."""


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An elite in its cell."""

    row: int
    column: int
    genes: tuple[int, ...]
    stored: Measurement
    """What it holds its cell by."""
    individual: int | None = None
    """Its number among the individuals of the run, from 0."""
    remeasured: Measurement | None = None
    """The same elite over fresh games, after the run."""

    @property
    def latest(self) -> Measurement:
        """Fresh games if there are any."""
        return self.remeasured or self.stored


class Best(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The elite with the best re-measured objective, measured once more over many games."""

    row: int
    column: int
    remeasured: Measurement


class Archive(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """All elites of a run, in the order of their cells."""

    format: Literal["hanabi-lab archive"] = FORMAT
    schema: Literal[2] = SCHEMA
    run: str
    source: str = ""
    """Where it was imported from."""
    setting: Setting
    recipe: Recipe | None = None
    """None for an archive that was made elsewhere."""
    rule_base: int = VERSION
    """Version of the rule base that it was measured with."""
    individuals: int = 0
    """Made so far."""
    games: int = 0
    """Played to make it, without re-measuring."""
    best: Best | None = None
    cells: tuple[Cell, ...]

    @cached_property
    def by_place(self) -> dict[tuple[int, int], Cell]:
        """The cells by row and column."""
        return {(cell.row, cell.column): cell for cell in self.cells}

    @cached_property
    def valid(self) -> tuple[Cell, ...]:
        """The cells whose elite scores above 0: the paper's valid niches."""
        return tuple(cell for cell in self.cells if cell.latest.objective > 0)

    @property
    def complete(self) -> bool:
        """Whether every individual was made and every elite re-measured."""
        made = self.recipe is None or self.individuals >= self.recipe.individuals
        return made and all(cell.remeasured for cell in self.cells)
