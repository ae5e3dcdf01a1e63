"""Compute objectives, measures and cells of an archive's elites from the results of their games."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from agents.archives.archive import Measurement
from agents.archives.setting import Setting
from native.play.matches import FIELDS, RESULT, Results
from native.play.measures import MEASURES, Floats, ratios, sample_variance

Ints = npt.NDArray[np.int64]

DIGITS = 6
"""Decimal places to which the figures of a Measurement are rounded; its tallies are exact."""


def bins(values: Floats, count: int) -> Ints:
    """Return the index of each value's bin among `count` equal bins of [0, 1].

    Bins are computed as in the program of Canaan et al. (2019): the floor of the value over the
    bin width, in doubles (so 0.15 is in bin 2 of twenty, since 0.15 / 0.05 is 2.9999999999999996).
    1 falls into the last bin, NaN into bin 0.
    """
    index = np.floor(np.nan_to_num(values, nan=0.0) / (1.0 / count)).astype(np.int64)
    return np.minimum(index, count - 1)


def cells(results: Results, measures: tuple[str, str], grid: tuple[int, int]) -> Ints:
    """Return, for each match result (sums over the games of one agent), the index of the archive's
    cell, row * columns + column, in which its measures lie.

    `measures` names the measures of the row and the column, as in `native.play.measures.MEASURES`;
    `grid` has the numbers of rows and columns.
    """
    row, column = (
        bins(MEASURES[name].of_each(results), side)
        for name, side in zip(measures, grid, strict=True)
    )
    return row * grid[1] + column


def steady(
    results: Results, measures: tuple[str, str], grid: tuple[int, int]
) -> npt.NDArray[np.bool_]:
    """Return, for each match result, whether its cell is reliable: neither measure leaves its bin
    when moved up or down by its standard error.

    `measures` names the measures of the row and the column, as in `native.play.measures.MEASURES`;
    `grid` has the numbers of rows and columns.
    """
    inside = np.ones(len(results), np.bool_)
    for name, side in zip(measures, grid, strict=True):
        measure = MEASURES[name]
        mean, error = measure.of_each(results), measure.standard_error(results)
        low, high = np.maximum(mean - error, 0), np.minimum(mean + error, 1)
        inside &= bins(low, side) == bins(high, side)
    return inside


def points(results: Results, scoring: str, field: str = "points") -> Ints:
    """Return, for each match result, the sum of its games' scores, or of their squares if `field`
    is `squares`.

    A game lost by strikes counts the cards played if `scoring` is `stacks`, and 0 if it is `zero`.
    """
    lost = results[f"lost_{field}"] if scoring == "zero" else 0
    return (results[field] - lost).astype(np.int64)


def objective(results: Results, scoring: str) -> Floats:
    """Return each match result's mean game score, the objective of MAP-Elites; NaN without games.
    A game lost by strikes counts the cards played if `scoring` is `stacks`, and 0 if it is `zero`.
    """
    return ratios(points(results, scoring), results["games"])


def spread(results: Results, scoring: str) -> Floats:
    """Return the sample standard deviation of each match result's game scores; NaN for fewer than
    two games. A game lost by strikes counts the cards played if `scoring` is `stacks`, and 0 if it
    is `zero`.
    """
    totals, sums = points(results, scoring), points(results, scoring, "squares")
    return np.sqrt(sample_variance(results["games"], totals, sums))


def measurements(
    results: Results, setting: Setting, known: Collection[str] = FIELDS
) -> list[Measurement]:
    """Return one Measurement per match result, with the objective and the two measures that
    `setting` names.

    A Measurement's tally stores the result's sums over its games, by name: those in `known`, by
    default all of `native.play.matches.FIELDS`.
    """
    rows, columns = (MEASURES[name].of_each(results) for name in setting.measures)
    return [
        Measurement(
            games=int(result["games"]),
            objective=round(float(mean), DIGITS),
            spread=_rounded(deviation),
            measures=(_rounded(row), _rounded(column)),
            tally={name: int(result[name]) for name in FIELDS if name in known},
        )
        for result, mean, deviation, row, column in zip(
            results,
            objective(results, setting.scoring),
            spread(results, setting.scoring),
            rows,
            columns,
            strict=True,
        )
    ]


def result_of(measurement: Measurement) -> Results:
    """Convert a stored measurement back to a match result: an array of length 1, of dtype RESULT.

    Sums missing from the measurement's tally are 0. Raise ValueError if it has no tally at all.
    """
    if measurement.tally is None:
        raise ValueError("This measurement was imported without its tally.")
    result = np.zeros(1, RESULT)
    for name in FIELDS:
        result[name] = measurement.tally.get(name, 0)
    return result


def _rounded(value: np.float64) -> float | None:
    return None if np.isnan(value) else round(float(value), DIGITS)
