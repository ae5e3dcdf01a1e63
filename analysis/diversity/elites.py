"""The valid elites of an archive as arrays, in cell order."""

import numpy as np
import numpy.typing as npt

from agents.archives import Archive, BadRun
from agents.archives.setting import MODES
from native.play.matches import Chromosomes, Lists, rule_lists

Places = npt.NDArray[np.int16]


def places(archive: Archive) -> Places:
    """Return the (row, column) cells of the archive's n valid elites, shape (n, 2)."""
    cells = [(cell.row, cell.column) for cell in archive.valid]
    return np.array(cells, np.int16).reshape(-1, 2)


def index(places: Places, row: int, column: int) -> int | None:
    """Return the position in `places` of the cell (row, column); None if the cell has no valid
    elite. `places` is the result of the function `places`.
    """
    matches = np.flatnonzero((places == (row, column)).all(axis=1))
    return int(matches[0]) if len(matches) else None


def numbers(archive: Archive) -> npt.NDArray[np.uint64]:
    """Return the cell number, row * columns + column, of each of the archive's n valid elites,
    shape (n,).
    """
    row, column = places(archive).T.astype(np.uint64)
    cells: npt.NDArray[np.uint64] = row * np.uint64(archive.setting.grid[1]) + column
    return cells


def genes(archive: Archive) -> Chromosomes:
    """Return the chromosomes of the archive's n valid elites, shape (n, length). Raises ValueError
    if their lengths differ.
    """
    if not archive.valid:
        return np.zeros((0, 0), np.uint8)
    return np.array([cell.genes for cell in archive.valid], np.uint8)


def lists(archive: Archive) -> Lists:
    """Return the rule lists of the archive's n valid elites in the format of the C core, shape
    (n,).
    """
    setting = archive.setting
    return rule_lists(genes(archive), setting.rules, MODES[setting.mode])


def common(one: Archive, other: Archive) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return two arrays of shape (k,): the indices of the elites of `one` and of `other` that lie
    in the same cells, for the k cells that both fill.

    Raises BadRun if the runs differ in players, grid, measures or scoring.
    """
    first, second = one.setting, other.setting
    if (first.players, first.grid, first.measures, first.scoring) != (
        second.players,
        second.grid,
        second.measures,
        second.scoring,
    ):
        raise BadRun(
            f"{one.run} and {other.run} differ in players, measures, grid or scoring, so their "
            "agents cannot be matched by cell."
        )
    _, left, right = np.intersect1d(numbers(one), numbers(other), return_indices=True)
    return left, right


def differing(one: Archive, other: Archive) -> npt.NDArray[np.int64]:
    """Return the number of genes in which the two archives' elites differ, in each of the k cells
    that both fill, shape (k,); all -1 if chromosomes of the two archives differ in length.

    Raises BadRun if the runs differ in players, grid, measures or scoring.
    """
    left, right = common(one, other)
    first, second = genes(one)[left], genes(other)[right]
    if first.shape != second.shape:
        return np.full(len(left), -1)
    distances: npt.NDArray[np.int64] = (first != second).sum(axis=1)
    return distances
