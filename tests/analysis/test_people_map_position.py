"""Where a person stands on a map: their cell, its elite, or the nearest one that scores."""

from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import Mock

import msgspec
import numpy as np
import pytest

from agents.archives import Archive, Cell, runs
from analysis.diversity import crossplay
from analysis.people import recommended_partners
from analysis.people.recommended_partners import MapPosition, elite_partners, map_position
from analysis.statistics import Estimate


@pytest.fixture
def archive() -> Archive:
    return runs.load("paper-1")


def at(archive: Archive, *measures: float | None) -> MapPosition | None:
    """Of somebody with these measures."""
    values = {
        name: Estimate(value, None, 9)
        for name, value in zip(archive.setting.measures, measures, strict=True)
    }
    return map_position(SimpleNamespace(measures=values), archive)  # type: ignore[arg-type]


def measured(cell: Cell, objective: float, *measures: float | None) -> Cell:
    """The same elite with another score and other measures."""
    now = msgspec.structs.replace(cell.latest, objective=objective, measures=measures)
    return msgspec.structs.replace(cell, stored=now, remeasured=None)


def with_cells(archive: Archive, *cells: Cell) -> Archive:
    return msgspec.structs.replace(archive, cells=cells)


def test_the_nearest_elite_is_one_that_scores_and_whose_measures_are_known(
    archive: Archive,
) -> None:
    near, far = archive.cells[:2]
    known = measured(far, 9.0, 0.9, 0.9)
    for other in (measured(near, 0.0, 0.5, 0.5), measured(near, 9.0, None, 0.5)):
        assert at(with_cells(archive, other, known), 0.5, 0.5).nearest == known


def test_the_most_similar_elite_is_that_of_the_persons_cell_if_it_scores(archive: Archive) -> None:
    own, near = archive.cells[:2]
    rows, columns = archive.setting.grid
    middle = ((own.row + 0.5) / rows, (own.column + 0.5) / columns)
    beside = measured(near, 9.0, *middle)
    for objective, closest in ((5.0, own), (0.0, near)):
        position = at(with_cells(archive, measured(own, objective, 0.99, 0.99), beside), *middle)
        assert (position.row, position.column) == (own.row, own.column)
        assert (position.closest.row, position.closest.column) == (closest.row, closest.column)


def test_a_person_with_an_unknown_measure_has_no_place_on_the_map(archive: Archive) -> None:
    assert at(archive, 0.5, None) is None


def test_cross_play_that_is_not_complete_recommends_nobody(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, table = at(archive, 0.5, 0.8), crossplay.load("paper-1")
    assert position is not None
    assert elite_partners(position)
    cells = table.pairs.cells.copy()
    cells[0, 1] = 0
    half = replace(table, pairs=replace(table.pairs, cells=cells))
    monkeypatch.setattr(crossplay, "load", lambda _: half)
    assert elite_partners(position) == []


@pytest.mark.parametrize(("others", "place"), [(2, (1, 1)), (100, (1, 2))])
def test_the_more_partners_were_tried_the_more_puts_one_ahead(
    others: int, place: tuple[int, int]
) -> None:
    """Three standard errors ahead of the second: the first for sure of two, not of a hundred."""
    count = others + 1
    means = np.zeros((count, count))
    means[0, 1], means[0, 2] = 20 + 3 * 2**0.5, 20
    table = Mock(mean=means, sem=np.ones((count, count)), games=np.array([10_000]))
    assert recommended_partners._place(table, 0, 1) == place


def test_a_partners_rank_is_a_range_by_the_errors_of_both_partners() -> None:
    """Of three elites: 1, 2 and 3 points with errors of half a point, at 5% of two comparisons."""
    means, errors = np.array([[3.0, 2.0, 1.0]] * 3), np.full((3, 3), 0.5)
    table = Mock(mean=means, sem=errors, games=np.array([10_000]))
    # 2.24 times the root of a half is 1.58: more than a point, and less than two.
    assert [recommended_partners._place(table, 0, other) for other in range(3)] == [
        (1, 2),
        (1, 3),
        (2, 3),
    ]
    exact = Mock(mean=means, sem=np.zeros((3, 3)), games=np.array([10_000]))
    assert [recommended_partners._place(exact, 0, other) for other in range(3)] == [
        (1, 1),
        (2, 2),
        (3, 3),
    ]
