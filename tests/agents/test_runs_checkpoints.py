"""Long work that is stopped, interrupted or killed goes on to the bytes of a straight run."""

import json
import multiprocessing
import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from agents.mwum.run import RUNS, MwumRecipe, MwumRun
from agents.mwum.training import MwumTraining
from agents.runs import stopping
from agents.runs.life import checkpointed
from agents.runs.stopping import Stopped, held_back, leaving_at_once, on_signal
from agents.runs.storage import replace
from tests.agents.small_runs import continued, made, saved

OF = 60
RARELY = 1000.0
"""Seconds: nothing is saved but at the end."""
KILLS = 12


class Work:
    """Sums whose state is changed in two steps, so that a break between them would show."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.done, self.sum = json.loads(file.read_bytes()) if file.exists() else (0, 0)
        self.saves = 0

    def results(self) -> Iterator[int]:
        while self.done < OF:
            yield Random(self.done).randrange(1000)

    def take(self, result: int) -> None:
        self.sum += result
        self.done += 1

    def save(self) -> None:
        self.saves += 1
        replace(self.file, json.dumps([self.done, self.sum]).encode())

    def make(self, **options: object) -> bytes:
        checkpointed(self.results(), self.take, self.save, **{"every": 0.0, **options})  # type: ignore[arg-type]
        return self.file.read_bytes()


@pytest.fixture
def straight(tmp_path: Path) -> bytes:
    return Work(tmp_path / "straight").make(every=RARELY)


@pytest.mark.long
def test_work_killed_at_any_moment_leaves_a_whole_file_and_resumes(
    tmp_path: Path, straight: bytes
) -> None:
    file, random, reached = tmp_path / "killed", Random(5), []
    while len(reached) < KILLS or not reached[-1]:
        process = multiprocessing.get_context("fork").Process(target=Work(file).make)
        process.start()
        time.sleep(random.uniform(0.0, 0.1))
        process.kill()
        process.join()
        reached.append(Work(file).done)
    assert reached == sorted(reached)
    assert Work(file).make(every=RARELY) == straight


@pytest.mark.parametrize("at", [1, 30, 59])
def test_a_signal_waits_until_the_state_is_whole(tmp_path: Path, straight: bytes, at: int) -> None:
    class Interrupted(Work):
        def take(self, result: int) -> None:
            self.sum += result
            if self.done == at:
                os.kill(os.getpid(), signal.SIGTERM)
                time.sleep(0.01)
            self.done += 1

    file = tmp_path / "interrupted"
    with on_signal(), pytest.raises(KeyboardInterrupt):
        Interrupted(file).make(every=RARELY)
    assert Work(file).done == at + 1
    assert Work(file).make(every=RARELY) == straight


def test_a_signal_loses_only_the_result_in_progress(tmp_path: Path, straight: bytes) -> None:
    class Interrupted(Work):
        def results(self) -> Iterator[int]:
            for result in super().results():
                if self.done == 7:
                    signal.raise_signal(signal.SIGINT)
                yield result

    file = tmp_path / "interrupted"
    with on_signal(), pytest.raises(KeyboardInterrupt):
        Interrupted(file).make(every=RARELY)
    assert Work(file).done == 7
    assert Work(file).make(every=RARELY) == straight


def test_a_half_changed_state_is_not_saved(tmp_path: Path, straight: bytes) -> None:
    class Failing(Work):
        def take(self, result: int) -> None:
            self.sum += result
            if self.done == 9:
                raise ArithmeticError
            self.done += 1

    file = tmp_path / "failed"
    with pytest.raises(ArithmeticError):
        Failing(file).make()
    assert Work(file).done == 9
    assert Work(file).make(every=RARELY) == straight


def test_work_asked_to_stop_saves_and_reports_it(tmp_path: Path, straight: bytes) -> None:
    stopping.ask(tmp_path)
    work = Work(tmp_path / "asked")
    with pytest.raises(Stopped):
        work.make(every=RARELY, asked_to_stop=lambda: stopping.asked(tmp_path))
    assert Work(work.file).done == 1
    stopping.forget(tmp_path)
    stopping.forget(tmp_path)
    assert work.make(every=RARELY, asked_to_stop=lambda: stopping.asked(tmp_path)) == straight


def test_work_is_saved_at_intervals_and_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = iter(range(10_000))
    monkeypatch.setattr("time.monotonic", lambda: float(next(now)))
    often, said = Work(tmp_path / "often"), []
    often.make(every=20.0, say=lambda: said.append(often.done))
    assert said == list(range(1, OF + 1))
    assert often.saves == 4, "after 20, 39 and 58 results (a save looks at the clock too), and last"


def test_signal_handlers_are_restored_after_the_work() -> None:
    before = [signal.getsignal(number) for number in stopping.SIGNALS]
    with on_signal(), held_back():
        pass
    assert [signal.getsignal(number) for number in stopping.SIGNALS] == before


def test_a_held_back_signal_reaches_the_earlier_handler_once() -> None:
    heard: list[int] = []
    earlier = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        with held_back():
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)
            assert heard == []
        assert heard == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, earlier)


def test_of_two_held_back_signals_the_first_is_delivered_even_after_an_error() -> None:
    heard: list[int] = []
    before = [
        signal.signal(number, lambda number, _: heard.append(number)) for number in stopping.SIGNALS
    ]

    def fail() -> None:
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
        raise ArithmeticError

    try:
        with pytest.raises(ArithmeticError), held_back():
            fail()
    finally:
        for number, earlier in zip(stopping.SIGNALS, before, strict=True):
            signal.signal(number, earlier)
    assert heard == [signal.SIGTERM]


def test_a_signal_during_the_last_save_waits_for_it(tmp_path: Path, straight: bytes) -> None:
    class Interrupted(Work):
        def save(self) -> None:
            signal.raise_signal(signal.SIGINT)
            super().save()

    file = tmp_path / "interrupted"
    with on_signal(), pytest.raises(KeyboardInterrupt):
        Interrupted(file).make(every=RARELY)
    assert file.read_bytes() == straight


def test_work_without_a_checkpoint_prints_a_message_and_exits_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps: list[object] = []
    monkeypatch.setattr(os, "write", lambda number, text: steps.append((number, text)))
    monkeypatch.setattr(os, "_exit", steps.append)
    before = signal.getsignal(signal.SIGTERM)
    with leaving_at_once("Stopped."):
        signal.raise_signal(signal.SIGTERM)
    assert steps == [(2, b"\nStopped.\n"), 130]
    assert signal.getsignal(signal.SIGTERM) == before


def test_work_in_another_thread_needs_no_signals(tmp_path: Path) -> None:
    work = Work(tmp_path / "thread")
    thread = threading.Thread(target=work.make)
    thread.start()
    thread.join()
    assert Work(work.file).done == OF


EARLIER = Path(__file__).parent / "earlier_runs"
"""Stopped runs of version 0.1: `knowing` by `mwum` and `evolve-paper` by `evolve`."""


@pytest.fixture(autouse=True)
def _earlier(small_runs: Path) -> None:
    shutil.copytree(EARLIER, small_runs, dirs_exist_ok=True)


def test_an_earlier_run_of_the_generator_resumes() -> None:
    known = json.loads((EARLIER / "evolve-paper" / "archive.json").read_text())
    tallies = set(known["cells"][0]["stored"]["tally"])
    made("straight")
    continued("evolve-paper")
    assert with_tallies("evolve-paper", tallies) == with_tallies("straight", tallies)


def with_tallies(run: str, names: set[str]) -> object:
    """Return a run's archive with these tallies alone: an earlier run lacks later measures."""

    def chosen(entries: dict[str, object]) -> dict[str, object]:
        # Of all objects only tallies count turns.
        tally = "turns" in entries
        return {name: value for name, value in entries.items() if not tally or name in names}

    return json.loads(saved(run), object_hook=chosen)


def test_an_earlier_run_of_multiplicative_weights_resumes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.mwum.training.TEST_GAMES", 200)
    recipe = MwumRecipe("knowing", "7", 1.0, 50, visits=True, episode=2, penalty=2.0)
    with RUNS.begun(MwumRun("straight", recipe, 400), MwumTraining) as training:
        straight = training.make()
    with RUNS.resumed("knowing", MwumTraining) as training:
        assert 0 < training.run.games < 400
        resumed = training.make()
    assert (resumed.curve, resumed.best) == (straight.curve, straight.best)
    for file in ("weights-400.bin", "policy.bin"):
        one, other = (RUNS.folder(name) / file for name in ("knowing", "straight"))
        assert one.read_bytes() == other.read_bytes()
