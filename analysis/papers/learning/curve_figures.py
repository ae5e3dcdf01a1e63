"""Learning curves, and what is done along them: the paper's figures 3, 4 and 5."""

from __future__ import annotations

from collections.abc import Sequence

from agents.learning.evaluation import Measured
from agents.learning.methods import ITERATION
from agents.learning.report import kinds
from agents.learning.run import Run
from analysis.charts import Drawing, bands, rows_height
from analysis.figures import Cell, Column, Figure
from analysis.papers.learning.published import ITERATIONS, PLUS
from analysis.papers.learning.ways import Way, score, short_names
from analysis.statistics import Estimate

KINDS = {"play": "play", "discard": "discard", "colour": "clue a colour", "rank": "clue a rank"}
SHADES = (("--accent", ""), ("--muted", "/"), ("--cool", "x"), ("--good", "."))
INTERVALS = (
    "Bands are 95% intervals: over runs where there are several seeds, else over the games of the "
    "one run, which say nothing of how another run would go."
)


def curves(ways: Sequence[Way], players: int, *, plus: bool) -> Figure | None:
    """Points a game along the turns, nothing before there is a point. Our own recipe has a figure
    of its own: beside it all others would lie on one line."""
    mine = [way for way in ways if way.recipe.players == players and PLUS.has(way.recipe) == plus]
    names = short_names(mine)
    lines = {names[way.title]: line for way in mine if (line := _along(way))}
    if not lines:
        return None
    traces, layout = bands(lines, "turns learnt from", "points a game")
    return Figure(
        name=f"curves-plus-{players}" if plus else f"curves-{players}",
        title=f"Learning curves{' of Rainbow+' if plus else ''} with {players} players",
        columns=[
            Column("how it learnt"),
            Column("turns"),
            *(Column(title) for title in ("points a game", "low", "high")),
            Column("runs"),
        ],
        rows=[
            (title, turns, e.value, e.low, e.high, runs)
            for title, line in _tested(mine).items()
            for turns, (e, runs) in line.items()
        ],
        games=sum(point.test.games for way in mine for run in way.runs for point in run.curve),
        seed=f"curve/{players}",
        note="Each point is the same 1,000 deals, the best move always, a lost game at 0, "
        f"intrinsic rewards not counted. {INTERVALS}",
        traces=traces,
        layout=layout,
    )


def _along(way: Way) -> list[tuple[float, Estimate]]:
    return [(turns, estimate) for turns, (estimate, _) in _line(way).items()]


def _tested(ways: Sequence[Way]) -> dict[str, dict[int, tuple[Estimate, int]]]:
    return {way.title: _line(way) for way in ways}


def _line(way: Way) -> dict[int, tuple[Estimate, int]]:
    """By turns: the score there, and the runs that it is of."""
    tests: dict[int, list[Measured]] = {}
    for run in way.runs:
        for point in run.curve:
            tests.setdefault(point.turns, []).append(point.test)
    return {turns: (score(found), len(found)) for turns, found in sorted(tests.items())}


def actions(ways: Sequence[Way], players: int) -> Figure | None:
    """What is done along the training, nothing before the first of the paper's iterations."""
    mine = [way for way in ways if way.recipe.players == players and _shares(way.runs[0])]
    if not mine:
        return None
    told, names = {way.title: _shares(way.runs[0]) for way in mine}, short_names(mine)
    rows: list[tuple[Cell, ...]] = [
        (title, iteration, *(shares[kind] for kind in KINDS))
        for title, along in told.items()
        for iteration, shares in along.items()
    ]
    traces, layout = _stacked({names[title]: along for title, along in told.items()})
    return Figure(
        name=f"actions-{players}",
        title=f"What they do while they learn, {players} players",
        columns=[
            Column("how it learnt"),
            Column("iteration"),
            *(Column(f"{words}, %", 1) for words in KINDS.values()),
        ],
        rows=rows,
        games=1_000 * len(rows),
        seed=f"curve/{players}",
        note="Shares of the turns of the curve's games, after so many iterations of 10,000 turns; "
        "of each way to learn the first run. Iterations that no run has come to are missing.",
        traces=traces,
        layout=layout,
        height=rows_height(len(rows)),
    )


def _shares(run: Run) -> dict[int, dict[str, float]]:
    """By iteration: the share of each kind of move, in per cent."""
    found: dict[int, dict[str, float]] = {}
    for point in run.curve:
        iteration = point.turns // ITERATION
        if iteration in ITERATIONS and iteration not in found:
            shares = kinds(point.test, run.recipe.players)
            found[iteration] = {kind: 100 * share for kind, share in shares.items()}
    return found


def _stacked(mine: dict[str, dict[int, dict[str, float]]]) -> Drawing:
    """A row for each iteration of each way, in parts that add up to 100%."""
    rows = {
        f"{iteration} · {title}": mine[title][iteration]
        for title in mine
        for iteration in ITERATIONS
        if iteration in mine[title]
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
    return traces, layout
