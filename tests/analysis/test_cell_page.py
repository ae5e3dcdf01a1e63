"""What the page of a cell says of its elite, on an archive of a few cells."""

from math import sqrt

import msgspec
import numpy as np
import pytest

from agents.archives import Archive, Measurement, runs
from analysis.diversity.crossplay import EliteCrossPlay
from analysis.views import cell as view
from tests.matchups import matchups

PLACES = [(4, 7), (4, 8), (4, 9), (3, 8), (5, 8)]


@pytest.fixture
def archive() -> Archive:
    """A cell, 4,8, and those around it, of a map of 20 by 20 cells."""
    whole = runs.load("paper-1")
    cells = []
    for score, (place, cell) in enumerate(zip(PLACES, whole.cells, strict=False), start=1):
        now = msgspec.structs.replace(cell.latest, objective=float(score))
        row, column = place
        cells.append(
            msgspec.structs.replace(cell, row=row, column=column, stored=now, remeasured=None)
        )
    return msgspec.structs.replace(whole, run="r", cells=tuple(cells))


def table(count: int) -> EliteCrossPlay:
    """Of so many elites in one row; the mean of two is the higher one's number, with 4 games."""
    means = np.maximum.outer(np.arange(count), np.arange(count))
    return EliteCrossPlay(
        run="r",
        places=np.array([(1, column) for column in range(count)], np.int16),
        pairs=matchups([str(number) for number in range(count)], means, games=4, above=3),
        scoring="stacks",
    )


def test_neighbouring_cells_are_named_by_the_measure_that_differs(archive: Archive) -> None:
    assert view._neighbours(archive, archive.by_place[4, 8]) == [
        ("↑", "clues less", "3,8", 4),
        ("↓", "clues more", "5,8", 5),
        ("←", "bolder", "4,7", 1),
        ("→", "more careful", "4,9", 3),
    ]
    assert view._neighbours(archive, archive.by_place[3, 8]) == [("↓", "clues more", "4,8", 2)]


def test_a_cell_spans_a_part_of_each_measure(archive: Archive) -> None:
    assert view._bounds(archive, archive.by_place[4, 7]) == [
        ("communicativeness", pytest.approx(0.2), pytest.approx(0.25)),
        ("risk aversion", pytest.approx(0.35), pytest.approx(0.4)),
    ]


def test_measures_have_their_error_where_their_tallies_are_known(archive: Archive) -> None:
    known = Measurement(
        9, 9.0, 2.0, (0.25, 0.75), tally={"clues": 5, "offered": 20, "clues_squared": 0}
    )
    bare = Measurement(9, 9.0, 2.0, (0.25, 0.75))
    names = [(name, value) for name, value, _ in view._measures(archive, known)]
    assert names == [("communicativeness", 0.25), ("risk aversion", 0.75)]
    assert [error for *_, error in view._measures(archive, bare)] == [None, None]
    assert view._measures(archive, known)[1][2] is None


def test_an_elite_is_watched_with_its_best_and_its_worst_partners(archive: Archive) -> None:
    elite = msgspec.structs.replace(archive.cells[0], row=1, column=0)
    (only,) = view._to_watch(archive, None, elite)
    assert only[0] == "Agents by name"
    best, worst, named = view._to_watch(archive, table(7), elite)
    assert best == (
        "Best partners",
        [(f"elite:r/1,{other}", f"Cell 1,{other}: {other}.0") for other in (6, 5, 4, 3)],
    )
    # Nobody is both.
    assert worst == (
        "Worst partners",
        [(f"elite:r/1,{other}", f"Cell 1,{other}: {other}.0") for other in (2, 1, 0)],
    )
    assert named == only
    assert ("rules:piers", "Piers") in named[1]


@pytest.mark.parametrize(
    ("elites", "shown"),
    [(3, [2, 1, 0]), (16, [*range(15, -1, -1)]), (17, [*range(16, 8, -1), *range(7, -1, -1)])],
)
def test_of_many_partners_the_eight_best_and_the_eight_worst_are_rows(
    archive: Archive, elites: int, shown: list[int]
) -> None:
    elite = msgspec.structs.replace(archive.cells[0], row=1, column=0)
    figure = view._partners_figure(archive, table(elites), elite)
    error = sqrt(3 / 3 / 4)
    assert figure.rows == [
        (f"1,{other}", elites - other, other, pytest.approx(error)) for other in shown
    ]
    assert figure.games == 4 * elites
    assert figure.note.startswith(f"4 games or more with each of the {elites} valid elites")
    assert figure.command == "manage.py crossplay r"
