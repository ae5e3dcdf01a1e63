"""The curve of a run: coverage and QD score by individuals and games, stored beside its archive."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from agents.archives.archive import BadArchive
from agents.archives.measuring import objective
from agents.archives.setting import Setting
from agents.generator.population import Population
from agents.runs.storage import replace
from native.records.json_bytes import decode_json

FILE = "curve.json"
POINTS = 200
"""About the largest number of points in the curve of a run whose number of individuals was not
raised later."""


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One point of a run's curve: coverage, QD score and best score of the archive once the run
    has made `individuals` individuals.

    The scores are from the games by which the elites won their cells.
    """

    individuals: int
    games: int
    coverage: int
    """Number of cells whose elite scores above 0."""
    qd_score: float
    best: float


def due(before: int, now: int, of: int) -> bool:
    """Return whether a run of `of` individuals should add a point to its curve when its number of
    individuals has grown from `before` to `now`.

    It adds a point whenever it passes a multiple of `of` / POINTS, and one at its end.
    """
    step = max(1, of // POINTS)
    return now // step > before // step or now >= of


def point(population: Population, setting: Setting, individuals: int, games: int) -> Point:
    """Return the point of the curve for the present `population`: its coverage, QD score and best
    score. `individuals` and `games` count those that the run has made and played so far.
    """
    scores = objective(population.results[population.filled], setting.scoring)
    scores = scores[scores > 0]
    best = float(scores.max(initial=0.0))
    return Point(individuals, games, len(scores), round(float(scores.sum()), 6), round(best, 6))


def write(folder: Path, points: Sequence[Point]) -> None:
    """Write the points of a run's curve to its folder, replacing the file atomically."""
    replace(folder / FILE, msgspec.json.encode(points) + b"\n")


def read(folder: Path) -> tuple[Point, ...]:
    """Return the points of a run's curve from its folder; empty if none is stored. Raise
    BadArchive if the file is damaged.
    """
    try:
        return decode_json((folder / FILE).read_bytes(), tuple[Point, ...])
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.DecodeError) as error:
        raise BadArchive(f"{FILE} of the run {folder.name} is damaged: {error}.") from None
