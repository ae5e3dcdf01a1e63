"""Archives of evolved agents, as tables and grids, and their creation with MAP-Elites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

import msgspec
import numpy as np

from agents.archives import Archive as Stored
from agents.archives import Measurement, runs
from agents.archives.setting import Recipe, Setting
from agents.archives.summary import ArchiveSummary, summary
from agents.generator import curve
from agents.generator.executors import executor
from agents.generator.run import make, started
from agents.kinds.elites import address_of
from agents.runs.errors import BadParameters, counted, seed_text
from analysis.tables import Table
from hanabi_lab.exploring import Evaluator, MapElites, Measure, curve_table

EVALUATING = ("measures", "players", "alphabet", "mode", "scoring")
IN_MEMORY = (*EVALUATING, "archive", "grid", "cells", "ranges", "batch")
"""The settings that `evolve` accepts for a run in memory: those in EVALUATING are for the
`Evaluator`, the others for `MapElites`."""


def archives() -> list[str]:
    """Return the names of all runs of the generator (MAP-Elites) that have an archive."""
    return runs.names()


def archive(name: str) -> Archive:
    """Load the archive of a run: the best agent found for each cell of a grid.

    Args:
        name: The name of the run, such as improved-1.

    Returns:
        The archive.

    Raises:
        BadRun: If there is no such run.
        BadArchive: If its file is damaged.
    """
    return Archive(runs.load(name))


@dataclass(frozen=True)
class Archive:
    """A run's archive: for each cell of a grid of measures, the best agent found (its elite).

    Every elite has two measurements. The plain columns of `table` come from games played again
    after the run. The `stored_` columns come from the games by which the elite won its cell; these
    are biased upwards, because the luckiest candidate wins. Use `objective` to compare agents and
    `stored_objective` to see how the run went.

    Attributes:
        stored: The archive as read from disk, with the cells and settings of the run.
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
        """The name of the run."""
        return self.stored.run

    @property
    def agents(self) -> list[str]:
        """The addresses of all elites whose objective (mean score in points) is above 0."""
        return [address_of(self.name, cell) for cell in self.stored.valid]

    @property
    def summary(self) -> ArchiveSummary:
        """Figures of the archive: `coverage` (the number of cells whose elite scores above 0), and
        of the scores of these elites the mean (`mean_valid`), the best (`max`) and the sum
        (`qd_score`). They count an elite in the cell that it won, even if it now lies elsewhere:
        `in_own_cell` is the number of those that still lie there, `found_coverage` and
        `found_qd_score` count each elite where its measures lie now.

        Scores and measures are from the games played again after the run, if there are any; `max`
        is then from further games, as the highest of many scores is too high.
        """
        return summary(self.stored)

    @property
    def table(self) -> Table:
        """One row per elite.

        Columns: `agent` (its address), `row` and `column` of its cell, `games`, `objective` (mean
        score in points) and each measure, from games played again after the run; `stored_games`,
        `stored_objective` and so on, from the games that won the cell; and `genes` (a text such as
        3,71,…). Unknown numbers are NaN.
        """
        cells = self.stored.cells
        return Table(
            {
                "agent": [address_of(self.name, cell) for cell in cells],
                "row": np.array([cell.row for cell in cells], np.int64),
                "column": np.array([cell.column for cell in cells], np.int64),
                **self._measured("", [cell.remeasured for cell in cells]),
                **self._measured("stored_", [cell.stored for cell in cells]),
                "genes": [",".join(map(str, cell.genes)) for cell in cells],
            }
        )

    @property
    def curve(self) -> Table:
        """A table of the run's progress. Columns: the number of `individuals` (candidates) and
        `games` so far, `coverage` (the number of cells whose elite scores above 0), `qd_score`
        (the sum of the elites' scores) and `best` (the highest score).

        Scores come from the games that won the cells. The table is empty for imported
        archives, and for runs made before curves were stored, as those that come with the program.

        Raises:
            BadArchive: If the stored curve is damaged.
        """
        points = [msgspec.structs.astuple(one) for one in curve.read(runs.folder(self.name))]
        return curve_table(points)

    def to_frame(self) -> Any:
        """Return a pandas.DataFrame with one row per elite.

        Raises:
            BadTable: If pandas is not installed.
        """
        return self.table.to_frame()

    def map(self, measure: str = "objective") -> Any:
        """Return a column of the table laid out as the grid of cells.

        Args:
            measure: The name of a numeric column, such as objective or communicativeness.

        Returns:
            Array of shape (rows, columns), NaN where a cell is empty.

        Raises:
            ValueError: If there is no such column.
        """
        table, grid = self.table, np.full(self.stored.setting.grid, np.nan)
        numeric = [name for name, column in table.columns.items() if not isinstance(column, list)]
        if measure not in numeric:
            raise ValueError(f"There is no column {measure} of numbers: {', '.join(numeric)}.")
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


