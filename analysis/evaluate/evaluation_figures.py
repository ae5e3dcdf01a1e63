"""Figures of an agent's evaluation with a pool."""

from collections.abc import Sequence
from shlex import quote
from typing import NamedTuple

from agents import registry
from analysis.charts import dots, means_along, whole_ticks
from analysis.evaluate.report import Report
from analysis.figures import Figure
from analysis.scorings import SAID
from analysis.statistics import Estimate
from analysis.tables import Column, Rows, points_table


class MemberRow(NamedTuple):
    """A row of the figure of the evaluated agent's scores by member: its scores with one member of
    the pool.
    """

    member: str
    mean: float
    low: float | None
    high: float | None
    struck_out: float
    best_fixed_agent: float
    best_pool_member: float
    with_itself: float
    weight: Sequence[float | None]
    """The member's weight by Nash averaging, as one element; empty if the report has no weights."""


def with_members(report: Report) -> Figure:
    """Return the figure of the evaluated agent's scores with each member of the pool, beside those
    of the best fixed agent, of the member's best partner, and of the member with itself.
    """
    members = report.members

    def line(name: str) -> list[tuple[str, Estimate]]:
        return [(m.title, Estimate(getattr(m, name))) for m in members]

    weighted = report.weighted is not None
    own = [(m.title, Estimate(m.mean, m.sem, report.units)) for m in members]
    chart = dots(
        {
            "this agent": own,
            "best fixed agent": line("generalist"),
            "best pool member": line("oracle"),
            "with itself": line("self_play"),
        },
        f"mean score ({SAID[report.scoring]})",
    )
    rows = [
        MemberRow(
            *(m.title, m.mean, m.low, m.high, m.strikeouts, m.generalist, m.oracle, m.self_play),
            [m.weight] if weighted else [],
        )
        for m in members
    ]
    return Figure(
        name="members",
        title=f"With each member of {_name(report)}",
        table=Rows(MemberRow, rows, {"weight": [Column("weight", 3)] if weighted else []}),
        games=report.games * len(members),
        seed=report.seed,
        command=command(report),
        note=f"95% intervals by Student's t over {'sessions' if report.session > 1 else 'deals'}, "
        "which all pairs share. The best fixed "
        f"agent of the pool is {registry.title(report.generalist_agent)}."
        + (
            f" If members that play alike are not counted several times (Nash averaging), the mean "
            f"over the pool is {report.weighted:.2f} instead of {report.mean:.2f}."
            if weighted and f"{report.weighted:.2f}" != f"{report.mean:.2f}"
            else ""
        ),
        **chart,
    )


def by_game(report: Report) -> Figure:
    """Return the figure of the mean score by the position of a game in its session (a series of
    games with one partner).
    """
    points = [
        (float(place), Estimate(game.mean, game.sem, report.units))
        for place, game in enumerate(report.by_game, start=1)
    ]
    return Figure(
        name="sessions",
        title=f"From game to game with a member of {_name(report)}",
        table=points_table({"": points}, Column("game", digits=0), "mean"),
        games=report.games * len(report.members),
        seed=report.seed,
        command=command(report),
        note=f"Sessions of {report.session} games with one partner, each with a new agent. "
        "95% intervals by Student's t over sessions, each averaged over the pool.",
        **means_along(
            points,
            "game with the same partner",
            "mean score",
            across=whole_ticks(len(points)),
        ),
        height=280,
    )


def _name(report: Report) -> str:
    return report.pool.removeprefix("pool:")


def command(report: Report) -> str:
    """Return the shell command that repeats the report's evaluation and prints its report."""
    agent, pool, seed = map(quote, (report.agent, report.pool, report.seed))
    return (
        f"manage.py evaluate {agent} --pool {pool} --games {report.games} "
        f"--seed {seed} --scoring {report.scoring} --players {report.players}"
        + (f" --session {report.session}" if report.session > 1 else "")
        + (f" --shown {report.shown}" if report.shown else "")
    )
