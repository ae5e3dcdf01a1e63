"""A run from its first turn to its last, whatever comes between."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import numpy as np

from agents.archives.errors import BadParameters
from agents.archives.setting import check_range
from agents.learning import policies, storage
from agents.learning.beliefs import Belief
from agents.learning.believing import belief_for
from agents.learning.evaluation import Measured, evaluate
from agents.learning.goir import intrinsic
from agents.learning.methods import ITERATION
from agents.learning.rainbow import Rainbow
from agents.learning.recipe import MAX_TURNS
from agents.learning.replay import Replay, transition
from agents.learning.run import Point, Run
from agents.learning.seats import Seats, Turn
from agents.learning.streams import stream
from agents.runs.checkpoints import checkpointed, never
from agents.runs.errors import BadRun
from agents.runs.lock import locked
from agents.runs.progress import Meter, Progress
from agents.runs.storage import make_folder
from native import Rng, Rules
from native.environment.environment import Environment
from native.environment.observation import word_count

TEST_GAMES = 1_000
TEST_EVERY = 10
"""Iterations from point to point of the curve."""
CHUNK = 256
"""Turns learnt from at once; a request to stop is heard in between."""
SHOW_SECONDS = 2.0
SAVE_SECONDS = 120.0


class Training:
    """A run being made: the lanes, what is kept of them, and who learns from that."""

    def __init__(self, run: Run, rules: Rules | None = None) -> None:
        """By other rules than the recipe's for a trial. Raises BadRun."""
        self.run, recipe = run, run.recipe
        self.rules = rules or recipe.rules
        self._timing, self._seed = recipe.timing, recipe.seed
        method = recipe.method
        self.belief: Belief = belief_for(recipe)
        width = self.belief.width(self.rules)
        row = transition(word_count(self.rules), width)
        lanes = self._timing.lanes
        self._environment = Environment(self.rules, lanes, f"{recipe.seed}/deals")
        self._lanes = np.arange(lanes)
        self._chances = _exploring(lanes, *method.exploring)
        self._moves = Rng(f"{recipe.seed}/moves")
        self._seats = Seats(
            lanes,
            self.rules.players,
            row,
            steps=method.steps,
            gamma=method.gamma,
            credit=recipe.credit,
        )
        self._replay = Replay(recipe.kept, row)
        self.learner = Rainbow(self.rules, width, recipe)
        self._losses = np.zeros(2)
        """Sum and number since the last point."""

    def step(self) -> None:
        """One turn of every lane, and the updates that are due after it."""
        environment, before = self._environment, self.run.turns
        beliefs = self.belief.of(environment, self._lanes)
        actions = self._actions(before, beliefs)
        words, legal = environment.observations.copy(), environment.legal.copy()
        seats = environment.seats.copy()
        environment.step(actions)
        deeds = environment.deeds
        paid = deeds["reward" if self.run.recipe.reward == "score" else "scored"]
        earned = intrinsic(deeds) * self.run.recipe.goir
        ended = deeds["end"] > 0
        self._replay.add(
            self._seats.close(
                Turn(words, beliefs, legal, seats, actions, paid.astype(np.float32), earned, ended)
            )
        )
        self.run = msgspec.structs.replace(self.run, turns=before + len(actions), final=None)
        self._learn(before, self.run.turns)

    def measure(self) -> None:
        """Add a point to the curve."""
        test = self.test(f"curve/{self.rules.players}", TEST_GAMES)
        total, updates = self._losses
        self._losses[:] = 0
        point = Point(self.run.turns, float(total / max(1, updates)), test)
        self.run = msgspec.structs.replace(self.run, curve=(*self.run.curve, point))

    def test(self, seed: str, games: int) -> Measured:
        return evaluate(self.rules, self.learner.choose, self.belief, games, seed)

    def _actions(self, turn: int, beliefs: Any) -> Any:
        """The learner's, or a random one now and then; at first always."""
        begin, over = self._timing.begin, self._timing.explore
        left = np.clip(1 - (turn - begin) / over, 0, 1)
        lots = stream(self._seed, "explore", turn).random(len(self._lanes))
        random = lots < left + (1 - left) * self._chances
        environment = self._environment
        actions = environment.random_actions(self._moves.derive(turn))
        known = np.flatnonzero(~random)
        if len(known):
            actions[known] = self.learner.choose(
                environment.observations[known], beliefs[known], environment.legal[known]
            )
        return actions

    def _learn(self, before: int, after: int) -> None:
        timing = self._timing
        if after <= timing.begin or self._replay.size < timing.batch:
            return
        for update in range(before // timing.update, after // timing.update):
            places, counts = self._replay.draw(timing.batch, stream(self._seed, "draw", update))
            losses = self.learner.update(self._replay.rows[places], counts)
            self._replay.weigh(places, losses)
            self._losses += float(losses.mean()), 1
        if before // timing.copy < after // timing.copy:
            self.learner.renew_targets()

    def state(self) -> storage.State:
        """All that is needed to go on, as arrays by name."""
        parts = {
            "learner": self.learner.state(),
            "environment": self._environment.state(),
            "seats": self._seats.state(),
            "replay": self._replay.state(),
            "losses": {"sums": self._losses},
        }
        return {
            f"{part}/{name}": value
            for part, names in parts.items()
            for name, value in names.items()
        }

    def restore(self, state: storage.State) -> None:
        """Go on from a state. Raises BadRun for one that is not of this run."""

        def part(which: str) -> storage.State:
            ours = f"{which}/"
            return {name.removeprefix(ours): state[name] for name in state if name.startswith(ours)}

        try:
            self.learner.restore(part("learner"))
            self._environment.restore(part("environment"))
            self._seats.restore(part("seats"))
            self._replay.restore(part("replay"))
            self._losses[:] = state["losses/sums"]
        except (KeyError, ValueError, RuntimeError) as error:
            raise BadRun(f"The checkpoint is not that of {self.run.name}: {error}.") from None


def _exploring(lanes: int, first: float, last: float) -> Any:
    """(lanes,) each lane's own chance of a random move, the same ratio from one to the next."""
    if not first:
        return np.zeros(lanes)
    return np.geomspace(first, last, lanes) if lanes > 1 else np.array([first])


@contextmanager
def started(run: Run) -> Iterator[Training]:
    """A new run, held by this process. Raises BadRun for a name that is taken."""
    check_range("turns", run.of, 1, MAX_TURNS)
    if storage.begun_here(run.name):
        raise BadRun(f"There is a run {run.name} already; --resume goes on with it.")
    folder = storage.own_folder(run.name)
    if folder.exists() and any(not path.name.startswith(".") for path in folder.iterdir()):
        raise BadRun(f"{run.name} is a run of another sort; choose another name.")
    training = Training(run)
    make_folder(folder)
    with locked(folder):
        storage.save(run, training.state())
        yield training


@contextmanager
def resumed(name: str, turns: int | None = None) -> Iterator[Training]:
    """A run as it was left, held by this process, to be continued up to so many turns."""
    storage.load(name)
    if not storage.begun_here(name):
        raise BadRun(f"{name} came without its checkpoint; leave --resume out to make it again.")
    with locked(storage.own_folder(name)):
        run = storage.load(name)
        if turns is not None and not run.turns <= turns <= MAX_TURNS:
            raise BadParameters(f"turns must be from the {run.turns} of {name} to {MAX_TURNS}.")
        training = Training(msgspec.structs.replace(run, of=turns or run.of))
        training.restore(storage.state_of(run))
        yield training


def make(
    training: Training,
    listener: Callable[[Progress], None] = lambda _: None,
    asked_to_stop: Callable[[], bool] = never,
) -> Run:
    """Learn from all turns, measure what was learnt and save the run, which is returned. Asked to
    stop, it saves what it has and raises Stopped."""
    name = training.run.name
    meter = Meter(training.run.turns, unit="turns", label=name, every=SHOW_SECONDS)
    clock = _Clock(training)

    def say() -> None:
        if now := meter.at(training.run.turns, training.run.of, _recent(training.run)):
            listener(now)

    def save() -> None:
        clock.note()
        storage.save(training.run, training.state())

    checkpointed(
        _chunks(training),
        lambda steps: _take(training, steps),
        save,
        every=SAVE_SECONDS,
        say=say,
        asked_to_stop=asked_to_stop,
    )
    _finish(training)
    save()
    return training.run


def _chunks(training: Training) -> Iterator[int]:
    """Steps to make next, until the turns are over."""
    lanes = training.run.recipe.timing.lanes
    while training.run.turns < training.run.of:
        yield max(1, CHUNK // lanes)


def _take(training: Training, steps: int) -> None:
    """Make so many steps, and measure where an iteration is over that belongs to the curve."""
    spacing = TEST_EVERY * ITERATION
    for _ in range(steps):
        before = training.run.turns
        if before >= training.run.of:
            return
        training.step()
        if before // spacing < training.run.turns // spacing:
            training.measure()
            _ship(training)


def _ship(training: Training) -> policies.Policy:
    """Write the policy as it is now."""
    run = training.run
    path = storage.own_folder(run.name) / policies.FILE
    card = policies.Card(run.name, run.recipe, run.turns)
    return policies.save(path, card, training.learner.weights())


def _finish(training: Training) -> None:
    """The last point of the curve, and the policy as it is shipped on deals of its own."""
    if not training.run.curve or training.run.curve[-1].turns != training.run.turns:
        training.measure()
    choose = _ship(training).choose
    seed = f"final/{training.rules.players}"
    final = evaluate(training.rules, choose, training.belief, TEST_GAMES, seed)
    training.run = msgspec.structs.replace(training.run, final=final)


class _Clock:
    """Adds what this process spends on a run to what others did."""

    def __init__(self, training: Training) -> None:
        self._training, self._noted = training, time.monotonic()

    def note(self) -> None:
        now = time.monotonic()
        run = self._training.run
        seconds = round(run.seconds + now - self._noted, 1)
        self._training.run, self._noted = msgspec.structs.replace(run, seconds=seconds), now


def _recent(run: Run) -> str:
    return f"{run.curve[-1].test.mean:.2f} points a game" if run.curve else ""
