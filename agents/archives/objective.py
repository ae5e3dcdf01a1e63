"""The objective of an archive, the mean score, and how much the score of a game varies."""

from __future__ import annotations

import numpy as np

from agents.archives.grid import Ints
from native.play.matches import Results
from native.play.sums import Floats, ratios, sample_variance

SCORINGS = ("stacks", "zero")


def points(results: Results, scoring: str) -> Ints:
    """Scores added up over the games of each result."""
    lost = results["lost_points"] if scoring == "zero" else 0
    return (results["points"] - lost).astype(np.int64)


def squares(results: Results, scoring: str) -> Ints:
    """Squares of the scores added up over the games of each result."""
    lost = results["lost_squares"] if scoring == "zero" else 0
    return (results["squares"] - lost).astype(np.int64)


def objective(results: Results, scoring: str) -> Floats:
    """Mean score; not a number without games."""
    return ratios(points(results, scoring), results["games"])


def spread(results: Results, scoring: str) -> Floats:
    """Sample standard deviation of the score of one game; not a number for fewer than two games."""
    totals, sums = points(results, scoring), squares(results, scoring)
    return np.sqrt(sample_variance(results["games"], totals, sums))
