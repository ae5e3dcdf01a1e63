"""Figures about an agent among the members of a pool."""

from __future__ import annotations

from shlex import quote
from typing import Any

from analysis.charts import dots, means_along, rows_height, whole_ticks
from analysis.figures import Column, Figure
from analysis.statistics import Estimate


def with_members(report: dict[str, Any]) -> Figure:
    """The agent with each member, against the lines of the pool."""
    members = report["members"]

    def line(name: str) -> list[tuple[str, Estimate]]:
        return [(m["title"], Estimate(m[name], None, 0)) for m in members]

    weighted = "weighted" in report
    own = [(m["title"], Estimate(m["mean"], m["sem"], report["games"])) for m in members]
    traces, layout = dots(
        {
            "this agent": own,
            "best fixed agent": line("generalist"),
            "its best partner": line("oracle"),
            "with itself": line("self_play"),
        },
        f"mean score ({report['scoring']})",
    )
    return Figure(
        name="members",
        title=f"With each member of {report['pool']}",
        columns=[
            Column("member"),
            Column("mean"),
            Column("low"),
            Column("high"),
            Column("struck out"),
            Column("best fixed agent"),
            Column("its best partner"),
            Column("with itself"),
            *([Column("weight", 3)] if weighted else []),
        ],
        rows=[
            (
                m["title"],
                m["mean"],
                m["low"],
                m["high"],
                m["strikeouts"],
                m["generalist"],
                m["oracle"],
                m["self_play"],
                *([m["weight"]] if weighted else []),
            )
            for m in members
        ],
        games=report["games"] * len(members),
        seed=report["seed"],
        command=command(report),
        note="95% intervals by Student's t over deals, which all pairs share. The best fixed "
        f"agent of the pool is {report['generalist_agent']}."
        + (
            f" If members that play alike are not counted several times (Nash averaging), the mean "
            f"over the pool is {report['weighted']:.2f} instead of {report['mean']:.2f}."
            if weighted
            else ""
        ),
        traces=traces,
        layout=layout,
        height=rows_height(len(members)) + 40,
    )


def by_game(report: dict[str, Any]) -> Figure:
    """Whether it learns: the mean over the pool by the game's place in a session."""
    points = [
        (float(place), Estimate(game["mean"], game["sem"], report["games"] // report["session"]))
        for place, game in enumerate(report["by_game"], start=1)
    ]
    traces, layout = means_along(points, "game with the same partner", "mean score")
    layout["xaxis"] |= whole_ticks(len(points))
    return Figure(
        name="sessions",
        title=f"From game to game with a member of {report['pool']}",
        columns=[Column("game", 0), Column("mean"), Column("low"), Column("high")],
        rows=[(place, e.value, e.low, e.high) for place, e in points],
        games=report["games"] * len(report["members"]),
        seed=report["seed"],
        command=command(report),
        note=f"Sessions of {report['session']} games with one partner, each with a new agent. "
        "95% intervals by Student's t over sessions, each averaged over the pool.",
        traces=traces,
        layout=layout,
        height=280,
    )


def command(report: dict[str, Any]) -> str:
    """The command that makes the report again."""
    agent, pool, seed = (quote(report[name]) for name in ("agent", "pool", "seed"))
    return (
        f"manage.py evaluate {agent} --pool {pool} --games {report['games']} "
        f"--seed {seed} --scoring {report['scoring']} --players {report['players']}"
        + "".join(f" --{name} {report[name]}" for name in ("session", "shown") if name in report)
    )