@overload
def evolve(
    name: str,
    *,
    seed: str | int = ...,
    individuals: int = ...,
    initial: int | None = ...,
    games: int = ...,
    algorithm: str = ...,
    threads: int | None = ...,
    **setting: Any,
) -> Archive: ...
@overload
def evolve(
    name: None = None,
    *,
    seed: str | int = ...,
    individuals: int = ...,
    initial: int | None = ...,
    games: int = ...,
    measures: Sequence[Measure] = ...,
    archive: str = ...,
    **setting: Any,
) -> MapElites: ...
def evolve(
    name: str | None = None,
    *,
    seed: str | int = 1,
    individuals: int = 5000,
    initial: int | None = None,
    games: int = 100,
    algorithm: str = "paper",
    threads: int | None = None,
    **setting: Any,
) -> Archive | MapElites:
    """Search for varied agents with MAP-Elites and return the archive.

    With a name it does what `manage.py evolve` does: the run is stored, so that `archive` loads it,
    and `manage.py evolve --run NAME --resume` continues it if it is interrupted. Without a name the
    archive stays in memory, and measures may be your own functions.

    Args:
        name: The name of the new run; None for a run in memory.
        seed: Seed of everything random in the run.
        individuals: Number of candidates to evaluate. Only a stored run of a multiple of 500, the
            batch, can be extended later (`--resume --individuals MORE`).
        initial: Number of candidates drawn at random before breeding begins; a fifth of
            `individuals` by default.
        games: Number of games that each candidate plays with copies of itself.
        algorithm: For a stored run: `paper` (the published method), `improved` (evaluates promising
            candidates longer and elites again) or `adaptive` (as `improved`, with the same games
            spread over more candidates).
        threads: Number of threads of a stored run; all processors by default. Results do not depend
            on it.
        **setting: `players`, `alphabet`, `mode` and `scoring`, as in `Evaluator`; `measures` (two
            names); and `grid`, the number of bins of each measure. In memory `measures` may be any
            number of names and functions of a table with one row per game, and there are also
            `archive` (`grid` or `cvt`), `cells`, `ranges` and `batch`, as in `MapElites`.

    Returns:
        The archive of the finished run; in memory, the `MapElites` object.

    Raises:
        BadRun: If the name is invalid or taken.
        BadParameters: If a setting is unknown, or a number is out of range or not whole.
        TypeError: If the seed is no number and no text.
    """
    measures = setting.get("measures")
    if name and isinstance(measures, Sequence) and any(map(callable, measures)):
        raise BadParameters("Measures of your own are not stored: leave the name out.")
    known = Setting.__struct_fields__ if name else IN_MEMORY
    if unknown := setting.keys() - set(known):
        raise BadParameters(f"A run has no setting {sorted(unknown)[0]}.")
    if not name and algorithm != "paper":
        raise BadParameters(
            f"Only a named run can breed by {algorithm!r:.40}; this one has no name."
        )
    individuals = counted("individuals", individuals, 1, 10**9)
    first = max(1, individuals // 5) if initial is None else initial
    if name is None:
        mine = {key: setting.pop(key) for key in EVALUATING if key in setting}
        evaluator = Evaluator(games=games, seed=seed, **mine)
        return MapElites(evaluator, seed=seed, initial=first, **setting).run(individuals)
    recipe = Recipe(seed_text(seed), individuals, first, algorithm, games)
    with executor("threads", threads) as pool, started(name, Setting(**setting), recipe) as run:
        return Archive(make(run, pool, lambda _status: None))
