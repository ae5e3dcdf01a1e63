"""Leaderboards of agents with a pool of agents."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.charts import dots, rows_height
from analysis.figures import Column, Figure
from analysis.partners.adhoc import AdHocResult
from analysis.statistics import Estimate, ranks


def standings(companies: Sequence[tuple[str, str, AdHocResult]], scoring: str) -> Figure:
    """Rows of address, title and result; agents that cannot be separated share their places."""
    best_first = sorted(companies, key=lambda row: -(row[2].mean.value or 0))
    means = [one.mean for *_, one in best_first]
    places = ranks(means)
    pool = best_first[0][2] if best_first else None
    traces, layout = dots(
        {
            "mean over the pool": [(name, one.mean) for _, name, one in best_first],
            "with the worst member": [
                (name, Estimate(one.worst, None, 0)) for _, name, one in best_first
            ],
        },
        f"mean score ({scoring})",
    )
    return Figure(
        name="standings",
        title=f"Agents with {pool.name}" if pool else "Agents with agents",
        columns=[
            *(Column("agent"), Column("place"), Column("mean"), Column("low"), Column("high")),
            *(Column("worst member"), Column("struck out", 3), Column("games"), Column("members")),
            Column("address"),
        ],
        rows=[
            (
                name,
                f"{best}" if best == worst else f"{best}–{worst}",
                *(one.mean.value, one.mean.low, one.mean.high),
                *(one.worst, one.struck, one.games, one.members),
                address,
            )
            for (address, name, one), (best, worst) in zip(best_first, places, strict=True)
        ],
        games=sum(one.games for *_, one in best_first),
        seed=pool.seed if pool else "",
        note="95 % intervals by Student's t over deals. A place is a range where Welch's t test at "
        "5 % over all pairs (Bonferroni) leaves it open; the named agents all get the "
        "same deals, which makes the test careful. manage.py evaluate plays more games, and with "
        "--keep adds agents from elsewhere to this table.",
        traces=traces if best_first else (),
        layout=layout,
        height=rows_height(len(best_first)) + 20,
    )
