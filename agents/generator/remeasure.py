"""Measuring every elite of an archive again over fresh games."""

from __future__ import annotations

from concurrent.futures import Executor

import msgspec
import numpy as np

from agents.archives.archive import Archive, Best, Cell, Measurement
from agents.archives.measuring import measurements
from agents.generator.evaluation import Evaluator
from agents.generator.streams import REMEASURING, streams

GAMES = 1000
BEST_GAMES = 20_000


def remeasure(
    archive: Archive, executor: Executor, games: int = GAMES, best_games: int = BEST_GAMES
) -> Archive:
    """The archive with every elite re-measured, and the best of them once more for itself.

    The best one's own games are others than those that made it the best, so its mean is unbiased.
    """
    if not archive.cells:
        return archive
    again = measured(archive, archive.cells, executor, 0, games)
    cells = tuple(
        msgspec.structs.replace(cell, remeasured=measurement)
        for cell, measurement in zip(archive.cells, again, strict=True)
    )
    top = max(cells, key=lambda cell: cell.latest.objective)
    (once_more,) = measured(archive, (top,), executor, games, best_games)
    best = Best(row=top.row, column=top.column, remeasured=once_more)
    return msgspec.structs.replace(archive, cells=cells, best=best)


def measured(
    archive: Archive, cells: tuple[Cell, ...], executor: Executor, first: int, games: int
) -> list[Measurement]:
    """Measurements over games `first` ... of a stream that served nothing else."""
    seed = archive.recipe.seed if archive.recipe else ""
    evaluator = Evaluator(archive.setting, seed, executor)
    numbers = np.array([_number(archive, cell) for cell in cells], np.int64)
    genes = np.array([cell.genes for cell in cells], np.uint8)
    results = evaluator.play(genes, streams(numbers, REMEASURING), first, games)
    return measurements(results, archive.setting)


def _number(archive: Archive, cell: Cell) -> int:
    """The individual's number; an imported elite, which has none, goes by its cell."""
    if cell.individual is not None:
        return cell.individual
    return cell.row * archive.setting.grid[1] + cell.column
