"""A run is begun, stored with its checkpoint, resumed or refused with a message, and timed."""

import fcntl
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO
from pathlib import Path

import msgspec
import numpy as np
import pytest
from django.core.management.base import OutputWrapper

from agents.learning.recipe import LearningRecipe
from agents.learning.run import LEARNERS, LearningRun
from agents.management.long_command import UP_AND_EMPTY, ProgressLine, ProgressPrinter
from agents.runs.errors import BadParameters, BadRun
from agents.runs.life import RunInProgress
from agents.runs.progress import Meter, Progress, clock
from agents.runs.stopping import Stopped, worker_processes
from agents.runs.storage import LOCK, Arrays, is_locked, locked

RUN = LearningRun("mine", LearningRecipe("rainbow", 2, "7"), 480, turns=16)
STATE = {"weights": np.arange(4.0), "turns": np.array(16)}


@pytest.fixture
def folder(small_runs: Path) -> Path:
    """The folder of a run with its checkpoint."""
    LEARNERS.save(RUN, STATE)
    return LEARNERS.own("mine")


def changed(folder: Path, **fields: object) -> None:
    stored = json.loads((folder / LEARNERS.file).read_text())
    (folder / LEARNERS.file).write_text(json.dumps(stored | fields))


def test_a_saved_run_is_read_unchanged(folder: Path) -> None:
    assert LEARNERS.load("mine") == RUN
    read = LEARNERS.state(RUN)
    assert {name: array.tolist() for name, array in read.items()} == {
        "weights": [0.0, 1.0, 2.0, 3.0],
        "turns": 16,
    }


def test_the_older_checkpoint_is_deleted_once_the_new_one_is_written(folder: Path) -> None:
    LEARNERS.save(msgspec.structs.replace(RUN, turns=32), STATE)
    assert sorted(path.name for path in folder.iterdir()) == ["checkpoint-32.npz", "learning.json"]


