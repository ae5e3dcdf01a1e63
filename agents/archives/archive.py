"""An archive: the elites of a run, each in its cell. `README.md` describes its file."""

from functools import cached_property
from hashlib import blake2b
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
    """Sample standard deviation of the score of one game."""
    measures: tuple[float | None, float | None]
    tally: dict[str, int] | None = None
    """The sums behind the figures, by name; other versions of the program may use other names."""


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell of a MAP-Elites archive with its elite, the best agent found for it."""

    row: int
    column: int
    genes: tuple[int, ...]
    stored: Measurement
    """The measurement that won the elite its cell."""
    individual: int | None = None
    """The elite's number among the individuals of the run, from 0."""
    remeasured: Measurement | None = None
    """The elite's measurement over fresh games, after the run."""

    @property
    def latest(self) -> Measurement:
        """Return the elite's re-measurement if there is one, else the measurement that won its
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
    """None for an imported archive."""
    rule_base: int = VERSION
    """Version of the rule base used for the measurements."""
    individuals: int = 0
    """Individuals made so far."""
    games: int = 0
    """Games played by the run, without re-measuring."""
    best: Best | None = None
    cells: tuple[Cell, ...]

    @cached_property
    def by_place(self) -> dict[tuple[int, int], Cell]:
        """The cells by (row, column)."""
        return {(cell.row, cell.column): cell for cell in self.cells}

    @cached_property
    def valid(self) -> tuple[Cell, ...]:
        """Return the cells whose elite scores above 0: “valid niches” in Canaan et al. (2019)."""
        return tuple(cell for cell in self.cells if cell.latest.objective > 0)

    @cached_property
    def digest(self) -> str:
        """Return a digest of the valid cells and their chromosomes, 16 hexadecimal digits; it shows
        whether a stored cross-play table is of this state of the archive.
        """
        text = repr([(cell.row, cell.column, cell.genes) for cell in self.valid])
        return blake2b(text.encode(), digest_size=8).hexdigest()

    @property
    def complete(self) -> bool:
        """Return whether the run has evaluated all individuals and re-measured every elite."""
        made = self.recipe is None or self.individuals >= self.recipe.individuals
        return made and all(cell.remeasured for cell in self.cells)
