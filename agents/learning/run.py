"""Training runs by reinforcement learning: the record of a run up to its current turn, and reports
of it.
"""

from itertools import pairwise
from pathlib import Path
from shlex import quote
from typing import Literal

import msgspec

from agents.learning.evaluation import SelfPlay
from agents.learning.recipe import MAX_TURNS, LearningRecipe
from agents.runs.life import RunKind, RunRecord, options_of
from agents.runs.storage import Arrays, arrays_encoded, arrays_in
from native import MoveKind

MARK = 5.0
"""A mean score, in points per game: a run's report says after how many turns of training the run
first exceeded it."""


class LearningPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One point of a learning curve: the scores and moves of the policy after some turns of
    training.
    """

    turns: int
    """The number of turns of training so far, over all seats and games."""
    loss: float
    """The mean loss of the updates since the previous point."""
    test: SelfPlay
    """The evaluation of the policy, on deals that are the same for all runs with this number of
    players."""


class LearningRun(RunRecord, frozen=True):
    """The record of a training run by reinforcement learning: everything except the weights."""

    recipe: LearningRecipe
    of: int
    """The number of turns to train. Each step plays one turn in every lane (parallel game), so
    `turns` may exceed it."""
    turns: int = 0
    """The number of turns of training so far, over all seats and games."""
    seconds: float = 0.0
    """The processor seconds of all processes that worked on the run, including evaluation; of runs
    trained together, each has an equal share.

    Runs that were shipped with version 0.1.0, or ran on a GPU, have wall-clock time instead."""
    curve: tuple[LearningPoint, ...] = ()
    final: SelfPlay | None = None
    """The evaluation of the finished run's stored policy, on other deals than those of the curve;
    None before the end."""
    beside: tuple[str, ...] = ()
    """The seeds of the other runs trained together with this one; the run with the seed SEED has
    this run's name followed by -SEED."""
    format: Literal["hanabi-lab-learning"] = "hanabi-lab-learning"
    schema: Literal[1] = 1

    @property
    def names(self) -> tuple[str, ...]:
        """The names of this run and of the runs trained together with it."""
        return (self.name, *(f"{self.name}-{seed}" for seed in self.beside))

    @property
    def done(self) -> int:
        """The number of turns of training so far, over all seats and games."""
        return self.turns

    @property
    def first_above(self) -> int | None:
        """The turns of training at the first point of the curve whose mean score is above MARK;
        None if there is none.

        It shows when a run with many players leaves its initial plateau.
        """
        return next((point.turns for point in self.curve if point.test.mean > MARK), None)


LEARNERS: RunKind[LearningRun, Arrays] = RunKind(
    file="learning.json",
    bundled=Path(__file__).parent / "demo",
    record=LearningRun,
    title="run of `train`",
    unit="turns",
    most=MAX_TURNS,
    encode=arrays_encoded,
    decode=arrays_in,
)


def command(run: LearningRun) -> str:
    """Return the command line that reproduces a training run."""
    recipe = run.recipe
    usual = LearningRecipe("rainbow", recipe.players, recipe.seed, initial="published")
    words = ["manage.py train", run.name, f"--players {recipe.players}"]
    words += options_of(recipe, usual)
    words += [f"--beside {quote(','.join(run.beside))}"] if run.beside else []
    return " ".join([*words, f"--turns {run.of} --seed {quote(recipe.seed)}"])


def report(run: LearningRun) -> dict[str, object]:
    """Return a training run as JSON-ready data: its recipe, turns and speed, the points of the
    curve, and the final evaluation. Evaluations are in the form that `figures` returns.
    """
    return {
        "run": run.name,
        **msgspec.to_builtins(run.recipe),
        "turns": run.turns,
        "seconds": run.seconds,
        "turns_per_second": run.turns / run.seconds if run.seconds else None,
        "curve": [
            {"turns": point.turns, "loss": point.loss, **figures(point.test, run.recipe.players)}
            for point in run.curve
        ],
        f"first_above_{MARK:g}": run.first_above,
        "final": figures(run.final, run.recipe.players) if run.final else None,
    }


def sentences(run: LearningRun) -> str:
    """Return the turns, the speed and the final scores of a training run as text for the
    terminal.
    """
    rate = run.turns / run.seconds if run.seconds else 0
    lines = [f"{run.name}: {run.turns:,} turns in {run.seconds:,.0f} s, {rate:,.0f} a second."]
    if run.final:
        lines.append(
            f"Its policy: {run.final.mean:.2f} ± {run.final.error:.2f} points a game, lost games "
            f"at 0 ({run.final.lost:.0%} of them); {run.final.mean_stacks:.2f} cards played; "
            f"{run.final.games:,} games."
        )
    return "\n".join(lines)


def figures(test: SelfPlay, players: int) -> dict[str, object]:
    """Return an evaluation of games with `players` players as JSON-ready data.

    `mean` ± `error` is the score, where a game lost to the last strike scores 0; `lost` is the
    share of such games. `mean_stacks` is the mean number of cards played. `scores` lists the
    number of games with each score from 0, `actions` the number of turns with each action from 0;
    `kinds` has the share of turns by kind of move.
    """
    return {
        "games": test.games,
        "mean": test.mean,
        "error": test.error,
        "lost": test.lost,
        "mean_stacks": test.mean_stacks,
        "kinds": kinds(test, players),
        "scores": test.zero,
        "actions": test.actions,
    }


def kinds(test: SelfPlay, players: int) -> dict[str, float]:
    """Return the share of an evaluation's turns on each kind of move, with the keys `discard`,
    `play`, `colour` and `rank`; `players` is the number of players of its games.
    """
    ways = (players - 1) * 5
    hand = (len(test.actions) - 2 * ways) // 2
    ends = pairwise((0, hand, 2 * hand, 2 * hand + ways, 2 * hand + 2 * ways))
    return {
        kind.name.lower(): sum(test.actions[first:end]) / max(1, test.turns)
        for kind, (first, end) in zip(MoveKind, ends, strict=True)
    }
