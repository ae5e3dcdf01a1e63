"""Where a run stands, where its batches are played, and what the worker does with it."""

from __future__ import annotations

import logging
from pathlib import Path
from types import SimpleNamespace

import pytest

from agents.archives import Archive, BadParameters, Cell, Measurement, Setting
from agents.generator import executors, status, tasks
from agents.generator.executors import executor
from agents.runs.errors import BadRun, Unwritable

CELLS = (
    Cell(0, 1, (8,), Measurement(10, 4.0, None, (0.1, 0.3))),
    Cell(2, 3, (13,), Measurement(10, 6.5, None, (0.5, 0.7))),
)
ARCHIVE = Archive(
    run="plain-1", setting=Setting(grid=(5, 5)), individuals=30, games=300, cells=CELLS
)


def test_a_status_tells_what_is_done_and_what_the_archive_holds() -> None:
    now = status.status(ARCHIVE, 90, 12.34567, "running")
    assert (now.run, now.phase, now.individuals, now.of) == ("plain-1", "running", 30, 90)
    assert (now.games, now.seconds, now.coverage) == (300, 12.346, 2)
    assert (now.mean_valid, now.max, now.max_cell, now.qd_score) == (5.25, 6.5, (2, 3), 10.5)


def test_its_line_has_rate_time_left_and_the_best() -> None:
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


def test_what_is_no_executor_or_not_here_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    words = f"^executor must be threads or dask, not “{'x' * 40}”.$"
    with pytest.raises(BadParameters, match=words):
        executor("x" * 50).__enter__()

    def absent(_name: str) -> None:
        raise ImportError

    monkeypatch.setattr(executors, "import_module", absent)
    with pytest.raises(BadParameters, match=r"pip install '\.\[dask\]'\.$"):
        executor("dask", 1).__enter__()


@pytest.mark.parametrize(
    ("error", "level", "words"),
    [
        (
            Unwritable("there", OSError("full")),
            logging.ERROR,
            "Could not write the run mine: there",
        ),
        (BadRun("Another makes it."), logging.INFO, "Did not resume the run mine: Another"),
    ],
)
def test_the_worker_logs_a_run_that_it_cannot_make(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: BadRun,
    level: int,
    words: str,
) -> None:
    def refused(_name: str) -> None:
        raise error

    caplog.set_level(logging.INFO, "agents.generator.tasks")
    monkeypatch.setattr(tasks.runs, "load", lambda _: SimpleNamespace(complete=False))
    monkeypatch.setattr(tasks, "resumed", refused)
    tasks.go_on.call("mine")
    (record,) = (one for one in caplog.records if one.name == "agents.generator.tasks")
    assert record.levelno == level
    assert record.getMessage().startswith(words)


def test_the_worker_leaves_a_run_that_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.runs, "load", lambda _: SimpleNamespace(complete=True))
    monkeypatch.setattr(tasks, "resumed", lambda _: pytest.fail("it goes on"))
    tasks.go_on.call("mine")
