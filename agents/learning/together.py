"""Training of several runs of one recipe at once, on a GPU (`agents.learning.stack`).

The runs play the same games as when trained alone by a `Trainer`, and learn by the same rules
(`rainbow`, schedule `batched`), with two exceptions: a transition enters the memory when its seat
would move again, even if the game has ended by then, and the sampling of a turn uses one random
stream.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning import policies
from agents.learning.evaluation import SelfPlay, SelfPlayGames
from agents.learning.recipe import intrinsic, stream
from agents.learning.run import LEARNERS, LearningPoint, LearningRun
from agents.learning.stack import Stack
from agents.learning.trainer import Trainer, Training, part_of
from agents.runs.errors import BadParameters, BadRun
from agents.runs.storage import NAME, Arrays
from native import Rng
from native.environment.environment import Environment

Array = npt.NDArray[Any]
OWN = ("seed", "goir", "credit", "initial")
"""The parameters of the recipe in which runs that are trained together may differ."""


def training(run: LearningRun) -> Training:
    """Return the object that trains a run: together with its companions (`run.beside`) if its
    device is `cuda` and `Stack` can train its recipe, else alone.

    Raise BadParameters if the run has companions but cannot be trained together with them.
    """
    if run.recipe.device == "cuda" and not _obstacle(run):
        return Together([run, *companions(run)])
    if run.beside:
        raise BadParameters(f"--beside needs --device cuda{_obstacle(run)}.")
    return Trainer(run)


def companions(run: LearningRun) -> list[LearningRun]:
    """Return the records of the runs to train together with `run`: one for each seed SEED in
    `run.beside`, with this seed and the name of `run` followed by -SEED.

    Raise BadParameters if a seed is repeated or makes no valid name.
    """
    if len({run.recipe.seed, *run.beside}) <= len(run.beside):
        raise BadParameters("--beside takes other seeds than --seed, each once.")
    for name in run.names:
        if not NAME.fullmatch(name):
            raise BadParameters(f"{name} is no name for a run; choose another seed.")
    return [
        msgspec.structs.replace(
            run,
            name=name,
            recipe=msgspec.structs.replace(run.recipe, seed=seed),
            beside=(),
        )
        for name, seed in zip(run.names[1:], run.beside, strict=True)
    ]


def _obstacle(run: LearningRun) -> str:
    """Return why a run cannot be trained as part of a stack; "" if it can."""
    recipe = run.recipe
    if recipe.algorithm != "rainbow" or recipe.schedule != "batched" or recipe.belief == "exact":
        return ", rainbow, batched and no exact odds"
    return ", without --cards, --colours and --advice" * bool(
        recipe.cards or recipe.colours or recipe.advice
    )


class Together(Training):
    """Several training runs of one recipe that advance in lockstep.

    The checkpoint of all runs is in the folder of the first; each run has its record and its
    policy in its own folder.
    """

    def __init__(self, runs: Sequence[LearningRun]) -> None:
        """Set up the games, the replay memories and the networks of all runs.

        Raise BadRun if `Stack` does not support a recipe, or if the recipes differ in anything
        but the seed and the other parameters in OWN. Raise it also if the first run has not been
        trained for a turn yet and the name of another is taken.
        """
        recipe = runs[0].recipe
        for run in runs:
            alike = msgspec.structs.replace(
                run.recipe, **{name: getattr(recipe, name) for name in OWN}
            )
            if alike != recipe or _obstacle(run):
                raise BadRun(
                    f"{runs[0].name} and {run.name} cannot be trained together: they may differ in "
                    f"{', '.join(OWN)} alone."
                )
        for run in runs[1:]:
            if not runs[0].turns:
                LEARNERS.refuse_unless_free(run.name)
        self.runs = list(runs)
        self.rules, self._timing, self._reward = recipe.rules, recipe.timing, recipe.reward
        self._stack = Stack([run.recipe for run in runs])
        self._environments = [
            Environment(self.rules, self._timing.lanes, f"{run.recipe.seed}/deals") for run in runs
        ]
        self._moves = [Rng(f"{run.recipe.seed}/moves") for run in runs]
        goirs = np.array([str(run.recipe.goir) for run in runs])
        self._goirs = {goir: np.flatnonzero(goirs == goir) for goir in sorted({*goirs.tolist()})}
        self._pool = ThreadPoolExecutor(min(len(runs), 8))
        self._updates = 0
        """The number of updates since the last point of the curves."""
        self._see()

    @property
    def run(self) -> LearningRun:
        """The record of the first run, but with the processor seconds of all runs."""
        seconds = sum(run.seconds for run in self.runs)
        return msgspec.structs.replace(self.runs[0], seconds=seconds)

    @run.setter
    def run(self, run: LearningRun) -> None:
        share = run.seconds / len(self.runs)
        self.runs = [msgspec.structs.replace(one, seconds=share) for one in self.runs]

    def step(self) -> None:
        """Play one turn in every lane (parallel game) of every run, then make the updates that are
        due.
        """
        before, timing = self.run.turns, self._timing
        actions = self._stack.chosen()
        self._explore(actions, before)
        for environment, chosen in zip(self._environments, actions.astype(np.uint8), strict=True):
            environment.step(chosen)
        self._tell(actions)
        after = before + timing.lanes
        self.runs = [msgspec.structs.replace(run, turns=after, final=None) for run in self.runs]
        if after > timing.begin:
            draws = self._stack.host.draws
            for number, run in enumerate(self.runs):
                random = stream(run.recipe.seed, "draw", before)
                draws[:, number] = random.random((len(draws), timing.batch))
            self._stack.learn()
            self._updates += len(draws)
            if before // timing.copy < after // timing.copy:
                self._stack.renew_targets()
        self._see()

    def _see(self) -> None:
        """Send the observations of the coming turn to the stack, which chooses the moves."""
        host, lanes = self._stack.host, np.arange(self._timing.lanes)
        for number, environment in enumerate(self._environments):
            host.words[number] = environment.observations.view(np.int64)
            host.legal[number] = environment.legal.view(np.int64)
            if self._stack.model:
                host.symbols[number] = environment.symbols(lanes)
        self._stack.see(self.run.turns // self._timing.lanes)

    def _tell(self, actions: Array) -> None:
        """Send the moves of a turn and their effects to the stack."""
        host = self._stack.host
        deeds = np.stack([environment.deeds for environment in self._environments])
        host.actions[:] = actions
        host.paid[:] = deeds["reward" if self._reward == "score" else "scored"]
        host.ended[:] = deeds["end"] > 0
        for goir, numbers in self._goirs.items():
            host.earned[numbers] = intrinsic(deeds[numbers], goir)
        self._stack.record()

    def _explore(self, actions: Array, turn: int) -> None:
        """Replace some of `actions`, shape (runs, lanes), by random ones, with the schedule's
        probability at turn number `turn`.
        """
        share = np.clip(1 - (turn - self._timing.begin) / self._timing.explore, 0, 1)
        if not share:
            return
        for number, run in enumerate(self.runs):
            random = stream(run.recipe.seed, "explore", turn).random(actions.shape[1]) < share
            drawn = self._environments[number].random_actions(self._moves[number].derive(turn))
            actions[number, random] = drawn[random]

    def measure(self) -> None:
        """Evaluate the policies of all runs, and append a point to each curve."""
        losses = self._stack.losses() / max(1, self._updates)
        self._updates = 0
        tests = self.test(f"curve/{self.rules.players}", self.test_games)
        self.runs = [
            msgspec.structs.replace(
                run, curve=(*run.curve, LearningPoint(run.turns, float(loss), test))
            )
            for run, loss, test in zip(self.runs, losses, tests, strict=True)
        ]

    def test(self, seed: str, games: int) -> list[SelfPlay]:
        """Return an evaluation of each run's current policy by greedy self-play in `games` games,
        on the deals of a seed.
        """
        played = [SelfPlayGames(Environment(self.rules, games, seed)) for _ in self.runs]
        lanes = np.arange(games if self._stack.model else 0)
        while any(len(one.running) for one in played):
            tables = [one.environment for one in played]
            actions = self._stack.chosen_of(
                np.stack([table.observations.view(np.int64) for table in tables]),
                np.stack([table.legal.view(np.int64) for table in tables]),
                np.stack([table.symbols(lanes).reshape(games, -1) for table in tables]),
            )
            list(self._pool.map(SelfPlayGames.step, played, actions))
        return [one.result() for one in played]

    def save_policies(self) -> list[policies.Policy]:
        """Write the current policies of all runs to their files and return them as stored, the
        first run's first.
        """
        return [
            self.write_policy(run, weights)
            for run, weights in zip(self.runs, self._stack.weights(), strict=True)
        ]

    def finish(self) -> None:
        """Add the final points of the curves, save the policies, and evaluate them on other deals
        than those of the curves.
        """
        self.close_curve()
        self.runs = [
            self.with_final(run, policy)
            for run, policy in zip(self.runs, self.save_policies(), strict=True)
        ]

    def save(self) -> None:
        """Write the records of all runs, and their checkpoint to the folder of the first."""
        self.kind.save(self.runs[0], self.state())
        for run in self.runs[1:]:
            LEARNERS.write(run)

    def state(self) -> Arrays:
        """Return the training state of all runs, as arrays by name."""
        records = np.frombuffer(msgspec.json.encode(self.runs), np.uint8)
        state = {"records": records, "updates": np.array(self._updates)}
        for number, environment in enumerate(self._environments):
            for name, value in environment.state().items():
                state[f"environment{number}/{name}"] = value
        return state | {f"stack/{name}": value for name, value in self._stack.state().items()}

    def restore(self, state: Arrays) -> None:
        """Restore the records, networks, replay memories and games of all runs from a checkpoint,
        the arrays that `state` returned.
        """
        of = self.run.of
        runs = msgspec.json.decode(state["records"].tobytes(), type=list[LearningRun])
        self.runs = [msgspec.structs.replace(run, of=of) for run in runs]
        self._updates = int(state["updates"])
        self._stack.restore(part_of(state, "stack"))
        for number, environment in enumerate(self._environments):
            environment.restore(part_of(state, f"environment{number}"))
        self._see()
