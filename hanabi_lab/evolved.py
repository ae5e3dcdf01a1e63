"""Archives of evolved agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.archives import Archive as Stored
from agents.archives import Cell, Measurement, runs
from agents.archives.summary import Summary, summary
from agents.kinds.elites import address_of
from analysis.tables import Table
from hanabi_lab.settings import configure


def archives() -> list[str]:
    """The names of all runs that have an archive."""
    configure()
    return runs.names()


def archive(name: str) -> Archive:
    """The archive of a run, such as improved-1. Raises BadRun or BadArchive, in words."""
    configure()
    return Archive(runs.load(name))


@dataclass(frozen=True)
class Archive:
    """The elites of a run, an agent a cell.

    The columns of a row are: `agent`, its address; `row` and `column` of its cell; `games` and
    `objective` of the games that were played anew after the run, and each measure; the same with
    `stored_` before it, of the games by which it won its cell; and `genes`. Games that won a cell
    flatter: take `objective` to compare agents, and what is `stored_` to see how a run went.
    """

    stored: Stored

    def __repr__(self) -> str:
        figures = self.summary
        return (
            f"<archive {self.name}: {figures.coverage} agents, the best scores {figures.max:.2f}>"
        )

    def __len__(self) -> int:
        return len(self.stored.cells)

    @property
    def name(self) -> str:
        return self.stored.run

    @property
    def agents(self) -> list[str]:
        """The addresses of all elites that score above 0."""
        return [address_of(self.name, cell) for cell in self.stored.valid]

    @property
    def summary(self) -> Summary:
        """Coverage, mean, QD-score and other figures of the games that were played anew."""
        return summary(self.stored)

    @property
    def table(self) -> Table:
        """The columns as NumPy arrays and lists of texts."""
        cells = self.stored.cells
        return Table(
            {
                "agent": [address_of(self.name, cell) for cell in cells],
                "row": np.array([cell.row for cell in cells], np.int64),
                "column": np.array([cell.column for cell in cells], np.int64),
                **self._measured("", [cell.remeasured for cell in cells]),
                **self._measured("stored_", [cell.stored for cell in cells]),
                "genes": [_genes(cell) for cell in cells],
            }
        )

    def to_frame(self) -> Any:
        """A pandas.DataFrame, a row an elite. Raises BadTable where pandas is not installed."""
        return self.table.to_frame()

    def map(self, measure: str = "objective") -> Any:
        """(rows, columns) a column of the table by cells, NaN where a cell is empty."""
        table, grid = self.table, np.full(self.stored.setting.grid, np.nan)
        if measure not in table.columns:
            raise ValueError(f"There is no column {measure}: {', '.join(table.columns)}.")
        grid[table["row"], table["column"]] = table[measure]
        return grid

    def _measured(self, prefix: str, parts: list[Measurement | None]) -> dict[str, Any]:
        names = self.stored.setting.measures
        return {
            f"{prefix}games": np.array([part.games if part else 0 for part in parts], np.int64),
            f"{prefix}objective": _numbers([part.objective if part else None for part in parts]),
            **{
                f"{prefix}{name}": _numbers([part.measures[i] if part else None for part in parts])
                for i, name in enumerate(names)
            },
        }


def _numbers(values: list[float | None]) -> Any:
    return np.array([np.nan if value is None else value for value in values], np.float64)


def _genes(cell: Cell) -> str:
    return ",".join(map(str, cell.genes))
