"""A run from its first game to its last test, whatever comes between."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec

from agents.archives import runs
from agents.archives.errors import BadParameters, BadRun
from agents.archives.setting import check_range
from agents.mwum import policies, storage
from agents.mwum.training_run import MAX_GAMES, Block, Course, Recipe, Test
from agents.runs.lock import locked
from native.strategies.mwum.learning import learn, play
from native.strategies.mwum.memory import Memory
from native.strategies.mwum.policy import policy

TEST_GAMES = 10_000
CHUNK = 500
"""Games between two looks at the clock."""
SHOW_SECONDS = 2.0
SAVE_SECONDS = 60.0


class Stopped(Exception):
    """The run was asked to stop, and is saved as far as it went."""


@dataclass(frozen=True)
class Progress:
    """A run at one moment."""

    run: str
    games: int
    of: int
    rate: float
    """Games a second, since this process took the run up."""
    recent: float
    """Mean points of the block before the last one, or of the last if it is the first."""

    @property
    def line(self) -> str:
        """«plain-1: 40,000 of 100,000 games · 52,000/s · 0:01 left · 1.25 points a game»"""
        minutes, seconds = divmod(round((self.of - self.games) / self.rate), 60)
        return (
            f"{self.run}: {self.games:,} of {self.of:,} games · {self.rate:,.0f}/s · "
            f"{minutes}:{seconds:02} left · {self.recent:.2f} points a game"
        )


@dataclass
class Training:
    """A run being made."""

    course: Course
    memory: Memory


@contextmanager
def started(name: str, recipe: Recipe, games: int) -> Iterator[Training]:
    """A new run, held by this process; those that come with the program can be made again. Raises
    BadRun for a name that is taken."""
    check_range("games", games, 1, MAX_GAMES)
    if storage.begun(name):
        raise BadRun(f"There is a run «{name}» already; --resume goes on with it.")
    if runs.exists(name):
        raise BadRun(f"«{name}» is a run of the generator; choose another name.")
    folder = storage.own_folder(name)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        training = Training(Course(name, recipe, games), Memory())
        storage.save(training.course, training.memory)
        yield training


@contextmanager
def resumed(name: str, games: int | None = None) -> Iterator[Training]:
    """A run as it was left, held by this process, to be continued up to so many games."""
    storage.load(name)
    if not storage.begun(name):
        raise BadRun(f"«{name}» came without its weights; leave --resume out to make it again.")
    with locked(storage.own_folder(name)):
        course = storage.load(name)
        if games is not None and not course.games <= games <= MAX_GAMES:
            raise BadParameters(
                f"games must be from the {course.games} that «{name}» has to {MAX_GAMES}."
            )
        memory = storage.memory(course)
        if memory.games != course.games:
            raise BadRun(f"The weights of «{name}» are not those of its course.")
        yield Training(msgspec.structs.replace(course, of=games or course.of), memory)


def make(
    training: Training,
    listener: Callable[[Progress], None] = lambda _: None,
    asked_to_stop: Callable[[], bool] = lambda: False,
) -> Course:
    """Play all games, test what was learnt and save the run, which is returned. Asked to stop, it
    saves what it has and raises Stopped."""
    _learn(training, listener, asked_to_stop)
    if not asked_to_stop():
        training.course = _tested(training)
    storage.save(training.course, training.memory)
    if not training.course.best:
        raise Stopped
    return training.course


def _learn(
    training: Training,
    listener: Callable[[Progress], None],
    asked_to_stop: Callable[[], bool],
) -> None:
    began = shown = saved = time.monotonic()
    before = training.course.games
    while training.course.games < training.course.of and not asked_to_stop():
        _step(training)
        now = time.monotonic()
        if now - shown >= SHOW_SECONDS or training.course.games == training.course.of:
            shown = now
            rate = (training.course.games - before) / (now - began)
            listener(_progress(training.course, rate))
        if now - saved >= SAVE_SECONDS:
            saved = now
            storage.save(training.course, training.memory)


def _step(training: Training) -> None:
    """Some games more, none of another block."""
    course, recipe = training.course, training.course.recipe
    inside = course.games % recipe.block
    count = min(CHUNK, recipe.block - inside, course.of - course.games)
    tally = learn(recipe.rules, recipe.method, recipe.seed, count, training.memory)
    block, curve = Block.of(tally), course.curve
    curve = (*curve[:-1], curve[-1] + block) if inside else (*curve, block)
    training.course = msgspec.structs.replace(course, curve=curve, drawn=None, best=None)


def _tested(training: Training) -> Course:
    """Fresh games: with all the weights, and always the heaviest action."""
    course, recipe = training.course, training.course.recipe
    seed, learnt = f"{recipe.seed}/test", training.memory
    drawn = play(recipe.rules, recipe.method, seed, TEST_GAMES, learnt)
    if recipe.agent == "knowing":
        policies.save(course.run, policy(learnt))
        learnt = policies.load(course.run)
    best = play(recipe.rules, recipe.method, seed, TEST_GAMES, learnt, best=True)
    return msgspec.structs.replace(course, drawn=Test.of(drawn), best=Test.of(best))


def _progress(course: Course, rate: float) -> Progress:
    block = course.curve[-2] if len(course.curve) > 1 else course.curve[-1]
    return Progress(course.run, course.games, course.of, rate, block.points / block.games)
