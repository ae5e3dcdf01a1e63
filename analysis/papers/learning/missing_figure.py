"""The parts of the paper's figures that our runs do not reach."""

from __future__ import annotations

from collections.abc import Sequence

from agents.learning.recipe import ITERATION
from analysis.figures import Cell, Column, Figure
from analysis.papers.learning.curve_figures import reached
from analysis.papers.learning.published import CURVES, ITERATIONS, LONG_CURVES, PLAYERS
from analysis.papers.learning.ways import Way

NOTHING = "nothing"


def figure(ways: Sequence[Way]) -> Figure:
    """Tabulate what is missing of each of the paper's figures."""
    came = {players: reached(ways, players) for players in PLAYERS}
    rows: list[tuple[Cell, ...]] = []
    for name, ends in (("figure 3", CURVES), ("figure 4, Rainbow and GOIR", LONG_CURVES)):
        rows += [
            (f"{name}, {players} players", f"{ends:,} iterations", n, _left(n, ends))
            for players, n in came.items()
        ]
    shown = ", ".join(map(str, ITERATIONS))
    for players, n in came.items():
        absent = [f"{iteration:,}" for iteration in ITERATIONS if iteration > n]
        rows.append((f"figure 5, {players} players", shown, n, " and ".join(absent) or NOTHING))
    return Figure(
        name="missing",
        title="What is missing of the paper's figures",
        columns=[
            Column("of the paper"),
            Column("it shows"),
            Column("our longest run, iterations"),
            Column("missing"),
        ],
        rows=rows,
        games=0,
        note=f"Iterations have {ITERATION:,} turns. The learning curves and the actions below show "
        "as much of its figures 3 and 5 as our runs have come to. Its figure 4 follows Rainbow and "
        "GOIR beyond its table; there is no such figure here.",
    )


def _left(came: int, ends: int) -> str:
    return f"{ends - came:,} of {ends:,}" if came < ends else NOTHING