def test_an_unknown_run_is_refused_with_the_names_of_the_known_ones(folder: Path) -> None:
    with pytest.raises(BadRun) as refusal:
        LEARNERS.load("other")
    known = ", ".join(LEARNERS.names())
    assert str(refusal.value) == f"There is no run of `train` named other. Known: {known}."
    assert "mine" in LEARNERS.names()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"turns": "many"}, "Expected `int`, got `str`"),
        ({"surprise": 1}, "Object contains unknown field `surprise`"),
        ({"format": "other"}, "Invalid enum value 'other'"),
        ({"schema": 2}, "Invalid enum value 2"),
        ({"recipe": {"algorithm": "magic", "players": 2, "seed": "1"}}, "algorithm must be"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused(
    folder: Path, fields: dict[str, object], words: str
) -> None:
    changed(folder, **fields)
    with pytest.raises(BadRun) as refusal:
        LEARNERS.load("mine")
    assert str(refusal.value).startswith(f"The record of mine cannot be read: {words}")
    (folder / LEARNERS.file).write_text("{")
    with pytest.raises(BadRun, match=r"mine cannot be read: Input data was truncated\.$"):
        LEARNERS.load("mine")


def objects() -> bytes:
    file = BytesIO()
    np.savez(file, weights=np.array([{}], dtype=object))
    return file.getvalue()


@pytest.mark.parametrize("content", [lambda: b"", lambda: b"PK\3\4" + bytes(40), objects])
def test_a_damaged_checkpoint_is_refused(folder: Path, content: Callable[[], bytes]) -> None:
    (folder / "checkpoint-16.npz").write_bytes(content())
    with pytest.raises(BadRun, match=r"^The checkpoint of mine is damaged: .*\.$"):
        LEARNERS.state(RUN)


def test_resuming_a_run_without_its_checkpoint_is_refused(folder: Path) -> None:
    (folder / "checkpoint-16.npz").unlink()
    with pytest.raises(BadRun, match=r"^The checkpoint of mine is missing; make the run again\.$"):
        LEARNERS.state(RUN)


class Counting(RunInProgress[LearningRun, Arrays]):
    """Work that counts its turns, and whose process is suspended at the first one if asked."""

    kind = LEARNERS
    note = ""

    def __init__(self, run: LearningRun, suspended: bool = False) -> None:
        self.run, self.suspended, self.sum = run, suspended, np.zeros(1)

    def parts(self) -> Iterator[int]:
        while self.run.turns < self.run.of:
            yield self.run.turns

    def take(self, part: int) -> None:
        if self.suspended and part == 0:
            os.kill(os.getpid(), signal.SIGSTOP)
        self.sum += part
        self.run = msgspec.structs.replace(self.run, turns=self.run.turns + 1)

    def state(self) -> Arrays:
        return {"sum": self.sum}

    def restore(self, state: Arrays) -> None:
        self.sum = state["sum"]


def fresh(name: str = "fresh", of: int = 20) -> LearningRun:
    return LearningRun(name, RUN.recipe, of)


def test_a_stopped_run_resumes_where_it_was_and_can_be_extended(small_runs: Path) -> None:
    asked = iter([False] * 7)
    with LEARNERS.begun(fresh(), Counting) as work, pytest.raises(Stopped):
        work.make(asked_to_stop=lambda: next(asked, True))
    assert LEARNERS.load("fresh").turns == 8
    with LEARNERS.resumed("fresh", Counting) as work:
        assert work.make().turns == 20
    with LEARNERS.resumed("fresh", Counting, 30) as work:
        work.make()
    assert work.sum.tolist() == [sum(range(30))]


def test_a_run_with_a_taken_name_is_refused(folder: Path, small_runs: Path) -> None:
    (small_runs / "other").mkdir()
    (small_runs / "other" / "archive.json").touch()
    for name, words in (
        ("mine", "The run mine exists already: choose another name, or give its command --resume."),
        ("other", "other is a run of another kind; choose another name."),
    ):
        with pytest.raises(BadRun) as refusal, LEARNERS.begun(fresh(name), Counting):
            pass
        assert str(refusal.value) == words


def test_a_run_of_no_parts_or_of_fewer_than_it_has_made_is_refused(folder: Path) -> None:
    with pytest.raises(BadParameters, match="turns must be from 1 to"):
        LEARNERS.begun(fresh(of=0), Counting).__enter__()
    for turns in (15, LEARNERS.most + 1):
        with pytest.raises(BadParameters) as refusal, LEARNERS.resumed("mine", Counting, turns):
            pass
        assert str(refusal.value).endswith(f"from 16, which mine has made, to {LEARNERS.most}.")


def test_only_one_process_may_make_a_run(small_runs: Path) -> None:
    second, words = LEARNERS.resumed("fresh", Counting), "^Another process .* the run fresh.$"
    with LEARNERS.begun(fresh(), Counting), pytest.raises(BadRun, match=words), second:
        pass


def test_a_bundled_run_is_made_again_but_not_resumed(small_runs: Path) -> None:
    with pytest.raises(BadRun, match="without its checkpoint"):
        LEARNERS.resumed("plus-2p", Counting).__enter__()
    with LEARNERS.begun(fresh("plus-2p"), Counting) as work:
        work.make()
    assert LEARNERS.begun_here("plus-2p")
    assert LEARNERS.load("plus-2p").of == 20


def test_the_checkpoint_of_another_run_is_refused(folder: Path) -> None:
    with pytest.raises(BadRun, match=r"^The checkpoint of mine is of another run: 'sum'\.$"):
        LEARNERS.resumed("mine", Counting).__enter__()


PAUSE = 2.0


@pytest.mark.long
def test_time_in_which_the_process_was_suspended_is_not_counted(tmp_path: Path) -> None:
    script = "from tests.agents.test_runs_life import *; Counting(fresh(), True).make()"
    child = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"RUNS_DIR": str(tmp_path)},
    )
    os.waitpid(child.pid, os.WUNTRACED)
    time.sleep(PAUSE)
    os.kill(child.pid, signal.SIGCONT)
    assert child.wait() == 0
    seconds = json.loads((tmp_path / "fresh" / "learning.json").read_bytes())["seconds"]
    assert seconds < PAUSE / 2, "two seconds of suspension were counted"


def test_a_run_stays_locked_while_its_process_works_on_it(tmp_path: Path) -> None:
    with locked(tmp_path):
        assert is_locked(tmp_path)
    assert not is_locked(tmp_path)
    with pytest.raises(ArithmeticError), locked(tmp_path):
        raise ArithmeticError
    assert not is_locked(tmp_path), "a run that fails is let go"


