"""The paper's table beside ours, what its means can support, and what every run cost."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from agents.learning.methods import SCHEDULES
from agents.learning.report import command
from agents.learning.run import Run
from analysis.charts import dots, rows_height
from analysis.figures import Cell, Column, Figure
from analysis.papers.learning.published import (
    BASE,
    ERROR,
    GAMES,
    MARGIN,
    PLAYERS,
    TURNS,
    VARIANTS,
    Variant,
)
from analysis.papers.learning.ways import Way, best_of
from analysis.statistics import Estimate

NOT_RUN = "not run"


def table(ways: Sequence[Way]) -> Figure:
    """Table 1, theirs and ours, cell by cell."""
    cells = [(players, variant) for players in PLAYERS for variant in VARIANTS]
    return Figure(
        name="table",
        title="The paper's table, theirs and ours",
        columns=[
            Column("players and learner"),
            Column("the paper"),
            Column("ours"),
            *(Column(title) for title in ("low", "high")),
            Column("turns"),
            Column("seeds"),
            Column("hours", 1),
            Column("command", on_page=False),
        ],
        rows=[
            _cell(variant, players, best_of(ways, variant, players)) for players, variant in cells
        ],
        games=sum(
            run.final.games
            for players, variant in cells
            if (way := best_of(ways, variant, players))
            for run in way.finished
            if run.final
        ),
        seed=", ".join(f"final/{players}" for players in PLAYERS),
        note=f"The paper: {TURNS:,} turns, one run, {GAMES} games; it gives no errors. Ours: what "
        "was trained so far, measured in 1,000 games of fresh deals a run, with the 95% interval "
        "over seeds where there are several, else over games. Where it says not run, no run has "
        "come to its end, and nothing is put in its place. The commands stand below.",
    )


def commands(ways: Sequence[Way]) -> list[tuple[str, str, bool]]:
    """Of each cell: its name, the command that makes it, and whether it was run."""
    return [(f"{row[0]}", f"{row[-1]}", row[2] != NOT_RUN) for row in table(ways).rows]


def _cell(variant: Variant, players: int, way: Way | None) -> tuple[Cell, ...]:
    name = f"{players} players, {variant.title}"
    printed = variant.printed[PLAYERS.index(players)]
    if way is None:
        missing = Run(f"{variant.slug}-{players}p", variant.recipe(players), TURNS)
        return (name, printed, NOT_RUN, None, None, None, None, None, command(missing))
    score, first = way.score, way.finished[0]
    return (
        name,
        printed,
        score.value,
        score.low,
        score.high,
        way.turns,
        len(way.finished),
        sum(run.seconds for run in way.finished) / 3600,
        command(first),
    )


def differences(ways: Sequence[Way]) -> Figure:
    """What each addition changes, against the same learner without it."""
    cells = [(v, p) for p in PLAYERS for v in VARIANTS if v is not BASE]
    theirs = [(_label(v, p), change) for v, p in cells if (change := _printed(v, p))]
    ours = [(_label(v, p), change) for v, p in cells if (change := _ours(ways, v, p))]
    labels = [label for v, p in cells if (label := _label(v, p)) in dict([*theirs, *ours])]
    traces, layout = dots({"the paper": theirs, "ours": ours}, "change in points")
    layout["yaxis"] |= {"categoryorder": "array", "categoryarray": labels}
    known = [dict(theirs), dict(ours)]
    return Figure(
        name="differences",
        title="Points more or less than Rainbow alone",
        columns=[
            Column("players and learner"),
            *(
                Column(f"{whose}{what}")
                for whose in ("the paper", "ours")
                for what in ("", ", low", ", high")
            ),
        ],
        rows=[
            (label, *(number for each in known for number in _three(each.get(label))))
            for label in labels
        ],
        games=0,
        note=f"A mean of {GAMES} games whose scores spread as here has a standard error of about "
        f"{ERROR}; so two of the paper's means must lie {MARGIN:.1f} apart to differ beyond the "
        "chance of the deals. Even then they are one run each, and runs differ by more than their "
        "deals. Ours are shown where both runs learnt from as many turns.",
        traces=traces,
        layout=layout,
        height=rows_height(len(labels)),
    )


def _label(variant: Variant, players: int) -> str:
    return f"{players}p {variant.title}"


def _printed(variant: Variant, players: int) -> Estimate | None:
    place = PLAYERS.index(players)
    value, base = variant.printed[place], BASE.printed[place]
    if value is None or base is None:
        return None
    return Estimate(value - base, hypot(ERROR, ERROR), 1_000)


def _ours(ways: Sequence[Way], variant: Variant, players: int) -> Estimate | None:
    """Nothing unless both have learnt from as many turns."""
    mine, base = (best_of(ways, which, players) for which in (variant, BASE))
    if mine is None or base is None or mine.turns != base.turns:
        return None
    one, other = mine.score, base.score
    if one.value is None or other.value is None:
        return None
    sure = one.sem is not None and other.sem is not None
    sem = hypot(one.sem or 0, other.sem or 0) if sure else None
    return Estimate(one.value - other.value, sem, min(one.units, other.units))


def _three(estimate: Estimate | None) -> tuple[float | None, ...]:
    if estimate is None:
        return (None, None, None)
    return (estimate.value, estimate.low, estimate.high)


def cost(ways: Sequence[Way]) -> Figure:
    """Every run there is: how far it is, what it reached and what it took."""
    runs = [(way, run) for way in ways for run in way.runs]
    return Figure(
        name="cost",
        title="Every run, and what it cost",
        columns=[
            Column("agent", address="/agents/{}/"),
            Column("players"),
            Column("how it learnt"),
            Column("seed"),
            Column("turns"),
            Column("points"),
            Column("±"),
            Column("cards played"),
            Column("lost games, %", 1),
            Column("hours", 1),
            Column("turns a second", 0),
            Column("updates"),
            Column("command", on_page=False),
        ],
        rows=[_row(way, run) for way, run in runs],
        games=sum(run.final.games for _, run in runs if run.final),
        note="Points and cards of a run at its end; – while it still learns. ± is half the 95% "
        "interval over 1,000 games. Hours are of the clock, with the measuring, on one core of a "
        "shared machine, so they compare badly. An update is one step of the network.",
    )


def _row(way: Way, run: Run) -> tuple[Cell, ...]:
    timing = SCHEDULES[run.recipe.schedule]
    f = run.final
    return (
        f"rl:{run.name}",
        run.recipe.players,
        way.title,
        run.recipe.seed,
        run.turns,
        *((f.mean, 1.96 * f.error, f.mean_stacks, 100 * f.lost) if f else (None,) * 4),
        run.seconds / 3600,
        run.turns / run.seconds if run.seconds else None,
        max(0, run.turns - timing.begin) // timing.update,
        command(run),
    )
