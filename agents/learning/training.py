"""A run from its first turn to its last, whatever comes between."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from agents.archives.errors import BadParameters
from agents.archives.setting import check_range
from agents.learning import policies, storage
from agents.learning.believing import belief_for
from agents.learning.evaluation import evaluate
from agents.learning.methods import ITERATION
from agents.learning.recipe import MAX_TURNS
from agents.learning.run import Run
from agents.learning.trainer import TEST_GAMES, Trainer
from agents.runs.checkpoints import checkpointed, never
from agents.runs.errors import BadRun
from agents.runs.lock import locked
from agents.runs.progress import Meter, Progress
from agents.runs.storage import make_folder

TEST_EVERY = 10
"""Iterations from point to point of the curve."""
CHUNK = 256
"""Turns learnt from at once; a request to stop is heard in between."""
SHOW_SECONDS = 2.0
SAVE_SECONDS = 120.0


@contextmanager
def started(run: Run) -> Iterator[Trainer]:
    """A new run, held by this process. Raises BadRun for a name that is taken."""
    check_range("turns", run.of, 1, MAX_TURNS)
    if storage.begun_here(run.name):
        raise BadRun(f"There is a run {run.name} already; --resume goes on with it.")
    folder = storage.own_folder(run.name)
    if folder.exists() and any(not path.name.startswith(".") for path in folder.iterdir()):
        raise BadRun(f"{run.name} is a run of another sort; choose another name.")
    trainer = Trainer(run)
    make_folder(folder)
    with locked(folder):
        storage.save(run, trainer.state())
        yield trainer


@contextmanager
def resumed(name: str, turns: int | None = None) -> Iterator[Trainer]:
    """A run as it was left, held by this process, to be continued up to so many turns."""
    storage.load(name)
    if not storage.begun_here(name):
        raise BadRun(f"{name} came without its checkpoint; leave --resume out to make it again.")
    with locked(storage.own_folder(name)):
        run = storage.load(name)
        if turns is not None and not run.turns <= turns <= MAX_TURNS:
            raise BadParameters(f"turns must be from the {run.turns} of {name} to {MAX_TURNS}.")
        trainer = Trainer(msgspec.structs.replace(run, of=turns or run.of))
        trainer.restore(storage.state_of(run))
        yield trainer


def make(
    trainer: Trainer,
    listener: Callable[[Progress], None] = lambda _: None,
    asked_to_stop: Callable[[], bool] = never,
) -> Run:
    """Learn from all turns, measure what was learnt and save the run, which is returned. Asked to
    stop, it saves what it has and raises Stopped."""
    name = trainer.run.name
    meter = Meter(trainer.run.turns, unit="turns", label=name, every=SHOW_SECONDS)
    clock = _Clock(trainer)

    def say() -> None:
        if now := meter.at(trainer.run.turns, trainer.run.of, _recent(trainer.run)):
            listener(now)

    def save() -> None:
        clock.note()
        storage.save(trainer.run, trainer.state())

    checkpointed(
        _chunks(trainer),
        lambda steps: _take(trainer, steps),
        save,
        every=SAVE_SECONDS,
        say=say,
        asked_to_stop=asked_to_stop,
    )
    _finish(trainer)
    save()
    return trainer.run


def _chunks(trainer: Trainer) -> Iterator[int]:
    """Steps to make next, until the turns are over."""
    lanes = trainer.run.recipe.timing.lanes
    while trainer.run.turns < trainer.run.of:
        yield max(1, CHUNK // lanes)


def _take(trainer: Trainer, steps: int) -> None:
    """Make so many steps, and measure where an iteration is over that belongs to the curve."""
    spacing = TEST_EVERY * ITERATION
    for _ in range(steps):
        before = trainer.run.turns
        if before >= trainer.run.of:
            return
        trainer.step()
        if before // spacing < trainer.run.turns // spacing:
            trainer.measure()
            _ship(trainer)


def _ship(trainer: Trainer) -> policies.Policy:
    """Write the policy as it is now."""
    run = trainer.run
    path = storage.own_folder(run.name) / policies.FILE
    card = policies.Card(run.name, run.recipe, run.turns)
    return policies.save(path, card, trainer.learner.weights())


def _finish(trainer: Trainer) -> None:
    """The last point of the curve, and the policy as it is shipped on deals of its own."""
    if not trainer.run.curve or trainer.run.curve[-1].turns != trainer.run.turns:
        trainer.measure()
    choose = _ship(trainer).choose
    seed = f"final/{trainer.rules.players}"
    belief = belief_for(trainer.run.recipe)
    final = evaluate(trainer.rules, choose, belief, TEST_GAMES, seed)
    trainer.run = msgspec.structs.replace(trainer.run, final=final)


class _Clock:
    """Adds what this process spends on a run to what others did."""

    def __init__(self, trainer: Trainer) -> None:
        self._trainer, self._noted = trainer, time.monotonic()

    def note(self) -> None:
        now = time.monotonic()
        run = self._trainer.run
        seconds = round(run.seconds + now - self._noted, 1)
        self._trainer.run, self._noted = msgspec.structs.replace(run, seconds=seconds), now


def _recent(run: Run) -> str:
    return f"{run.curve[-1].test.mean:.2f} points a game" if run.curve else ""
