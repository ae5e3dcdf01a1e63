"""Scores of the trained agents in fresh games."""

from __future__ import annotations

from agents.mwum.run import FreshGames
from analysis.charts import histograms, means_along
from analysis.figures import Cell, Column, Figure
from analysis.papers.mwum import series as made
from analysis.papers.mwum.curves import UNIFORM, Curves, games_of, seeds, uniform
from analysis.papers.mwum.series import GAMES, SEEDS
from analysis.statistics import mean

TESTED = (made.ROUGH_EPISODES, made.KNOWING_WHOLE, made.KNOWING, made.THREE)


def reached(training_runs: Curves) -> Figure:
    """Tabulate the test scores of each series and seed."""
    rows: list[tuple[Cell, ...]] = []
    for each in TESTED:
        for seed, training_run in zip(SEEDS, training_runs[each], strict=True):
            drawn = made.tested(training_run.drawn, "stacks")
            stacks, zero = (made.tested(training_run.best, name) for name in ("stacks", "zero"))
            assert training_run.best
            rows.append(
                (
                    f"{each.title}, seed {seed}",
                    training_run.games,
                    drawn.value,
                    stacks.value,
                    stacks.margin,
                    zero.value,
                    zero.margin,
                    100 * sum(training_run.best.struck) / training_run.best.games,
                    100 * training_run.best.stacks[-1] / training_run.best.games,
                )
            )
    return Figure(
        name="reached",
        title="What was reached",
        columns=[
            Column("the agent"), Column("games to learn"), Column("moves drawn by weight"),
            Column("best moves, stacks"), Column("±"), Column("best moves, zero"), Column("±"),
            Column("struck out, %", 1), Column("all 25, %"),
        ],
        rows=rows,
        games=sum(c.best.games for each in TESTED for c in training_runs[each] if c.best),
        seed=", ".join(f"{seed}/test" for seed in SEEDS),
        note="Fresh games when the learning is over. Stacks counts the cards played, zero "
        "gives a lost game nothing. ± is half the 95% interval over games.",
    )  # fmt: skip


def lengths(training_runs: Curves) -> Figure:
    """Plot test scores by the length of a mini-episode."""
    drawn, best = (
        [
            (float(moves), mean([_mean_of(getattr(c, way)) for c in training_runs[each]]))
            for moves, each in made.LENGTHS.items()
        ]
        for way in ("drawn", "best")
    )
    series = {"moves drawn by weight": drawn, "best moves": best}
    traces, layout = means_along(series, "moves in a mini-episode", "points a game")
    layout["xaxis"] |= {"type": "log", "tickvals": list(made.LENGTHS)}
    layout["yaxis"]["rangemode"] = "tozero"
    return Figure(
        name="lengths",
        title="How long should a mini-episode be?",
        columns=[
            Column("played"), Column("moves", 0),
            *(Column(text) for text in ("points a game", "low", "high")),
        ],
        rows=[
            (name, int(moves), e.value, e.low, e.high)
            for name, points in series.items()
            for moves, e in points
        ],
        games=games_of(training_runs, tuple(made.LENGTHS.values())),
        seed=seeds(),
        note=f"After {GAMES:,} games; the mean of three runs each. 95% intervals by Student's t "
        "with runs as the units, which are few.",
        traces=traces,
        layout=layout,
    )  # fmt: skip


def _mean_of(test: FreshGames | None) -> float:
    return made.tested(test, "stacks").value or 0.0


def scores(training_runs: Curves) -> Figure:
    """Plot the score distribution of the knowing agent beside random play."""
    best = [training_run.best for training_run in training_runs[made.KNOWING] if training_run.best]
    games = sum(test.games for test in best)
    shares = [100 * sum(test.stacks[n] for test in best) / games for n in range(26)]
    blind = [100 * count / sum(uniform()) for count in uniform()[:26]]
    series = {
        made.KNOWING.title: dict(enumerate(shares)),
        UNIFORM: dict(enumerate(blind)),
    }
    traces, layout = histograms(series, "points", "% of games", digits=0)
    return Figure(
        name="scores",
        title="How games end",
        columns=[Column("points"), *(Column(f"{name}, %") for name in series)],
        rows=[(n, shares[n], blind[n]) for n in range(26)],
        games=games + sum(uniform()),
        seed=", ".join(f"{seed}/test" for seed in SEEDS),
        note="All three seeds, best moves, by cards played.",
        traces=traces,
        layout=layout,
    )
