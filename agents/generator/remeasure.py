"""Re-measure an archive's elites over fresh games, and check its scores and covered cells by them.

Noise moves the measures of an elite near a border into another cell, so with few games coverage is
usually overestimated (and underestimated where elites lie well inside their cells). The bias is
proportional to 1 / games, so the numbers of covered cells for two numbers of games extrapolate to
zero noise.
"""

from concurrent.futures import Executor
from dataclasses import dataclass

import msgspec
import numpy as np
import numpy.typing as npt

from agents.archives.archive import Archive, Best, Cell, Measurement
from agents.archives.measuring import measurements
from agents.archives.summary import summary
from agents.generator.evaluation import REMEASURING, RunEvaluator, streams
from native.play.threads import MOST_GAMES

GAMES = 1000
BEST_GAMES = 20_000
CHECK_GAMES = 40_000
"""Games per elite to check an archive. With 4,000, the estimated coverage is off by up to seven
cells."""


def remeasure(
    archive: Archive, executor: Executor, games: int = GAMES, best_games: int = BEST_GAMES
) -> Archive:
    """Return the archive with every elite re-measured over `games` fresh games, and the best one
    measured once more.

    The best elite plays `best_games` further games. It is not selected by these games, so its mean
    score over them is unbiased.
    """
    if not archive.cells:
        return archive
    again = measured(archive, archive.cells, executor, 0, games)
    archive = _with(archive, again)
    top = max(archive.cells, key=lambda cell: cell.latest.objective)
    (once_more,) = measured(archive, (top,), executor, games, best_games)
    best = Best(row=top.row, column=top.column, remeasured=once_more)
    return msgspec.structs.replace(archive, best=best)


def measured(
    archive: Archive, cells: tuple[Cell, ...], executor: Executor, first: int, games: int
) -> list[Measurement]:
    """Play `games` games of the elite of each cell, from game `first` of the random stream that is
    reserved for re-measuring, and return their measurements.
    """
    seed = archive.recipe.seed if archive.recipe else ""
    evaluator = RunEvaluator(archive.setting, seed, executor)
    numbers = np.array([_number(archive, cell) for cell in cells], np.int64)
    genes = np.array([cell.genes for cell in cells], np.uint8)
    results = evaluator.play(genes, streams(numbers, REMEASURING), first, games)
    return measurements(results, archive.setting)


def _with(archive: Archive, measurements: list[Measurement]) -> Archive:
    """Return the archive with these re-measurements of its elites."""
    cells = tuple(
        msgspec.structs.replace(cell, remeasured=measurement)
        for cell, measurement in zip(archive.cells, measurements, strict=True)
    )
    return msgspec.structs.replace(archive, cells=cells)


def _number(archive: Archive, cell: Cell) -> int:
    """Return the elite's individual number, or its cell index if it was imported and has none."""
    if cell.individual is not None:
        return cell.individual
    return archive.setting.index(cell.row, cell.column)


@dataclass(frozen=True)
class Coverage:
    """Number of covered cells and QD (quality diversity) score of an archive whose elites are
    measured over `games` games each; `games` is 0 for the estimate without noise.
    """

    games: int
    cells: float
    qd_score: float


@dataclass(frozen=True)
class ArchiveCheck:
    """Covered cells and QD (quality diversity) score of an archive: by its re-measurement after
    the run (`known`), by at least twice as many new games (`fresh`), and estimated for
    measurements without noise (`noiseless`).

    `played` holds the n elites' measurements over the new games, in cell order, and `z`, shape
    (n,), their new objective minus the re-measured one, in standard errors of the difference.
    `stored_bias` is the mean, over the elites, of the objective by which the elite won its cell
    minus its objective in the new games. `again_bias` is the mean of the re-measured objective
    minus the objective in the new games.
    """

    known: Coverage
    fresh: Coverage
    noiseless: Coverage
    played: list[Measurement]
    z: npt.NDArray[np.float64]
    stored_bias: float
    again_bias: float


def checked(archive: Archive, executor: Executor, games: int = CHECK_GAMES) -> ArchiveCheck:
    """Compare an archive's scores with new games, and estimate how many cells it would cover if its
    elites were measured without noise.

    Every elite plays `games` games that no earlier measurement used. The numbers of cells covered
    in the re-measurement and in these games are extrapolated to infinitely many games. Raise
    ValueError if the archive has not been re-measured, or if `games` is less than twice the games
    of its re-measurement or more than MOST_GAMES.
    """
    known = {cell.remeasured.games if cell.remeasured else 0 for cell in archive.cells}
    if len(known) != 1 or 0 in known:
        raise ValueError("This archive has not been re-measured.")
    (before,) = known
    if not 2 * before <= games <= MOST_GAMES:
        least = f"{2 * before}, twice those of the archive,"
        raise ValueError(f"games must be from {least} to {MOST_GAMES}, not {games}.")
    fresh = measured(archive, archive.cells, executor, before + BEST_GAMES, games)
    latest = [cell.latest for cell in archive.cells]
    less, more = _coverage(archive, before), _coverage(_with(archive, fresh), games)
    share = before / (games - before)
    stored, again, values = (
        np.array([measurement.objective for measurement in part])
        for part in ([cell.stored for cell in archive.cells], latest, fresh)
    )
    errors = [np.array([one.error for one in part], float) for part in (latest, fresh)]
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(values == again, 0, (values - again) / np.hypot(*errors))
    return ArchiveCheck(
        less,
        more,
        Coverage(
            0,
            more.cells + share * (more.cells - less.cells),
            more.qd_score + share * (more.qd_score - less.qd_score),
        ),
        fresh,
        z,
        float((stored - values).mean()),
        float((again - values).mean()),
    )


def _coverage(archive: Archive, games: int) -> Coverage:
    whole = summary(archive)
    return Coverage(games, whole.found_coverage, whole.found_qd_score)
