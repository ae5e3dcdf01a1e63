"""A run of the generator, batch by batch, with snapshots from which it can resume.

Each batch is determined by the seed and the run's state before the batch.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field

import msgspec
import numpy as np

from agents.archives import runs
from agents.archives.archive import Archive
from agents.archives.setting import Recipe, Setting
from agents.generator import adaptive, curve, improved, paper, status
from agents.generator.curve import Point
from agents.generator.evaluation import RunEvaluator
from agents.generator.population import Population, next_chromosomes
from agents.generator.remeasure import remeasure
from agents.generator.status import Phase, Status
from agents.runs import stopping
from agents.runs.errors import BadParameters, BadRun
from agents.runs.life import checkpointed
from agents.runs.storage import locked, make_folder
from native import Rng

ALGORITHMS = {"paper": paper, "improved": improved, "adaptive": adaptive}
SNAPSHOT_SECONDS = 2.0

Listener = Callable[[Status], object]


@dataclass(frozen=True)
class State:
    """The state of a generator's run after a batch: the elites, and the numbers of individuals and
    games so far.
    """

    population: Population
    individuals: int = 0
    games: int = 0


@dataclass
class GeneratorRun:
    """A generator's run in progress."""

    name: str
    setting: Setting
    recipe: Recipe
    state: State
    seconds: float = 0.0
    curve: list[Point] = field(default_factory=list)

    @property
    def archive(self) -> Archive:
        """Return the archive of the elites found so far."""
        return Archive(
            run=self.name,
            setting=self.setting,
            recipe=self.recipe,
            individuals=self.state.individuals,
            games=self.state.games,
            cells=self.state.population.cells(self.setting),
        )


@contextmanager
def started(name: str, setting: Setting, recipe: Recipe) -> Iterator[GeneratorRun]:
    """Create a generator's run, lock its folder and yield the run. Raise BadRun if the name is
    taken.
    """
    runs.refuse_unless_free(name)
    folder = runs.folder(name)
    make_folder(folder)
    with locked(folder):
        run = GeneratorRun(name, setting, recipe, State(Population.empty(setting)))
        runs.save(run.archive)
        yield run


@contextmanager
def resumed(name: str, individuals: int | None = None) -> Iterator[GeneratorRun]:
    """Lock the folder of a generator's run and yield the run at its last snapshot.

    `individuals`, if given, is a new, larger total number of individuals for the run. Raise BadRun
    if the run is missing, damaged, imported or locked by another process, BadArchive if its curve
    is damaged, BadParameters if the number is invalid.
    """
    archive = runs.load(name)
    folder = runs.folder(name)
    with locked(folder):
        recipe = _extended(archive, individuals)
        state = State(Population.of(archive), archive.individuals, archive.games)
        last = status.read(folder)
        seconds = last.seconds if last else 0.0
        points = [one for one in curve.read(folder) if one.individuals <= archive.individuals]
        yield GeneratorRun(name, archive.setting, recipe, state, seconds, points)


def make(
    run: GeneratorRun,
    executor: Executor,
    listener: Listener = lambda _: None,
) -> Archive:
    """Complete a run: evaluate all individuals, re-measure the elites, save and return the archive.

    Snapshots are saved every few seconds; `listener` is called with the run's status after each. On
    a stop request (`stopping.ask`) the run saves and returns what it has; on an interrupt it saves
    and re-raises.
    """
    folder = runs.folder(run.name)
    stopping.forget(folder)

    def save(archive: Archive, phase: Phase) -> Archive:
        runs.save(archive)
        curve.write(folder, run.curve)
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


def _make_batches(run: GeneratorRun, executor: Executor, save: Callable[[], object]) -> None:
    """Make the remaining batches with regular snapshots. Raise Stopped on a stop request."""
    evaluator = RunEvaluator(run.setting, run.recipe.seed, executor)
    began = time.monotonic() - run.seconds

    def take(state: State) -> None:
        before, run.state, run.seconds = run.state, state, time.monotonic() - began
        if curve.due(before.individuals, state.individuals, run.recipe.individuals):
            now = state.individuals, state.games
            run.curve.append(curve.point(state.population, run.setting, *now))

    checkpointed(
        batches(run.state, run.recipe, evaluator),
        take,
        save,
        every=SNAPSHOT_SECONDS,
        asked_to_stop=lambda: stopping.asked(runs.folder(run.name)),
    )


def batches(state: State, recipe: Recipe, evaluator: RunEvaluator) -> Iterator[State]:
    """Evaluate the remaining batches of a run, from `state` on, and yield the state after each
    batch.
    """
    algorithm = ALGORITHMS[recipe.algorithm]
    seed = Rng(evaluator.seed)
    while state.individuals < recipe.individuals:
        end = min(state.individuals + recipe.batch, recipe.individuals)
        individuals = np.arange(state.individuals, end)
        before = evaluator.games
        population = state.population.copy()
        parents, alphabet = algorithm.parents(population), len(evaluator.setting.rules)
        genes = next_chromosomes(
            seed, individuals, recipe.initial, alphabet, parents, algorithm.VARIATION
        )
        algorithm.compete(population, recipe, evaluator, individuals, genes)
        state = State(population, end, state.games + evaluator.games - before)
        yield state


def _extended(archive: Archive, individuals: int | None) -> Recipe:
    """Return the run's recipe with more individuals.

    Only a run that ended after a whole batch can be extended; otherwise the archive would depend on
    where it once ended.
    """
    recipe = archive.recipe
    if recipe is None:
        raise BadRun(f"{archive.run} was imported, so it cannot be resumed.")
    if individuals is None or individuals == recipe.individuals:
        return recipe
    if individuals < archive.individuals:
        raise BadParameters(
            f"individuals must be at least {archive.individuals}, which {archive.run} has made."
        )
    if archive.individuals % recipe.batch:
        raise BadParameters(
            f"{archive.run} ended inside a batch of {recipe.batch}, so it cannot be extended: it "
            "would differ from a longer run made at once."
        )
    return msgspec.structs.replace(recipe, individuals=individuals)
