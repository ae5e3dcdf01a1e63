"""What the generator tells of a run, and how many of its cells hold an elite indeed, by hand."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from django.core.management import CommandError, call_command

from agents.archives import Archive, BadParameters, Cell, Measurement, Setting, runs
from agents.generator import executors, remeasure, status
from agents.generator.executors import executor
from agents.generator.remeasure import checked
from agents.generator.status import report, sentences
from tests.game.conftest import said
from tests.serial import Serial


def archive(*scores: tuple[float, float, float]) -> Archive:
    """In a row of cells, each with a score that it holds its cell by and one measured again."""
    cells = tuple(
        Cell(
            0, column, (column,),
            Measurement(5, stored, None, (0.1, 0.1)),
            remeasured=Measurement(10, again, 0.4 * 10**0.5, (0.1, where)),
        )
        for column, (stored, again, where) in enumerate(scores)
    )  # fmt: skip
    return Archive(run="told", setting=Setting(grid=(2, 4)), individuals=1_234, games=56_789,
                   cells=cells)  # fmt: skip


def test_a_report_has_the_games_per_second_and_the_archives_statistics() -> None:
    made = archive((4.0, 3.0, 0.1), (2.0, 2.0, 0.9))
    told = report(made, 3.14159)
    assert {name: told[name] for name in ("run", "individuals", "games", "seconds")} == {
        "run": "told", "individuals": 1_234, "games": 56_789, "seconds": 3.142,
    }  # fmt: skip
    assert told["games_per_second"] == round(56_789 / 3.14159, 1)
    assert (told["qd_score"], told["stored"]["qd_score"]) == (5.0, 6.0)  # type: ignore[index]
    assert told["best_objective"] is None
    assert report(made, 0)["games_per_second"] is None
    assert sentences(made, 3_141.6).splitlines() == [
        "told: 1,234 individuals, 56,789 games in 3,142 s.",
        "Coverage 2, QD-score 5.0, 1 elites in their own cells when measured again.",
        "Mean over valid cells 2.50, best 3.00 at 0,0.",
    ]
    assert len(sentences(archive(), 1).splitlines()) == 2


def test_noiseless_counts_are_extrapolated_from_two_measurements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Over 10 games two cells and 5 points; over 40 fresh ones, one cell and 3.5 points."""
    made = archive((4.0, 3.0, 0.1), (2.0, 2.0, 0.9))
    asked: list[Any] = []

    def measured(_archive: Any, cells: Any, _executor: Any, first: int, games: int) -> Any:
        asked.append((len(cells), first, games))
        return [Measurement(games, score, 0.3 * games**0.5, (0.1, 0.1)) for score in (3.5, 1.0)]

    monkeypatch.setattr(remeasure, "measured", measured)
    found = remeasure.checked(made, Serial(), 40)
    assert asked == [(2, 20_010, 40)]
    assert found.known == remeasure.Coverage(10, 2, 5.0)
    assert found.fresh == remeasure.Coverage(40, 1, 3.5)
    assert found.noiseless.games == 0
    assert found.noiseless.cells == pytest.approx(1 - 1 / 3)
    assert found.noiseless.qd_score == pytest.approx(3.5 - 1.5 / 3)
    assert found.stored_bias == pytest.approx(np.mean([0.5, 1.0]))
    assert found.again_bias == pytest.approx(np.mean([-0.5, 1.0]))
    assert found.z == pytest.approx([1.0, -2.0]), "0.5 higher and 1 lower, sure to 0.3 and 0.4"
    assert remeasure.checked(made, Serial(), 20).fresh.games == 20
    with pytest.raises(ValueError, match="games must be from 20, twice those of the archive"):
        remeasure.checked(made, Serial(), 19)


