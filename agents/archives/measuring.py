"""From match results to what an archive keeps of them."""

from __future__ import annotations

import numpy as np

from agents.archives.archive import Measurement
from agents.archives.measures import MEASURES, objective, spread
from agents.archives.setting import Setting
from native.play.matches import RESULT, Results

DIGITS = 6
"""Figures in a file are rounded to so many; the tally is exact."""


def measurements(results: Results, setting: Setting) -> list[Measurement]:
    """One for each result."""
    rows, columns = (MEASURES[name](results) for name in setting.measures)
    return [
        Measurement(
            games=int(result["games"]),
            objective=round(float(mean), DIGITS),
            spread=_number(deviation),
            measures=(_number(row), _number(column)),
            tally=tuple(map(int, result.tolist())),
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
    """The result that a measurement was made from, as an array of one.

    Raises ValueError for one that came without its tally.
    """
    if measurement.tally is None:
        raise ValueError("This measurement was imported without its tally.")
    return np.array([measurement.tally], RESULT)


def _number(value: np.float64) -> float | None:
    return None if np.isnan(value) else round(float(value), DIGITS)
