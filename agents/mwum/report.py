"""What a run of the method comes to."""

from __future__ import annotations

from math import sqrt

import msgspec

from agents.mwum.training_run import Test, TrainingRun


def report(training_run: TrainingRun) -> dict[str, object]:
    """For programs."""
    last = training_run.curve[-1]
    moves = sum(block.moves for block in training_run.curve)
    return {
        "run": training_run.run,
        **msgspec.to_builtins(training_run.recipe),
        "games": training_run.games,
        "last_block": last.points / last.games,
        "met": sum(block.met for block in training_run.curve) / moves,
        "tests": {name: _figures(test) for name, test in _tests(training_run)},
    }


def sentences(training_run: TrainingRun) -> str:
    """For people."""
    last = training_run.curve[-1]
    lines = [
        f"{training_run.run}: {training_run.games:,} games, "
        f"{last.points / last.games:.2f} points a game in the last {last.games:,}.",
    ]
    if training_run.on_plateau:
        plateau = training_run.recipe.plateau
        lines.append(f"It ended: its last {plateau:,} games were no better than those before.")
    ways = {"drawn": "Actions drawn by weight", "best": "Always the heaviest action"}
    for name, test in _tests(training_run):
        figures = _figures(test)
        lines.append(
            f"{ways[name]}: {figures['mean_stacks']:.2f} ± {figures['sem_stacks']:.2f} stacks, "
            f"{figures['mean_zero']:.2f} ± {figures['sem_zero']:.2f} zero, "
            f"over {test.games:,} games."
        )
    return "\n".join(lines)


def _tests(training_run: TrainingRun) -> list[tuple[str, Test]]:
    both = (("drawn", training_run.drawn), ("best", training_run.best))
    return [(name, test) for name, test in both if test]


def _figures(test: Test) -> dict[str, float]:
    figures: dict[str, float] = {"games": test.games}
    for scoring, counts in test.counts.items():
        mean = sum(score * games for score, games in counts.items()) / test.games
        spread = sum((score - mean) ** 2 * games for score, games in counts.items())
        figures[f"mean_{scoring}"] = mean
        figures[f"sem_{scoring}"] = sqrt(spread / max(1, test.games - 1) / test.games)
    return figures | {"strikeouts": sum(test.struck), "perfect": test.stacks[-1]}
