"""Summary figures of an archive: Table I of Canaan et al. (2019) and quality-diversity metrics."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.archives.archive import Archive, Measurement
from agents.archives.measuring import bins
from agents.archives.setting import Setting


@dataclass(frozen=True)
class ArchiveSummary:
    """Figures of an archive, such as coverage and QD (quality diversity) score.

    A figure without any value to compute it from, such as the mean of no cells, is None.
    """

    coverage: int
    """Number of cells whose elite scores above 0: the paper's valid niches."""
    mean_valid: float | None
    mean_all: float
    """Mean objective over all cells, with 0 for an empty cell."""
    max: float | None
    """Score of the best elite: over games that did not choose it if they were played
    (`Archive.best`), else the highest score of an elite, which is too high by luck."""
    max_cell: tuple[int, int] | None
    qd_score: float
    """Sum of the objectives of all elites that score above 0."""
    in_own_cell: int
    """Number of elites that score above 0 and whose measures lie in the cell they occupy."""
    found_coverage: int
    """Number of distinct cells in which the measures of elites that score above 0 lie."""
    found_qd_score: float
    """Sum, over the cells counted by `found_coverage`, of the best objective of an elite whose
    measures lie in the cell."""
    spread: float | None
    """Mean, over the elites that score above 0, of the standard deviation of their game scores."""


def summary(archive: Archive, *, stored: bool = False) -> ArchiveSummary:
    """Return the summary figures of an archive, by each elite's latest measurement.

    With `stored`, use the measurements by which the elites won their cells instead.
    """
    both = [(cell, cell.stored if stored else cell.latest) for cell in archive.cells]
    valid = [(cell, measured) for cell, measured in both if measured.objective > 0]
    total = sum(measured.objective for _, measured in valid)
    # max() returns the first of equals, so the summary depends on the archive alone.
    top = max(valid, key=lambda entry: entry[1].objective, default=None)
    if top is None:
        highest, place = None, None
    elif archive.best and not stored:
        best = archive.best
        highest, place = best.remeasured.objective, (best.row, best.column)
    else:
        highest, place = top[1].objective, (top[0].row, top[0].column)
    best_in: dict[tuple[int, int], float] = {}
    places = _places_of(archive.setting, [measured for _, measured in valid])
    for (_, measured), found in zip(valid, places, strict=True):
        best_in[found] = max(best_in.get(found, 0.0), measured.objective)
    spreads = [measured.spread for _, measured in valid if measured.spread is not None]
    return ArchiveSummary(
        coverage=len(valid),
        mean_valid=total / len(valid) if valid else None,
        mean_all=total / archive.setting.cells,
        max=highest,
        max_cell=place,
        qd_score=total,
        in_own_cell=sum(
            found == (cell.row, cell.column) for (cell, _), found in zip(valid, places, strict=True)
        ),
        found_coverage=len(best_in),
        found_qd_score=sum(best_in.values()),
        spread=sum(spreads) / len(spreads) if spreads else None,
    )


def place_of(setting: Setting, measured: Measurement) -> tuple[int, int]:
    """Return the (row, column) of the archive's cell in which a measurement lies."""
    return _places_of(setting, [measured])[0]


def _places_of(setting: Setting, measured: Sequence[Measurement]) -> list[tuple[int, int]]:
    values = np.array([measurement.measures for measurement in measured], np.float64).reshape(-1, 2)
    rows, columns = (bins(values[:, i], side).tolist() for i, side in enumerate(setting.grid))
    return list(zip(rows, columns, strict=True))
