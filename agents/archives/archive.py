"""An archive: the elites of a run, each in its cell. `README.md` in this folder describes its
file.
"""

from functools import cached_property
from hashlib import blake2b
from math import sqrt
from typing import Literal

import msgspec

from agents.archives.setting import Recipe, Setting
from native.rulebase import VERSION

FORMAT: Literal["hanabi-lab archive"] = "hanabi-lab archive"
SCHEMA: Literal[2] = 2


class BadArchive(ValueError):
    """Raised if a file is not an archive of agents, or is damaged."""


class Measurement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of an agent's self-play games. None stands for an unknown or undefined value."""

    games: int
    objective: float
    spread: float | None
    """Sample standard deviation of the games' scores."""
    measures: tuple[float | None, float | None]
    tally: dict[str, int] | None = None
    """Sums over the games, by name, from which the figures are computed; other versions of the
    program may store other sums. None if the measurement was imported without them."""

    @property
    def error(self) -> float | None:
        """The standard error of the objective; None if it is unknown."""
        if self.spread is None or self.games < 2:
            return None
        return self.spread / sqrt(self.games)


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell of a MAP-Elites archive with its elite, the best agent found for it."""

    row: int
    column: int
    genes: tuple[int, ...]
    stored: Measurement
    """The elite's measurement during the run, by which it won its cell."""
    individual: int | None = None
    """The elite's number among the run's individuals, from 0; None if it was imported."""
    remeasured: Measurement | None = None
    """The elite's measurement over fresh games after the run; None before that."""

    @property
    def latest(self) -> Measurement:
        """The elite's re-measurement if there is one, else the measurement by which it won its
        cell.
        """
        return self.remeasured or self.stored


class Best(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The run's strongest agent by re-measured objective, measured once more over many games."""

    row: int
    column: int
    remeasured: Measurement


class Archive(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A MAP-Elites archive: the elite (best agent) of each filled cell, in the order of the
    cells.
    """

    format: Literal["hanabi-lab archive"] = FORMAT
    schema: Literal[2] = SCHEMA
    run: str
    source: str = ""
    """The file or publication the archive was imported from; empty for a run made here."""
    setting: Setting
    recipe: Recipe | None = None
    """The parameters of the search; None for an imported archive."""
    rule_base: int = VERSION
    """Version of the definitions of the rules with which the agents were measured."""
    individuals: int = 0
    """Number of individuals (candidate agents) that the run has evaluated so far."""
    games: int = 0
    """Number of games that the run has played so far, not counting re-measurement."""
    best: Best | None = None
    cells: tuple[Cell, ...]

    @cached_property
    def by_place(self) -> dict[tuple[int, int], Cell]:
        """The filled cells by (row, column)."""
        return {(cell.row, cell.column): cell for cell in self.cells}

    @cached_property
    def valid(self) -> tuple[Cell, ...]:
        """The cells whose elite scores above 0: “valid niches” in Canaan et al. (2019)."""
        return tuple(cell for cell in self.cells if cell.latest.objective > 0)

    @property
    def top(self) -> Cell | None:
        """The valid cell whose elite has the highest latest score, the first of equals; None if
        there is none. That score is too high, as the luckiest of many wins; `best` has a fair one.
        """
        return max(self.valid, key=lambda cell: cell.latest.objective, default=None)

    @cached_property
    def digest(self) -> str:
        """A hash of the valid cells and their chromosomes, 16 hexadecimal digits. Results computed
        from the archive store it, to show whether the archive has changed since.
        """
        text = repr([(cell.row, cell.column, cell.genes) for cell in self.valid])
        return blake2b(text.encode(), digest_size=8).hexdigest()

    @property
    def complete(self) -> bool:
        """Whether the run has evaluated all individuals and re-measured every elite."""
        made = self.recipe is None or self.individuals >= self.recipe.individuals
        return made and all(cell.remeasured for cell in self.cells)
