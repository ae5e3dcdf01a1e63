"""Learning curves of the published multiplicative-weights learners and of ours, with random play
as the baseline.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from agents import registry
from agents.arena import simulate
from agents.mwum.run import MwumRun
from analysis.charts import Points, means_along
from analysis.figures import Figure
from analysis.papers.mwum import series as made
from analysis.papers.mwum.series import GAMES, SEEDS, Setup
from analysis.statistics import Estimate, mean, mean_of_counts
from analysis.tables import Column, Rows, points_table
from native import Rules

INTERVALS = "95% intervals of the mean over runs, by Student's t; one more run may lie outside."
OF_ONE = "95% intervals, with games as the units: each is one run."
UNIFORM = "any legal move"
UNIFORM_SEED = "1"
UNIFORM_GAMES = 100_000
UNIFORM_COMMAND = (
    f"manage.py simulate rules:legal_random --players 2 --games {UNIFORM_GAMES} "
    f"--seed {UNIFORM_SEED}"
)
PLACES = 10
"""The number of points on a learning curve."""

Curves = Mapping[Setup, Sequence[MwumRun]]


@lru_cache(maxsize=1)
def uniform() -> tuple[int, ...]:
    """Return the score histogram of random play, the baseline of the learning curves: element n is
    the number of games with n points, by two players that choose uniformly among the legal moves.
    """
    entry = registry.find("rules:legal_random")
    rules = Rules.standard(2)
    return simulate(rules, [entry] * 2, UNIFORM_GAMES, UNIFORM_SEED, threads=1).stacks


def curve(training_runs: Sequence[MwumRun], games: int | None = None) -> Points:
    """Return a learning curve of about ten points (games, mean): the number of training games of
    one run so far, and the mean over the runs of the score since the previous point.

    The curve ends after `games` games of each run; None means all games. `training_runs` are
    equally long runs of one setup, with different seeds.
    """
    most = games or training_runs[0].games
    places = PLACES * max(1, training_runs[0].games // most)
    lines = zip(*(made.along([one], places) for one in training_runs), strict=True)
    return [
        (row[0][0], made.over_runs([made.points(block) for _, block in row]))
        for row in lines
        if row[0][0] <= most
    ]


def along(
    name: str,
    title: str,
    curves: Mapping[str, Points],
    axis: str,
    training_runs: Curves,
    shown: Sequence[Setup],
    note: str,
    across: Mapping[str, Any] = {},
    up: Mapping[str, Any] = {},
) -> Figure:
    """Return a figure of learning curves by games of training, with a table of their points.

    Args:
        name: The figure's name.
        title: The figure's title.
        curves: The points of each curve, by its label.
        axis: The title of the vertical axis.
        training_runs: The training runs of each series.
        shown: The series that the figure shows; their training games are counted.
        note: The text below the figure.
        across: Further plotly.js settings of the horizontal axis.
        up: Further plotly.js settings of the vertical axis.
    """
    return Figure(
        name=name,
        title=title,
        table=points_table(curves, "the agent", "games", Column(axis, 3)),
        games=games_of(training_runs, shown),
        seed=seeds(),
        note=note,
        **means_along(
            curves,
            "games learnt from",
            axis,
            across=across,
            upwards={"rangemode": "tozero", **up},
        ),
    )


def seeds() -> str:
    """Return the seeds of the training runs as text, separated by commas."""
    return ", ".join(map(str, SEEDS))


def games_of(training_runs: Curves, shown: Sequence[Setup]) -> int:
    """Return the total number of training games of all runs of the setups (series) in `shown`.

    `training_runs` has the runs of each series.
    """
    return sum(training_run.games for each in shown for training_run in training_runs[each])


LAST = 20_000
"""Number of final training games over which the score of a plateau is measured."""


def plateau(training_runs: Curves) -> Figure:
    """Plot the learning curves of the published learners (multiplicative weights), which stop
    improving early, beside random play.
    """
    shown = (made.PLAIN, made.FASTER, made.ENHANCED)
    curves = {each.title: curve(training_runs[each]) for each in shown}
    floor = mean_of_counts(dict(enumerate(uniform())))
    curves[UNIFORM] = [(games, floor) for games, _ in curves[made.PLAIN.title]]
    return along(
        "plateau",
        "A hundred thousand games, and nothing learnt",
        curves,
        "points a game",
        training_runs,
        shown,
        note="Each point is the mean of 10,000 games of each of three runs, while they learn. "
        f"{INTERVALS} {UNIFORM.capitalize()}: {UNIFORM_GAMES:,} games of blind choice, with "
        "an interval over games.",
        up={"range": [0.9, 1.6]},
    )


class Enhanced(NamedTuple):
    """A row of the figure of enhancements: the score at which one version of the published learner
    stops improving, with facts that explain it.
    """

    the_agent: str
    games_a_run: int | None
    points_a_game: Annotated[Estimate, Column(digits=3)]
    moves_a_game: Annotated[float | None, Column(digits=1)]
    met: Annotated[float | None, Column("moves in a state met before, %")]
    five: Annotated[float, Column("games with 5 points or more, %")]


def enhancements(training_runs: Curves) -> Figure:
    """Tabulate the scores at which the published learner (multiplicative weights) stops improving,
    for each set of its enhancements, with facts that explain them.
    """
    rows: list[Enhanced] = []
    for each in made.PAPERS:
        made_runs = list(training_runs[each])
        last, whole = (made.together(made_runs, games) for games in (LAST, each.games))
        rows.append(
            Enhanced(
                *(each.title, whole.games // len(SEEDS), made.at_the_end(made_runs, LAST)),
                *(last.moves / last.games, 100 * whole.met / whole.moves, made.five(made_runs)),
            )
        )
    floor = mean_of_counts(dict(enumerate(uniform())))
    five = 100 * sum(uniform()[5:]) / sum(uniform())
    rows.append(Enhanced(UNIFORM, None, floor, None, None, five))
    return Figure(
        name="enhancements",
        title="The plateau, enhancement by enhancement",
        table=Rows(Enhanced, rows),
        games=games_of(training_runs, made.PAPERS),
        seed=seeds(),
        note=f"Points are of the last {LAST:,} games of each of three runs. {INTERVALS} A reward "
        "other than -1 needs five points, and such games hardly occur. "
        f"{UNIFORM.capitalize()}: {UNIFORM_COMMAND}.",
    )


def met(training_runs: Curves) -> Figure:
    """Plot the percentage of moves made in a state that the agent has met before, along the
    training.
    """
    shown = (made.PLAIN, made.ROUGH)
    curves = {
        each.title: [
            (games, Estimate(100 * block.met / block.moves, None, block.games))
            for games, block in made.along(list(training_runs[each]), PLACES)
        ]
        for each in shown
    }
    return along(
        "met",
        "How often a state had been met before",
        curves,
        "% of the moves",
        training_runs,
        shown,
        note="What is learnt in a state helps only where the state comes back. The whole state "
        "hardly ever does; the rough one nearly always.",
    )


def regret(training_runs: Curves) -> Figure:
    """Plot the mean regret per game so far, along the training.

    The regret is the mean score of the final agent, which always makes the move with the largest
    weight, minus the mean score of the training games so far.
    """
    shown = (made.ENHANCED, made.TRYING, made.KNOWING)
    curves = {each.title: _regrets(training_runs[each]) for each in shown}
    return along(
        "regret",
        "Regret, game by game",
        curves,
        "regret a game",
        training_runs,
        shown,
        note="By how many points a game a run has so far fallen short of always making the moves "
        "that are heaviest at its end, which are measured in fresh games. A learner without regret "
        "comes to 0 as it goes on. Means of three runs; 95% intervals over them. Below 0: what it "
        "thinks best is worse than what it did.",
        across={"type": "log"},
    )


def _regrets(training_runs: Sequence[MwumRun]) -> Points:
    """Return pairs (games, mean regret per game so far), with an interval over the runs."""
    regrets: dict[int, list[float]] = {}
    for training_run in training_runs:
        best = made.tested(training_run.best, "stacks").value or 0.0
        games = points = 0
        for block in training_run.curve:
            games, points = games + block.games, points + block.points
            regrets.setdefault(games, []).append(best - points / games)
    return [(games, mean(values)) for games, values in regrets.items()]


def halves(training_runs: Curves) -> Figure:
    """Plot learning curves of agents with our state (what a seat knows), with our reward (per
    mini-episode), with both, or with neither: the agent learns only with both.
    """
    curves = {each.title: curve(training_runs[each], GAMES) for each in made.HALVES}
    return along(
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
    """Plot the learning curve of each run of the series `KNOWING` (our better state and reward)
    over all its training games.
    """
    curves = {
        f"seed {seed}": curve([training_run])
        for seed, training_run in zip(SEEDS, training_runs[made.KNOWING], strict=True)
    }
    return along(
        "episodes",
        "A million games of the agent that knows what a seat knows",
        curves,
        "points a game",
        training_runs,
        (made.KNOWING,),
        note="While it learns, so with all the moves that are only tried. The runs settle on "
        f"different habits, and some habits are better. {OF_ONE}",
    )
