"""The same seed gives the same archive, byte for byte, however the run is made."""

import multiprocessing
import signal
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

import msgspec
import pytest

from agents.archives import Archive, BadParameters, BadRun, Measurement, runs, summary
from agents.generator import run as making
from agents.generator import status
from agents.generator.remeasure import remeasure
from agents.generator.run import make, resumed, started
from agents.runs import stopping
from tests.agents.small_runs import SETTING, continued, made, recipe, saved
from tests.serial import Serial

ALGORITHMS = ("paper", "improved", "adaptive")

pytestmark = pytest.mark.usefixtures("small_runs")


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    "executor",
    [ThreadPoolExecutor(3), ProcessPoolExecutor(2, multiprocessing.get_context("forkserver"))],
    ids=["threads", "processes"],
)
def test_any_executor_gives_the_same_bytes(algorithm: str, executor: Executor) -> None:
    made("serial", algorithm)
    made("other", algorithm, executor)
    assert saved("serial") == saved("other")


def test_another_seed_gives_another_archive() -> None:
    made("one")
    with started("two", SETTING, recipe().__class__("8", 300, 100, games=8, batch=50)) as run:
        make(run, Serial())
    assert saved("one") != saved("two")


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_run_stopped_and_resumed_is_the_run_made_at_once(
    algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made("straight", algorithm)
    monkeypatch.setattr(making, "SNAPSHOT_SECONDS", 0)
    folder = runs.folder("stopped")
    with started("stopped", SETTING, recipe(algorithm)) as run:
        make(run, Serial(), lambda now: stopping.ask(folder) if now.individuals == 100 else None)
    assert runs.load("stopped").individuals == 100
    continued("stopped")
    assert saved("stopped") == saved("straight")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_run_interrupted_in_a_batch_keeps_the_batches_before(algorithm: str) -> None:
    made("straight", algorithm)

    class Interrupted(Serial):
        tasks = 0

        def submit(self, *args, **kwargs):  # type: ignore[no-untyped-def]
            self.tasks += 1
            if self.tasks == 20:
                raise KeyboardInterrupt
            return super().submit(*args, **kwargs)

    with started("broken", SETTING, recipe(algorithm)) as run, pytest.raises(KeyboardInterrupt):
        make(run, Interrupted())
    assert 0 < runs.load("broken").individuals < 300
    continued("broken")
    assert saved("broken") == saved("straight")


def _make_half(name: str) -> None:
    making.SNAPSHOT_SECONDS = 0
    with started(name, SETTING, recipe()) as run:
        make(run, Serial(), lambda now: signal.pause() if now.individuals > 150 else None)


def test_a_killed_run_resumes_to_the_same_bytes() -> None:
    made("straight")
    process = multiprocessing.get_context("fork").Process(target=_make_half, args=("killed",))
    process.start()
    while not (runs.exists("killed") and runs.load("killed").individuals):
        assert process.is_alive()
        time.sleep(0.02)
    process.kill()
    process.join()
    assert 0 < runs.load("killed").individuals < 300
    continued("killed")
    assert saved("killed") == saved("straight")


@pytest.mark.long
def test_the_time_of_a_run_sums_all_processes_that_resumed_it() -> None:
    made("long", individuals=150)
    folder = runs.folder("long")
    last = status.read(folder)
    status.write(folder, msgspec.structs.replace(last, seconds=1000.0))
    continued("long", individuals=300)
    now = status.read(folder)
    assert 1000 < now.seconds < 1100
    (folder / status.FILE).unlink()
    with resumed("long") as run:
        assert run.seconds == 0


@pytest.mark.long
def test_a_longer_run_is_the_shorter_one_continued() -> None:
    made("long")
    made("short", individuals=200)
    continued("short", individuals=300)
    assert saved("short") == saved("long")


def test_a_run_that_ended_inside_a_batch_cannot_be_extended() -> None:
    made("odd", individuals=220)
    with pytest.raises(BadParameters, match="inside a batch of 50"):
        continued("odd", individuals=300)


def test_two_processes_cannot_make_one_run() -> None:
    with (
        started("held", SETTING, recipe()),
        pytest.raises(BadRun, match="Another process"),
        resumed("held"),
    ):
        pass


def test_the_name_of_a_run_is_used_once() -> None:
    made("taken")
    with pytest.raises(BadRun, match="taken exists already"), started("taken", SETTING, recipe()):
        pass


@pytest.mark.parametrize(
    ("algorithm", "games", "coverage", "qd_score", "best"),
    [("paper", 4368, 17, 96.75, (2, 4)), ("improved", 3992, 13, 84.063, (2, 4))],
)
def test_the_same_seed_still_makes_the_same_archive(
    algorithm: str, games: int, coverage: int, qd_score: float, best: tuple[int, int]
) -> None:
    archive = made("golden", algorithm)
    now = summary(archive, stored=True)
    assert archive.games == games
    assert now.coverage == coverage
    assert round(now.qd_score, 3) == qd_score
    assert now.max_cell == best


@pytest.fixture
def archive(small_runs: object) -> Archive:
    return made("small")


def added(first: Measurement, second: Measurement) -> dict[str, int]:
    return {name: value + second.tally[name] for name, value in first.tally.items()}


def test_the_best_elite_is_measured_on_games_that_did_not_choose_it(archive: Archive) -> None:
    short = remeasure(archive, Serial(), games=10, best_games=20)
    long = remeasure(archive, Serial(), games=30, best_games=1)
    place = (short.best.row, short.best.column)
    over_thirty = long.by_place[place].remeasured
    chosen_by = short.by_place[place].remeasured
    assert over_thirty.tally == added(chosen_by, short.best.remeasured)


def test_the_best_elite_is_the_one_with_the_highest_re_measured_score(archive: Archive) -> None:
    worst, *others = sorted(archive.cells, key=lambda cell: cell.stored.objective)
    lucky = msgspec.structs.replace(
        worst, stored=msgspec.structs.replace(worst.stored, objective=25.0)
    )
    cells = sorted([lucky, *others], key=lambda cell: (cell.row, cell.column))
    again = remeasure(msgspec.structs.replace(archive, cells=tuple(cells)), Serial(), 10, 20)
    best = again.by_place[again.best.row, again.best.column]
    assert best.latest.objective == max(cell.latest.objective for cell in again.cells)
    assert (best.row, best.column) != (worst.row, worst.column)


def test_no_elite_is_re_measured_on_the_games_that_won_its_cell(archive: Archive) -> None:
    again = remeasure(archive, Serial(), games=8, best_games=1)
    tallies = [(cell.stored.tally, cell.latest.tally) for cell in again.cells]
    assert all(stored != latest for stored, latest in tallies)


def test_imported_elites_are_re_measured_on_different_games_each(archive: Archive) -> None:
    """They go by their cells, of which no two are one."""
    only = archive.cells[0]
    twins = [msgspec.structs.replace(only, row=row, column=column, individual=None)
             for row, column in ((0, 1), (1, 0), (1, 1), (2, 0))]  # fmt: skip
    again = remeasure(msgspec.structs.replace(archive, cells=tuple(twins)), Serial(), 50, 1)
    assert len({str(cell.latest.tally) for cell in again.cells}) == 4


def test_an_empty_archive_has_no_best(archive: Archive) -> None:
    empty = msgspec.structs.replace(runs.load("small"), cells=(), best=None)
    assert remeasure(empty, Serial()) == empty
