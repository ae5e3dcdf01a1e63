"""What a run that learns comes to."""

from __future__ import annotations

from shlex import quote

import msgspec

from agents.learning.evaluation import Measured
from agents.learning.recipe import Recipe
from agents.learning.run import Run
from native import MoveKind


def report(run: Run) -> dict[str, object]:
    """For programs."""
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
        "final": figures(run.final, run.recipe.players) if run.final else None,
    }


def command(run: Run) -> str:
    """What makes it."""
    recipe = run.recipe
    usual = Recipe("rainbow", recipe.players, recipe.seed)
    options = [
        f"--{name}" if value is True else f"--{name} {value}"
        for name, value in msgspec.structs.asdict(recipe).items()
        if value != getattr(usual, name)
    ]
    words = ["manage.py train", run.name, f"--players {recipe.players}", *options]
    return " ".join([*words, f"--turns {run.of} --seed {quote(recipe.seed)}"])


def sentences(run: Run) -> str:
    """For people."""
    rate = run.turns / run.seconds if run.seconds else 0
    lines = [f"{run.name}: {run.turns:,} turns in {run.seconds:,.0f} s, {rate:,.0f} a second."]
    if run.final:
        lines.append(
            f"Its policy: {run.final.mean:.2f} ± {run.final.error:.2f} points a game, lost games "
            f"at 0 ({run.final.lost:.0%} of them); {run.final.mean_stacks:.2f} cards played; "
            f"{run.final.games:,} games."
        )
    return "\n".join(lines)


def figures(test: Measured, players: int) -> dict[str, object]:
    """A test in numbers; `kinds` are shares of the turns."""
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


def kinds(test: Measured, players: int) -> dict[str, float]:
    """The share of the turns of each kind of move."""
    ways = (players - 1) * 5
    hand = (len(test.actions) - 2 * ways) // 2
    ends = (hand, 2 * hand, 2 * hand + ways, 2 * hand + 2 * ways)
    shares = {}
    first = 0
    for kind, end in zip(MoveKind, ends, strict=True):
        shares[kind.name.lower()] = sum(test.actions[first:end]) / max(1, test.turns)
        first = end
    return shares
