"""The valid elites of an archive as arrays, in cell order."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from agents.archives import Archive, BadRun
from agents.archives.setting import MODES
from native.play.matches import Chromosomes, Lists, rule_lists

Places = npt.NDArray[np.int16]


def places(archive: Archive) -> Places:
    """(n, 2): row and column of each."""
    cells = [(cell.row, cell.column) for cell in archive.valid]
    return np.array(cells, np.int16).reshape(-1, 2)


def index(places: Places, row: int, column: int) -> int | None:
    """The number of the elite of a cell; None if it is not valid."""
    matches = np.flatnonzero((places == (row, column)).all(axis=1))
    return int(matches[0]) if len(matches) else None


def numbers(archive: Archive) -> npt.NDArray[np.uint64]:
    """(n,): the number of each one's cell, row * columns + column."""
    row, column = places(archive).T.astype(np.uint64)
    cells: npt.NDArray[np.uint64] = row * np.uint64(archive.setting.grid[1]) + column
    return cells


def genes(archive: Archive) -> Chromosomes:
    """(n, length): their chromosomes. Raises ValueError if these differ in length."""
    if not archive.valid:
        return np.zeros((0, 0), np.uint8)
    return np.array([cell.genes for cell in archive.valid], np.uint8)


def lists(archive: Archive) -> Lists:
    """Their rule lists, in the core's form."""
    setting = archive.setting
    return rule_lists(genes(archive), setting.rules, MODES[setting.mode])


def digest(archive: Archive) -> str:
    """Of cells and chromosomes: tells an archive that has changed since a table was made of it."""
    text = repr([(cell.row, cell.column, cell.genes) for cell in archive.valid])
    return blake2b(text.encode(), digest_size=8).hexdigest()


def common(one: Archive, other: Archive) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """(k,) and (k,): the numbers among their runs' elites of those that hold the same cell in both:
    corresponding agents. Raises BadRun if the cells of the two runs mean different things."""
    first, second = one.setting, other.setting
    if (first.players, first.grid, first.measures, first.scoring) != (
        second.players,
        second.grid,
        second.measures,
        second.scoring,
    ):
        raise BadRun(
            f"{one.run} and {other.run} differ in players, measures, grid or scoring, so no "
            "agents of theirs correspond."
        )
    _, left, right = np.intersect1d(numbers(one), numbers(other), return_indices=True)
    return left, right
