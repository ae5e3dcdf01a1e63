"""A run from its first batch to its last snapshot, whatever comes between."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec

from agents.archives import runs
from agents.archives.archive import Archive
from agents.archives.errors import BadParameters, BadRun
from agents.archives.recipe import Recipe
from agents.archives.setting import Setting
from agents.generator import status
from agents.generator.evaluation import Evaluator
from agents.generator.loop import State, batches
from agents.generator.population import Population
from agents.generator.remeasure import remeasure
from agents.generator.status import Phase, Status
from agents.runs import stopping
from agents.runs.checkpoints import checkpointed
from agents.runs.lock import locked
from agents.runs.storage import make_folder

SNAPSHOT_SECONDS = 2.0

Listener = Callable[[Status], None]


@dataclass
class Run:
    """A run being made. `archive` is what its file would hold now."""

    name: str
    setting: Setting
    recipe: Recipe
    state: State
    seconds: float = 0.0

    @property
    def archive(self) -> Archive:
        return Archive(
            run=self.name,
            setting=self.setting,
            recipe=self.recipe,
            individuals=self.state.individuals,
            games=self.state.games,
            cells=self.state.population.cells(self.setting),
        )


@contextmanager
def started(name: str, setting: Setting, recipe: Recipe) -> Iterator[Run]:
    """A new run, held by this process. Raises BadRun for a name that is taken."""
    if runs.exists(name):
        raise BadRun(f"There is a run {name} already; --resume goes on with it.")
    folder = runs.folder(name)
    make_folder(folder)
    with locked(folder):
        run = Run(name, setting, recipe, State(Population.empty(setting)))
        runs.save(run.archive)
        yield run


@contextmanager
def resumed(name: str, individuals: int | None = None) -> Iterator[Run]:
    """A run as its last snapshot left it, held by this process, to be continued up to a
    number of individuals. Raises BadRun or BadParameters, in words."""
    archive = runs.load(name)
    folder = runs.folder(name)
    with locked(folder):
        recipe = _extended(archive, individuals)
        state = State(Population.of(archive), archive.individuals, archive.games)
        last = status.read(folder)
        yield Run(name, archive.setting, recipe, state, last.seconds if last else 0.0)


def make(
    run: Run,
    executor: Executor,
    listener: Listener = lambda _: None,
) -> Archive:
    """Make all individuals, re-measure the elites and save the archive, which is returned.

    Snapshots are saved every few seconds. Asked to stop (`stopping.ask`), it ends with what it has.
    Interrupted, it saves what it has and passes the interrupt on.
    """
    folder = runs.folder(run.name)
    stopping.forget(folder)

    def save(archive: Archive, phase: Phase) -> Archive:
        runs.save(archive)
        now = status.status(archive, run.recipe.individuals, run.seconds, phase)
        status.write(folder, now)
        listener(now)
        return archive

    try:
        _make_batches(run, executor, lambda: save(run.archive, "running"))
        return save(remeasure(run.archive, executor), "finished")
    except stopping.Stopped:
        return save(run.archive, "stopped")
    except BaseException:
        save(run.archive, "stopped")
        raise


def _make_batches(run: Run, executor: Executor, save: Callable[[], object]) -> None:
    """All that are still to be made. Raises Stopped when asked to stop."""
    evaluator = Evaluator(run.setting, run.recipe.seed, executor)
    began = time.monotonic() - run.seconds

    def take(state: State) -> None:
        run.state, run.seconds = state, time.monotonic() - began

    checkpointed(
        batches(run.state, run.recipe, evaluator),
        take,
        save,
        every=SNAPSHOT_SECONDS,
        asked_to_stop=lambda: stopping.asked(runs.folder(run.name)),
    )


def _extended(archive: Archive, individuals: int | None) -> Recipe:
    """The recipe with more individuals. Only whole batches can be continued, since the archive
    would otherwise depend on where the run once ended."""
    recipe = archive.recipe
    if recipe is None:
        raise BadRun(f"{archive.run} was imported, so it cannot go on.")
    if individuals is None or individuals == recipe.individuals:
        return recipe
    if individuals < archive.individuals:
        raise BadParameters(
            f"individuals must be at least the {archive.individuals} that {archive.run} has."
        )
    if archive.individuals % recipe.batch:
        raise BadParameters(
            f"{archive.run} ended inside a batch of {recipe.batch}, so it cannot be extended."
        )
    return msgspec.structs.replace(recipe, individuals=individuals)
