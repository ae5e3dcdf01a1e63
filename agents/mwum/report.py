"""What a run of the method comes to."""

from __future__ import annotations

from math import sqrt

import msgspec

from agents.mwum.training_run import Course, Test


def report(course: Course) -> dict[str, object]:
    """For programs."""
    last = course.curve[-1]
    moves = sum(block.moves for block in course.curve)
    return {
        "run": course.run,
        **msgspec.to_builtins(course.recipe),
        "games": course.games,
        "last_block": last.points / last.games,
        "met": sum(block.met for block in course.curve) / moves,
        "tests": {name: _figures(test) for name, test in _tests(course)},
    }


def sentences(course: Course) -> str:
    """For people."""
    last = course.curve[-1]
    lines = [
        f"{course.run}: {course.games:,} games, {last.points / last.games:.2f} points a game in "
        f"the last {last.games:,}.",
    ]
    ways = {"drawn": "Actions drawn by weight", "best": "Always the heaviest action"}
    for name, test in _tests(course):
        found = _figures(test)
        lines.append(
            f"{ways[name]}: {found['mean_stacks']:.2f} ± {found['sem_stacks']:.2f} stacks, "
            f"{found['mean_zero']:.2f} ± {found['sem_zero']:.2f} zero, over {test.games:,} games."
        )
    return "\n".join(lines)


def _tests(course: Course) -> list[tuple[str, Test]]:
    both = (("drawn", course.drawn), ("best", course.best))
    return [(name, test) for name, test in both if test]


def _figures(test: Test) -> dict[str, float]:
    found: dict[str, float] = {"games": test.games}
    for scoring, counts in test.counts.items():
        mean = sum(score * games for score, games in counts.items()) / test.games
        spread = sum((score - mean) ** 2 * games for score, games in counts.items())
        found[f"mean_{scoring}"] = mean
        found[f"sem_{scoring}"] = sqrt(spread / max(1, test.games - 1) / test.games)
    return found | {"strikeouts": sum(test.struck), "perfect": test.stacks[-1]}
