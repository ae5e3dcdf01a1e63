"""The curves and tables of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from agents import registry
from agents.arena import simulate
from agents.mwum.training_run import Test, TrainingRun
from analysis.charts import Points, histograms, means_along
from analysis.figures import Cell, Column, Figure
from analysis.papers.mwum import series as made
from analysis.papers.mwum.series import GAMES, SEEDS, Series
from analysis.statistics import Estimate, mean, mean_of_counts
from native import Rules

INTERVALS = "95 % intervals, with games as the units."
UNIFORM = "any legal move"
UNIFORM_SEED = "1"
UNIFORM_GAMES = 100_000
UNIFORM_COMMAND = (
    f"manage.py simulate rules:legal_random --players 2 --games {UNIFORM_GAMES} "
    f"--seed {UNIFORM_SEED}"
)
LAST = 20_000
"""Games at the end of a run that its plateau is measured over."""
PLACES = 10
"""Points of a drawn curve."""

TESTED = (made.ROUGH_EPISODES, made.KNOWING_WHOLE, made.KNOWING, made.THREE)

Curves = Mapping[Series, Sequence[TrainingRun]]


@lru_cache(maxsize=1)
def uniform() -> tuple[int, ...]:
    """Games by points of two players who make any legal move."""
    entry = registry.find("rules:legal_random")
    rules = Rules.standard(2)
    return simulate(rules, [entry] * 2, UNIFORM_GAMES, UNIFORM_SEED, threads=1).stacks


def plateau(training_runs: Curves) -> Figure:
    """The paper's learning curves, beside the score of play that learns nothing."""
    shown = (made.PLAIN, made.FASTER, made.ENHANCED)
    curves = {each.title: curve(training_runs[each]) for each in shown}
    floor = mean_of_counts(dict(enumerate(uniform())))
    curves[UNIFORM] = [(games, floor) for games, _ in curves[made.PLAIN.title]]
    return _along(
        "plateau",
        "A hundred thousand games, and nothing learnt",
        curves,
        "points a game",
        training_runs,
        shown,
        note="Each point is the mean of 10,000 games of each of three runs, while they learn. "
        f"{UNIFORM.capitalize()}: {UNIFORM_GAMES:,} games of blind choice. {INTERVALS}",
        range_=[0.9, 1.6],
    )


def enhancements(training_runs: Curves) -> Figure:
    """What each enhancement does to the plateau, and why."""
    rows: list[tuple[Cell, ...]] = []
    for each in made.PAPERS:
        last, tests = (
            made.together(list(training_runs[each]), LAST),
            [c.drawn for c in training_runs[each]],
        )
        score = made.points(last)
        whole = made.together(list(training_runs[each]), each.games)
        reached = sum(sum(test.stacks[5:]) for test in tests if test)
        of = sum(test.games for test in tests if test)
        rows.append(
            (
                each.title,
                score.value,
                score.low,
                score.high,
                last.moves / last.games,
                100 * whole.met / whole.moves,
                100 * reached / of,
            )
        )
    floor = mean_of_counts(dict(enumerate(uniform())))
    five = 100 * sum(uniform()[5:]) / sum(uniform())
    rows.append((UNIFORM, floor.value, floor.low, floor.high, None, None, five))
    return Figure(
        name="enhancements",
        title="The plateau, enhancement by enhancement",
        columns=[
            Column("the agent"), Column("points a game", 3), Column("low", 3), Column("high", 3),
            Column("moves a game", 1), Column("moves in a state met before, %", 2),
            Column("games with 5 points or more, %", 2),
        ],
        rows=rows,
        games=_games(training_runs, made.PAPERS),
        seed=_seeds(),
        note=f"Points are of the last {LAST:,} games of each of three runs, {INTERVALS} A reward "
        "other than -1 needs five points, and such games hardly occur. "
        f"{UNIFORM.capitalize()}: {UNIFORM_COMMAND}.",
    )  # fmt: skip


