"""Learning curves and shares of the kinds of move during training: figures 3 and 5 of the
Hanabi_Plugins paper as far as our runs go, and the parts of its figures that they do not reach.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from math import ceil
from typing import Annotated, NamedTuple

from agents.learning.evaluation import SelfPlay
from agents.learning.recipe import ITERATION
from agents.learning.run import LearningRun, kinds
from analysis.charts import RowChart, bands, rows_height
from analysis.figures import Figure
from analysis.papers.learning.ways import (
    BASE,
    CURVES,
    GOIR,
    IN_TABLE,
    ITERATIONS,
    LONG_CURVES,
    PLAYERS,
    PLUS,
    LearnerKind,
    Way,
    score,
    short_names,
)
from analysis.statistics import Estimate
from analysis.tables import Column, Rows

KINDS = {"play": "play", "discard": "discard", "colour": "clue a colour", "rank": "clue a rank"}
SHADES = (("--accent", ""), ("--muted", "/"), ("--cool", "x"), ("--good", "."))
NOTHING = "nothing"
POINTS = 50
"""Maximum number of points drawn on a learning curve; the runs' records have all points."""


class Test(NamedTuple):
    """A row of the table of learning curves: the mean score of one recipe's runs after some turns
    of training.
    """

    how_it_learnt: str
    turns: int
    points_a_game: Estimate
    runs: int


class Mix(NamedTuple):
    """A row of the figure of actions: the percentage of each kind of move (play, discard, clue of
    a colour or a rank) by one recipe after a number of training iterations.
    """

    how_it_learnt: str
    iteration: int
    shares: Annotated[Sequence[float], Column(digits=1)]


class Missing(NamedTuple):
    """A row of the table of missing parts: a kind of learner with a number of players, and how much
    of the Hanabi_Plugins paper's figures our runs do not reach; None for a figure without it.
    """

    players_and_learner: str
    longest: Annotated[int, Column("our longest run, iterations")]
    figure_3: Annotated[str, Column(f"of figure 3, {CURVES:,} iterations")]
    figure_4: Annotated[str | None, Column(f"of figure 4, {LONG_CURVES:,} iterations")]
    figure_5: Annotated[str | None, Column("of figure 5, iterations")]


def curves(ways: Sequence[Way], players: int, *, plus: bool) -> Figure | None:
    """Plot points per game against turns of training, for the recipes in `ways` with this many
    players; return None if no run has been tested.

    If `plus` is true, only recipes of this project's own algorithm, `rainbow+`, are plotted;
    otherwise all other recipes, whose curves would look flat beside the higher scores of
    `rainbow+`.
    """
    mine = [way for way in ways if way.recipe.players == players and PLUS.has(way.recipe) == plus]
    names = short_names(mine)
    tested = {way: line for way in mine if (line := _line(way))}
    if not tested:
        return None
    lines = {
        names[way.title]: [(turns, estimate) for turns, (estimate, _) in line.items()]
        for way, line in tested.items()
    }
    return Figure(
        name=f"curves-plus-{players}" if plus else f"curves-{players}",
        title=f"Learning curves{' of Rainbow+' if plus else ''} with {players} players",
        table=Rows(
            Test,
            [
                Test(way.title, turns, *score)
                for way, line in tested.items()
                for turns, score in line.items()
            ],
        ),
        games=sum(point.test.games for way in mine for run in way.runs for point in run.curve),
        seed=f"curve/{players}",
        note="Each point is the mean of the same 1,000 deals, played without exploring; a lost "
        f"game scores 0 and GOIR's rewards do not count. At most {POINTS} points a run. Bands are "
        "95% intervals: over runs where there are several seeds, else over the games of the one "
        "run, which say nothing of how another run would go.",
        **bands(lines, "turns learnt from", "points a game"),
    )


