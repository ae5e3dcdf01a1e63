"""Every elite is measured again over games that served nothing else, and the best once more."""

from __future__ import annotations

import msgspec
import pytest

from agents.archives import Archive, Measurement, runs
from agents.generator.remeasure import remeasure
from tests.agents.small_runs import made
from tests.serial import Serial

pytestmark = pytest.mark.usefixtures("small_runs")


@pytest.fixture
def archive(small_runs: object) -> Archive:
    return made("small")


def added(first: Measurement, second: Measurement) -> dict[str, int]:
    assert first.tally is not None
    assert second.tally is not None
    return {name: value + second.tally[name] for name, value in first.tally.items()}


def test_the_best_is_measured_over_other_games_than_those_that_chose_it(archive: Archive) -> None:
    short = remeasure(archive, Serial(), games=10, best_games=20)
    long = remeasure(archive, Serial(), games=30, best_games=1)
    assert short.best is not None
    place = (short.best.row, short.best.column)
    over_thirty = long.by_place[place].remeasured
    chosen_by = short.by_place[place].remeasured
    assert chosen_by is not None
    assert over_thirty is not None
    assert over_thirty.tally == added(chosen_by, short.best.remeasured)


def test_the_best_is_the_one_that_scores_most_when_measured_again(archive: Archive) -> None:
    worst, *others = sorted(archive.cells, key=lambda cell: cell.stored.objective)
    lucky = msgspec.structs.replace(
        worst, stored=msgspec.structs.replace(worst.stored, objective=25.0)
    )
    cells = sorted([lucky, *others], key=lambda cell: (cell.row, cell.column))
    again = remeasure(msgspec.structs.replace(archive, cells=tuple(cells)), Serial(), 10, 20)
    assert again.best is not None
    best = again.by_place[again.best.row, again.best.column]
    assert best.latest.objective == max(cell.latest.objective for cell in again.cells)
    assert (best.row, best.column) != (worst.row, worst.column)


def test_no_elite_is_measured_by_the_games_that_it_holds_its_cell_by(archive: Archive) -> None:
    again = remeasure(archive, Serial(), games=8, best_games=1)
    tallies = [(cell.stored.tally, cell.latest.tally) for cell in again.cells]
    assert all(stored != latest for stored, latest in tallies)


def test_elites_without_a_number_play_other_games_each(archive: Archive) -> None:
    """They go by their cells, of which no two are one."""
    only = archive.cells[0]
    twins = [msgspec.structs.replace(only, row=row, column=column, individual=None)
             for row, column in ((0, 1), (1, 0), (1, 1), (2, 0))]  # fmt: skip
    again = remeasure(msgspec.structs.replace(archive, cells=tuple(twins)), Serial(), 50, 1)
    assert len({str(cell.latest.tally) for cell in again.cells}) == 4


def test_an_empty_archive_has_no_best(archive: Archive) -> None:
    empty = msgspec.structs.replace(runs.load("small"), cells=(), best=None)
    assert remeasure(empty, Serial()) == empty
