"""A run from its first game to its last test, whatever comes between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec

from agents.archives import runs
from agents.archives.errors import BadParameters, BadRun
from agents.archives.setting import check_range
from agents.mwum import policies, storage
from agents.mwum.training_run import MAX_GAMES, Block, Recipe, Test, TrainingRun
from agents.runs.checkpoints import checkpointed, never
from agents.runs.lock import locked
from agents.runs.progress import Meter, Progress
from agents.runs.storage import make_folder
from native.strategies.mwum.learning import learn, play
from native.strategies.mwum.memory import Memory
from native.strategies.mwum.policy import policy

TEST_GAMES = 10_000
CHUNK = 500
"""Games learnt from at once; a request to stop is heard in between."""
SHOW_SECONDS = 2.0
SAVE_SECONDS = 60.0


@dataclass
class Training:
    """A run being made."""

    training_run: TrainingRun
    memory: Memory


@contextmanager
def started(name: str, recipe: Recipe, games: int) -> Iterator[Training]:
    """A new run, held by this process; those that come with the program can be made again. Raises
    BadRun for a name that is taken."""
    check_range("games", games, 1, MAX_GAMES)
    if storage.begun_here(name):
        raise BadRun(f"There is a run {name} already; --resume goes on with it.")
    if runs.exists(name):
        raise BadRun(f"{name} is a run of the generator; choose another name.")
    folder = storage.own_folder(name)
    make_folder(folder)
    with locked(folder):
        training = Training(TrainingRun(name, recipe, games), Memory())
        storage.save(training.training_run, training.memory)
        yield training


@contextmanager
def resumed(name: str, games: int | None = None) -> Iterator[Training]:
    """A run as it was left, held by this process, to be continued up to `games`."""
    storage.load(name)
    if not storage.begun_here(name):
        raise BadRun(f"{name} came without its weights; leave --resume out to make it again.")
    with locked(storage.own_folder(name)):
        training_run = storage.load(name)
        if games is not None and not training_run.games <= games <= MAX_GAMES:
            raise BadParameters(
                f"games must be from the {training_run.games} that {name} has to {MAX_GAMES}."
            )
        memory = storage.memory(training_run)
        if memory.games != training_run.games:
            raise BadRun(f"The weights of {name} are not those of its file.")
        yield Training(msgspec.structs.replace(training_run, of=games or training_run.of), memory)


def make(
    training: Training,
    listener: Callable[[Progress], None] = lambda _: None,
    asked_to_stop: Callable[[], bool] = never,
) -> TrainingRun:
    """Play all games, test what was learnt and save the run, which is returned. Asked to stop, it
    saves what it has and raises Stopped."""
    meter = Meter(
        training.training_run.games,
        unit="games",
        label=training.training_run.run,
        every=SHOW_SECONDS,
    )

    def say() -> None:
        training_run = training.training_run
        if now := meter.at(training_run.games, training_run.of, _recent(training_run)):
            listener(now)

    checkpointed(
        _chunks(training),
        lambda count: _learn(training, count),
        lambda: storage.save(training.training_run, training.memory),
        every=SAVE_SECONDS,
        say=say,
        asked_to_stop=asked_to_stop,
    )
    ended = training.training_run
    training.training_run = msgspec.structs.replace(ended, of=ended.games)
    training.training_run = _tested(training)
    storage.save(training.training_run, training.memory)
    return training.training_run


def _chunks(training: Training) -> Iterator[int]:
    """How many games to learn from next, until all are played or a plateau is reached; none of
    another block."""
    while left := training.training_run.of - training.training_run.games:
        block = training.training_run.recipe.block
        yield min(CHUNK, block - training.training_run.games % block, left)
        if training.training_run.on_plateau:
            return


def _learn(training: Training, count: int) -> None:
    training_run, recipe = training.training_run, training.training_run.recipe
    tally = learn(recipe.rules, recipe.method, recipe.seed, count, training.memory)
    block, curve = Block.of(tally), training_run.curve
    inside = training_run.games % recipe.block
    curve = (*curve[:-1], curve[-1] + block) if inside else (*curve, block)
    training.training_run = msgspec.structs.replace(
        training_run, curve=curve, drawn=None, best=None
    )


def _tested(training: Training) -> TrainingRun:
    """Fresh games: with all the weights, and always the heaviest action."""
    training_run, recipe = training.training_run, training.training_run.recipe
    seed, learnt = f"{recipe.seed}/test", training.memory
    drawn = play(recipe.rules, recipe.method, seed, TEST_GAMES, learnt)
    if recipe.agent == "knowing":
        policies.save(training_run.run, policy(learnt))
        learnt = policies.load(training_run.run)
    best = play(recipe.rules, recipe.method, seed, TEST_GAMES, learnt, best=True)
    return msgspec.structs.replace(training_run, drawn=Test.of(drawn), best=Test.of(best))


def _recent(training_run: TrainingRun) -> str:
    """The mean of the block before the last one, or of the last if it is the first."""
    block = training_run.curve[-2] if len(training_run.curve) > 1 else training_run.curve[-1]
    return f"{block.points / block.games:.2f} points a game"
