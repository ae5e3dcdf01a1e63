"""An archive in a few numbers, counted by hand for a small one."""

from __future__ import annotations

import pytest

from agents.archives import Archive, Cell, Measurement, Recipe, Setting, summary


def measured(score: float, row: float, column: float, spread: float | None = 2.0) -> Measurement:
    return Measurement(10, score, spread, (row, column))


def test_a_small_archive_is_summed_up_by_hand() -> None:
    """Two elites lie in the last cell when measured again; the better was claimed elsewhere."""
    cells = (
        Cell(0, 0, (1, 2), measured(9.0, 0.1, 0.1), 0, measured(8.0, 0.9, 0.9)),
        Cell(0, 1, (1, 3), measured(5.0, 0.1, 0.9), 1, measured(0.0, 0.1, 0.9)),
        Cell(1, 1, (1, 4), measured(7.0, 0.9, 0.9), 2, measured(4.0, 0.9, 0.9, None)),
    )
    archive = Archive(run="small", setting=Setting(grid=(2, 2)), cells=cells)
    now, stored = summary(archive), summary(archive, stored=True)
    assert (now.coverage, stored.coverage) == (2, 3)
    assert now.mean_valid == 6.0
    assert now.mean_all == 3.0, "an empty cell counts 0"
    assert (now.max, now.max_cell) == (8.0, (0, 0))
    assert (now.qd_score, stored.qd_score) == (12.0, 21.0)
    assert (now.in_own_cell, stored.in_own_cell) == (1, 3)
    assert (now.found_coverage, now.found_qd_score) == (1, 8.0)
    assert now.spread == 2.0, "of those that are known"
    assert archive.valid == (cells[0], cells[2]), "an elite without a point is in no valid niche"


def test_an_elite_of_less_than_a_point_counts_as_what_it_scores() -> None:
    cells = (Cell(0, 0, (1, 2), measured(0.25, 0.1, 0.1)),)
    now = summary(Archive(run="poor", setting=Setting(grid=(2, 2)), cells=cells))
    assert (now.qd_score, now.found_qd_score, now.max) == (0.25, 0.25, 0.25)


def test_an_archive_is_complete_when_all_are_made_and_all_measured_again() -> None:
    again = Cell(0, 0, (1, 2), measured(9.0, 0.1, 0.1), 0, measured(8.0, 0.9, 0.9))
    once = Cell(0, 1, (1, 3), measured(5.0, 0.1, 0.9), 1)

    def complete(cells: tuple[Cell, ...], individuals: int) -> bool:
        recipe = Recipe("a seed", 100, 10)
        return Archive(
            run="made", setting=Setting(), recipe=recipe, individuals=individuals, cells=cells
        ).complete

    assert complete((again,), 100)
    assert not complete((again, once), 100)
    assert not complete((again,), 99)
    assert Archive(run="from elsewhere", setting=Setting(), cells=(again,)).complete
    assert not Archive(run="from elsewhere", setting=Setting(), cells=(again, once)).complete


def test_an_empty_archive_has_no_best() -> None:
    now = summary(Archive(run="empty", setting=Setting(), cells=()))
    assert (now.coverage, now.mean_valid, now.max, now.max_cell, now.spread) == (
        0, None, None, None, None,
    )  # fmt: skip
    assert now.mean_all == pytest.approx(0.0)
