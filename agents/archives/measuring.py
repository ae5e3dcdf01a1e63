"""From match results to what an archive keeps of them, and back."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from agents.archives.archive import Measurement
from agents.archives.objective import objective, spread
from agents.archives.setting import Setting
from native.play.matches import FIELDS, RESULT, Results
from native.play.measures import MEASURES

DIGITS = 6
"""To which figures in a file are rounded; the tally is exact."""


def measurements(
    results: Results, setting: Setting, known: Collection[str] = FIELDS
) -> list[Measurement]:
    """One for each result, with the tallies of these names."""
    rows, columns = (MEASURES[name].of_each(results) for name in setting.measures)
    return [
        Measurement(
            games=int(result["games"]),
            objective=round(float(mean), DIGITS),
            spread=_number(deviation),
            measures=(_number(row), _number(column)),
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
    """The result that a measurement was made from, as an array of one; 0 for a tally that it does
    not know.

    Raises ValueError for one that came without its tally.
    """
    if measurement.tally is None:
        raise ValueError("This measurement was imported without its tally.")
    result = np.zeros(1, RESULT)
    for name in FIELDS:
        result[name] = measurement.tally.get(name, 0)
    return result


def _number(value: np.float64) -> float | None:
    return None if np.isnan(value) else round(float(value), DIGITS)