def reached(ways: Sequence[Way], variant: LearnerKind, players: int) -> int:
    """Return the length, in iterations of 10,000 turns, of the longest training run in `ways` of
    the kind of learner `variant` with this many players; 0 if there is none.
    """
    runs = chain.from_iterable(way.runs for way in ways)
    mine = [run for run in runs if run.recipe.players == players and variant.has(run.recipe)]
    return max((run.turns // ITERATION for run in mine), default=0)


def _line(way: Way) -> dict[int, tuple[Estimate, int]]:
    """Return the points of a recipe's learning curve, at most POINTS: for each number of turns of
    training, the mean score and the number of runs behind it.
    """
    tests: dict[int, list[SelfPlay]] = {}
    for run in way.runs:
        for point in run.curve:
            tests.setdefault(point.turns, []).append(point.test)
    points = sorted(tests.items())
    # Counted from the last point, so that it stays.
    thinned = points[:: -max(1, ceil(len(points) / POINTS))][::-1]
    return {
        turns: (replace(score(found), least=0, most=way.recipe.rules.max_score), len(found))
        for turns, found in thinned
    }


def actions(ways: Sequence[Way], players: int) -> Figure | None:
    """Plot how the shares of plays, discards and clues change during the first training run of
    each recipe in `ways` with this many players. Return None if none of these runs has reached the
    first of ITERATIONS, the iterations that the Hanabi_Plugins paper shows.
    """
    mine = [way for way in ways if way.recipe.players == players and _shares(way.runs[0])]
    if not mine:
        return None
    told, names = {way.title: _shares(way.runs[0]) for way in mine}, short_names(mine)
    rows = [
        Mix(title, iteration, [shares[kind] for kind in KINDS])
        for title, along in told.items()
        for iteration, shares in along.items()
    ]
    return Figure(
        name=f"actions-{players}",
        title=f"What they do while they learn, {players} players",
        table=Rows(Mix, rows, {"shares": [f"{words}, %" for words in KINDS.values()]}),
        games=1_000 * len(rows),
        seed=f"curve/{players}",
        note="What each learner's first run does with its turns in the games of the learning "
        "curve. Before the name: from how many iterations of 10,000 turns it had learnt.",
        **_stacked({names[title]: along for title, along in told.items()}),
    )


def _shares(run: LearningRun) -> dict[int, dict[str, float]]:
    """Return the percentage of each kind of move, by iteration."""
    found: dict[int, dict[str, float]] = {}
    for point in run.curve:
        iteration = point.turns // ITERATION
        if iteration in ITERATIONS and iteration not in found:
            shares = kinds(point.test, run.recipe.players)
            found[iteration] = {kind: 100 * share for kind, share in shares.items()}
    return found


def _stacked(mine: dict[str, dict[int, dict[str, float]]]) -> RowChart:
    """Draw a bar of 100% for each iteration of each recipe."""
    rows = {
        f"{iteration:,} · {title}": shares
        for title, along in mine.items()
        for iteration, shares in along.items()
    }
    traces = [
        {
            "type": "bar",
            "name": words,
            "orientation": "h",
            "x": [shares[kind] for shares in rows.values()],
            "y": list(rows),
            "marker": {
                "color": colour,
                "pattern": {"shape": shape, "solidity": 0.2, "fillmode": "overlay"},
            },
            "hovertemplate": f"%{{x:.1f}}% {words}<extra></extra>",
        }
        for (kind, words), (colour, shape) in zip(KINDS.items(), SHADES, strict=True)
    ]
    layout = {
        "barmode": "stack",
        "bargap": 0.65,
        "legend": {"traceorder": "normal"},
        "xaxis": {"title": {"text": "% of the turns"}, "range": [0, 100]},
        "yaxis": {"autorange": "reversed"},
    }
    return {"traces": traces, "layout": layout, "height": rows_height(len(rows))}


def missing(ways: Sequence[Way]) -> Figure:
    """Tabulate how much of the Hanabi_Plugins paper's figures 3 to 5 our runs do not reach, because
    they trained for fewer turns, for each of its learners. `ways` are training recipes with their
    runs.
    """
    rows = [_missing(ways, variant, players) for players in PLAYERS for variant in IN_TABLE]
    return Figure(
        name="missing",
        title="What is missing of the paper's figures",
        table=Rows(Missing, rows),
        note=f"Iterations have {ITERATION:,} turns. The learning curves and the actions below show "
        "as much of its figures 3 and 5 as our runs have come to. Its figures 4 and 5 have Rainbow "
        "and GOIR alone; ours have no figure 4.",
    )


def _missing(ways: Sequence[Way], variant: LearnerKind, players: int) -> Missing:
    came = reached(ways, variant, players)
    absent = " and ".join(f"{iteration:,}" for iteration in ITERATIONS if iteration > came)
    longer = (
        (_left(came, LONG_CURVES), absent or NOTHING) if variant in (BASE, GOIR) else (None,) * 2
    )
    return Missing(f"{players} players, {variant.title}", came, _left(came, CURVES), *longer)


def _left(came: int, ends: int) -> str:
    return f"{ends - came:,} of {ends:,}" if came < ends else NOTHING
