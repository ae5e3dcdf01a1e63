"""What the multiplicative-weights learners reached: scores in fresh games, and the actions with
the largest weights.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np

from agents.mwum import policies
from analysis.charts import histograms, means_along
from analysis.figures import Figure
from analysis.papers.mwum import series as made
from analysis.papers.mwum.learning_figures import UNIFORM, Curves, games_of, seeds, uniform
from analysis.papers.mwum.series import GAMES, KNOWING, SEEDS
from analysis.statistics import Estimate, mean
from analysis.tables import MARGIN, Column, Rows, points_table
from native.strategies.mwum.learning import Tally
from native.strategies.mwum.policy import ITSELF, KEY_BITS, OF_STATE
from native.strategies.mwum.words import action

SHOWN = 14
"""Maximum number of actions in the table of habits."""
TESTED = (made.ROUGH_EPISODES, made.KNOWING_WHOLE, made.KNOWING, made.THREE)


class Reached(NamedTuple):
    """A row of the table of test scores: the scores in fresh games after one training run, of one
    setup of the learner (`Series`) and one seed.
    """

    the_agent: str
    games_to_learn: int
    drawn: Annotated[Estimate, Column("moves drawn by weight", ends=())]
    stacks: Annotated[Estimate, Column("best moves, stacks", ends=MARGIN)]
    zero: Annotated[Estimate, Column("best moves, zero", ends=MARGIN)]
    struck_out: Annotated[float, Column("struck out, %", 1)]
    all_25: Annotated[float, Column("all 25, %")]


class ScoreRow(NamedTuple):
    """A row of the figure of scores: the percentage of games with one score, of the trained agents
    and of random play.
    """

    points: int
    shares: Sequence[float]


class HabitRow(NamedTuple):
    """A row of the table of habits: an action, and for each training run the percentage of states
    in which it has the largest weight.
    """

    action: str
    shares: Annotated[Sequence[float], Column(digits=1)]


def reached(training_runs: Curves) -> Figure:
    """Tabulate the scores of the trained agents in fresh games, one row for each setup of the
    learner (`Series`) and seed.
    """
    rows: list[Reached] = []
    for each in TESTED:
        for seed, run in zip(SEEDS, training_runs[each], strict=True):
            stacks, zero = (made.tested(run.best, name) for name in ("stacks", "zero"))
            assert run.best
            rows.append(
                Reached(
                    *(f"{each.title}, seed {seed}", run.games),
                    *(made.tested(run.drawn, "stacks"), stacks, zero),
                    100 * sum(run.best.struck) / run.best.games,
                    100 * run.best.stacks[-1] / run.best.games,
                )
            )
    return Figure(
        name="reached",
        title="What was reached",
        table=Rows(Reached, rows),
        games=sum(c.best.games for each in TESTED for c in training_runs[each] if c.best),
        seed=", ".join(f"{seed}/test" for seed in SEEDS),
        note="Fresh games when the learning is over. Stacks counts the cards played, zero "
        "gives a lost game nothing. ± is half the 95% interval over games.",
    )


def lengths(training_runs: Curves) -> Figure:
    """Plot the scores of trained agents in fresh games by the length of a mini-episode, the number
    of moves over which a reward is summed.
    """
    series = {
        words: [
            (moves, mean([_mean_of(getattr(run, way)) for run in training_runs[each]]))
            for moves, each in made.LENGTHS.items()
        ]
        for way, words in (("drawn", "moves drawn by weight"), ("best", "best moves"))
    }
    return Figure(
        name="lengths",
        title="How long should a mini-episode be?",
        table=points_table(series, "played", "moves", "points a game"),
        games=games_of(training_runs, tuple(made.LENGTHS.values())),
        seed=seeds(),
        note=f"After {GAMES:,} games; the mean of three runs each. 95% intervals by Student's t "
        "with runs as the units, which are few.",
        **means_along(
            series,
            "moves in a mini-episode",
            "points a game",
            across={"type": "log", "tickvals": list(made.LENGTHS)},
            upwards={"rangemode": "tozero"},
        ),
    )


def _mean_of(test: Tally | None) -> float:
    return made.tested(test, "stacks").value or 0.0


def scores(training_runs: Curves) -> Figure:
    """Plot the score distribution, in fresh games, of the agents of the series `KNOWING`, whose
    state is what a seat knows, beside random play.
    """
    best = [run.best for run in training_runs[KNOWING] if run.best]
    games = sum(test.games for test in best)
    shares = {
        KNOWING.title: [100 * sum(test.stacks[n] for test in best) / games for n in range(26)],
        UNIFORM: [100 * count / sum(uniform()) for count in uniform()[:26]],
    }
    drawn = {name: dict(enumerate(line)) for name, line in shares.items()}
    return Figure(
        name="scores",
        title="How games end",
        table=Rows(
            ScoreRow,
            [ScoreRow(*row) for row in enumerate(zip(*shares.values(), strict=True))],
            {"shares": [f"{name}, %" for name in shares]},
        ),
        games=games + sum(uniform()),
        seed=", ".join(f"{seed}/test" for seed in SEEDS),
        note="All three seeds, best moves, by cards played.",
        **histograms(drawn, "points", "% of games", digits=0),
    )


def habits() -> Figure:
    """Tabulate the percentage of states in which each action has the largest weight, for each
    training run of the series `KNOWING`, whose state is what a seat knows.

    Raises BadRun if a run is missing.
    """
    counts = [_heaviest(KNOWING.run(seed)) for seed in SEEDS]
    shares = {
        code: [100 * count[code] / count.total() for count in counts]
        for code in set().union(*counts)
    }
    most = sorted(shares, key=lambda code: (-sum(shares[code]), code))[:SHOWN]
    return Figure(
        name="habits",
        title="What is heaviest in most situations",
        table=Rows(
            HabitRow,
            [HabitRow(action(code), shares[code]) for code in most],
            {"shares": [f"seed {seed}, %" for seed in SEEDS]},
        ),
        seed=", ".join(map(str, SEEDS)),
        note="Share of the situations that a run knows in which the action weighs most, however "
        "often the situation comes up.",
    )


def _heaviest(run: str) -> Counter[int]:
    """Return the number of states in which each action, given by its code, has the largest
    weight.
    """
    entries = policies.load(run).learnt
    best = entries[(entries["key"] >> KEY_BITS == OF_STATE >> KEY_BITS) & (entries["value"] == 0)]
    return Counter(np.asarray(best["key"] & ITSELF).tolist())