def test_a_report_on_an_archive_without_equal_re_measurements_is_refused() -> None:
    made = archive((4.0, 3.0, 0.1), (2.0, 2.0, 0.9))
    one, other = made.cells
    uneven = msgspec.structs.replace(other, remeasured=msgspec.structs.replace(one.stored, games=7))
    bare = [msgspec.structs.replace(cell, remeasured=None) for cell in made.cells]
    for cells in ((one, uneven), (one, bare[1]), tuple(bare), ()):
        with pytest.raises(ValueError, match="has not been re-measured"):
            remeasure.checked(msgspec.structs.replace(made, cells=cells), Serial(), 5_000)


def test_the_command_refuses_an_unknown_run_and_too_few_games() -> None:
    for run, why in (("nobody", "no run nobody"), ("paper-1", "games must be from 2000")):
        with pytest.raises(CommandError, match=why) as refusal:
            call_command("check_archive", run, games=1500, threads=1)
        assert refusal.value.returncode == 2


def test_extrapolation_to_no_noise_adds_the_gain_between_measurements() -> None:
    archive = runs.load("paper-1")
    some = msgspec.structs.replace(archive, cells=archive.cells[::20])
    with executor("threads", 1, "") as pool:
        found = checked(some, pool, 2000)
    assert (found.known.games, found.fresh.games, found.noiseless.games) == (1000, 2000, 0)
    gain = found.fresh.qd_score - found.known.qd_score
    assert found.noiseless.qd_score == pytest.approx(found.fresh.qd_score + gain)
    assert abs(found.again_bias) < 0.2


@pytest.mark.slow
def test_check_archive_replays_every_elite() -> None:
    lines = said("check_archive", "improved-1", games=2000, threads=1).splitlines()
    assert "293 cells, QD-score   3724  over 1000 games an elite" in lines[0]
    assert "without noise" in lines[2]


CELLS = (
    Cell(0, 1, (8,), Measurement(10, 4.0, None, (0.1, 0.3))),
    Cell(2, 3, (13,), Measurement(10, 6.5, None, (0.5, 0.7))),
)
ARCHIVE = Archive(
    run="plain-1", setting=Setting(grid=(5, 5)), individuals=30, games=300, cells=CELLS
)


def test_the_status_of_a_run_has_its_progress_and_the_archives_statistics() -> None:
    now = status.status(ARCHIVE, 90, 12.34567, "running")
    assert (now.run, now.phase, now.individuals, now.of) == ("plain-1", "running", 30, 90)
    assert (now.games, now.seconds, now.coverage) == (300, 12.346, 2)
    assert (now.mean_valid, now.max, now.max_cell, now.qd_score) == (5.25, 6.5, (2, 3), 10.5)


def test_the_line_of_a_status_has_rate_time_left_and_best_score() -> None:
    now = status.status(ARCHIVE, 90, 10.0, "running")
    assert now.line == (
        "plain-1: 30 of 90 · 3.0/s · 0:20 left · coverage 2 · QD-score 10.5 · best 6.50"
    )
    empty = Archive(run="plain-1", setting=Setting(), cells=())
    begun = status.status(empty, 90, 0.0, "running")
    assert begun.line == "plain-1: 0 of 90 · coverage 0 · QD-score 0.0"


def test_a_status_is_read_as_it_was_written_and_a_bad_one_is_none(tmp_path: Path) -> None:
    assert status.read(tmp_path) is None
    now = status.status(ARCHIVE, 90, 10.0, "stopped")
    status.write(tmp_path, now)
    assert status.read(tmp_path) == now
    assert (tmp_path / "progress.json").read_bytes().endswith(b"}\n")
    (tmp_path / "progress.json").write_text('{"run": 7}')
    assert status.read(tmp_path) is None
    (tmp_path / "progress.json").write_text("{")
    assert status.read(tmp_path) is None


def test_an_unknown_or_uninstalled_executor_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    words = f"^executor must be threads or dask, not “{'x' * 40}”.$"
    with pytest.raises(BadParameters, match=words):
        executor("x" * 50).__enter__()

    def absent(_name: str) -> None:
        raise ImportError

    monkeypatch.setattr(executors, "import_module", absent)
    with pytest.raises(BadParameters, match=r"pip install '\.\[dask\]'\.$"):
        executor("dask", 1).__enter__()