def met(training_runs: Curves) -> Figure:
    """How often an agent is in a state that it knows."""
    shown = (made.PLAIN, made.ROUGH)
    curves = {
        each.title: [
            (games, Estimate(100 * block.met / block.moves, None, block.games))
            for games, block in made.along(list(training_runs[each]), PLACES)
        ]
        for each in shown
    }
    return _along(
        "met",
        "How often a state had been met before",
        curves,
        "% of the moves",
        training_runs,
        shown,
        note="What is learnt in a state helps only where the state comes back. The whole state "
        "hardly ever does; the rough one nearly always.",
        digits=3,
    )


def halves(training_runs: Curves) -> Figure:
    """State against reward: only both together learn."""
    curves = {each.title: curve(training_runs[each], GAMES) for each in made.HALVES}
    return _along(
        "halves",
        "Better states or better rewards? Both",
        curves,
        "points a game",
        training_runs,
        made.HALVES,
        note="While they learn, so with all the moves that are only tried. Three runs each; of the "
        f"longest runs the first {GAMES:,} games. {INTERVALS}",
    )


def episodes(training_runs: Curves) -> Figure:
    """The whole training of the second agent, run by run."""
    curves = {
        f"seed {seed}": curve([training_run])
        for seed, training_run in zip(SEEDS, training_runs[made.KNOWING], strict=True)
    }
    return _along(
        "episodes",
        "A million games of the agent that knows what a seat knows",
        curves,
        "points a game",
        training_runs,
        (made.KNOWING,),
        note="While it learns, so with all the moves that are only tried. The runs settle on "
        f"different habits, and some habits are better. {INTERVALS}",
    )


def reached(training_runs: Curves) -> Figure:
    """What each way to learn reaches."""
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
        "gives a lost game nothing. ± is half the 95 % interval over games.",
    )  # fmt: skip


def lengths(training_runs: Curves) -> Figure:
    """How long a mini-episode should be."""
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
        games=_games(training_runs, tuple(made.LENGTHS.values())),
        seed=_seeds(),
        note=f"After {GAMES:,} games; the mean of three runs each. 95 % intervals by Student's t "
        "with runs as the units, which are few.",
        traces=traces,
        layout=layout,
    )  # fmt: skip


def _mean_of(test: Test | None) -> float:
    return made.tested(test, "stacks").value or 0.0


def scores(training_runs: Curves) -> Figure:
    """How its games spread, beside blind play."""
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


def curve(training_runs: Sequence[TrainingRun], games: int | None = None) -> Points:
    """Points a game along runs, up to `games`."""
    kept = [(n, b) for n, b in made.along(list(training_runs), _places(training_runs, games))]
    return [(n, made.points(block)) for n, block in kept if games is None or n <= games]


def _places(training_runs: Sequence[TrainingRun], games: int | None) -> int:
    return PLACES if games is None else PLACES * max(1, training_runs[0].games // games)


def _along(
    name: str,
    title: str,
    curves: Mapping[str, Points],
    axis: str,
    training_runs: Curves,
    shown: Sequence[Series],
    note: str,
    range_: list[float] | None = None,
    digits: int = 3,
) -> Figure:
    traces, layout = means_along(curves, "games learnt from", axis)
    layout["yaxis"]["rangemode"] = "tozero"
    if range_:
        layout["yaxis"]["range"] = range_
    return Figure(
        name=name,
        title=title,
        columns=[
            Column("the agent"),
            Column("games"),
            *(Column(text, digits) for text in (axis, "low", "high")),
        ],
        rows=[
            (what, games, e.value, e.low, e.high)
            for what, line in curves.items()
            for games, e in line
        ],
        games=_games(training_runs, shown),
        seed=_seeds(),
        note=note,
        traces=traces,
        layout=layout,
    )


def _seeds() -> str:
    return ", ".join(map(str, SEEDS))


def _games(training_runs: Curves, shown: Sequence[Series]) -> int:
    return sum(training_run.games for each in shown for training_run in training_runs[each])