def test_the_lock_of_a_killed_process_is_free_though_it_had_workers(tmp_path: Path) -> None:
    works = tmp_path / "works"

    def work() -> None:
        with locked(tmp_path), worker_processes(2) as pool:
            pool.submit(works.touch).result()
            list(pool.map(time.sleep, [0.01] * 10_000))

    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    assert any(works.exists() or time.sleep(0.1) for _ in range(100))
    process.kill()
    assert any(not is_locked(tmp_path) or time.sleep(0.1) for _ in range(100))


def test_a_check_of_a_lock_does_not_count_as_the_lock(tmp_path: Path) -> None:
    with locked(tmp_path):
        pass
    with (tmp_path / LOCK).open() as another:
        fcntl.flock(another, fcntl.LOCK_SH | fcntl.LOCK_NB)
        assert not is_locked(tmp_path)
        threading.Timer(0.03, another.close).start()
        with locked(tmp_path):
            assert is_locked(tmp_path)


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("out", "written"),
    [(Terminal(), f"one\n{UP_AND_EMPTY}two\nthe end\n"), (StringIO(), "one\ntwo\nthe end\n")],
)
def test_on_a_terminal_progress_overwrites_its_last_line(out: StringIO, written: str) -> None:
    line = ProgressLine(OutputWrapper(out))
    line.show("one")
    line.show("two")
    OutputWrapper(out).write("the end")

    assert out.getvalue() == written


def clock_at(monkeypatch: pytest.MonkeyPatch, *moments: float) -> None:
    times = iter(moments)
    monkeypatch.setattr("time.monotonic", lambda: next(times))


def test_progress_shows_rate_and_time_left_at_most_once_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock_at(monkeypatch, 100.0, 100.5, 102.0, 102.5)
    out = StringIO()
    tell = ProgressPrinter(OutputWrapper(out), done=0)
    for done in (500, 1_000, 1_500):
        tell(done, 100_000)

    assert out.getvalue() == "1,000 of 100,000 · 500/s · 3:18 left\n"


def test_the_rate_of_progress_counts_this_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    clock_at(monkeypatch, 0.0, 10.0)
    resumed = Meter(90_000).at(91_000, 100_000)
    assert (resumed.rate, resumed.remaining) == (100.0, 90.0)


def test_the_rate_leaves_out_time_before_the_first_part(monkeypatch: pytest.MonkeyPatch) -> None:
    clock_at(monkeypatch, 0.0, 60.0, 62.0)
    meter = Meter(None)
    meter.at(1, 11)
    now = meter.at(5, 11)
    assert now.rate == 2.0


def test_progress_is_reported_at_most_once_a_second_with_unit_and_label(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock_at(monkeypatch, 0.0, 0.75, 1.0, 5.5, 6.0)
    meter = Meter(unit="games", label="plain-1", every=1.0)
    told = [meter.at(done, 100, "well") for done in (1, 5, 22, 30)]
    assert told == [
        None,
        Progress(5, 100, 5.0, "games", "plain-1", "well"),
        Progress(22, 100, 4.0, "games", "plain-1", "well"),
        None,
    ]


@pytest.mark.parametrize(
    ("progress", "line"),
    [
        (
            Progress(40_000, 100_000, 3.0, "games", "plain-1", "1.25 points a game"),
            "plain-1: 40,000 of 100,000 games · 3.0/s · 5:33:20 left · 1.25 points a game",
        ),
        (Progress(0, 100, 0.0), "0 of 100"),
        (Progress(0, 100, 9.94), "0 of 100 · 9.9/s · 0:10 left"),
        (Progress(0, 100, 10.0), "0 of 100 · 10/s · 0:10 left"),
        (Progress(10, 9, 0.5), "10 of 9 · 0.5/s · 0:00 left"),
    ],
)
def test_a_progress_line_leaves_out_unknown_figures(progress: Progress, line: str) -> None:
    assert progress.line == line


@pytest.mark.parametrize(
    ("seconds", "shown"), [(7, "0:07"), (733, "12:13"), (3723, "1:02:03"), (59.6, "1:00")]
)
def test_seconds_are_shown_as_on_a_clock(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown
