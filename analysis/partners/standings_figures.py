"""Leaderboards of agents with a pool of partners."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from analysis.charts import dots, rows_height
from analysis.figures import Column, Figure
from analysis.partners.adhoc import AdHocResult, compare
from analysis.scorings import SAID
from analysis.statistics import Estimate, rank_text, ranks

NOBODY = Estimate()


def standings(companies: Sequence[tuple[str, str, AdHocResult]], scoring: str) -> Figure:
    """Rank agents by their mean over a pool; agents that cannot be separated share their places.

    `companies` are rows of address, title and result.
    """
    best_first = sorted(companies, key=lambda row: -(row[2].mean.value or 0))
    results = [one for *_, one in best_first]
    places = ranks(results, compare)
    gaps = [compare(one, following) for one, following in pairwise(results)]
    pool = best_first[0][2] if best_first else None
    traces, layout = dots(
        {
            "mean over the pool": [(name, one.mean) for _, name, one in best_first],
            "with the worst member": [(name, Estimate(one.worst)) for _, name, one in best_first],
        },
        f"mean score ({SAID[scoring]})",
    )
    return Figure(
        name="standings",
        title=f"Agents with {pool.name}" if pool else "Agents with agents",
        columns=[
            *(Column("agent"), Column("place"), Column("mean"), Column("low"), Column("high")),
            *(Column("ahead of the next by"), Column("low ahead"), Column("high ahead")),
            Column("p", form=".1g"),
            *(Column("worst member"), Column("struck out", 3), Column("games"), Column("members")),
            Column("address"),
        ],
        rows=[
            (
                name,
                rank_text(place),
                *(one.mean.value, one.mean.low, one.mean.high),
                *(gap.value, gap.low, gap.high, gap.p),
                *(one.worst, one.struck, one.games, one.members),
                address,
            )
            for (address, name, one), place, gap in zip(
                best_first, places, [*gaps, NOBODY], strict=False
            )
        ],
        games=sum(one.games for *_, one in best_first),
        seed=pool.seed if pool else "",
        note="95% intervals by Student's t over deals. Agents are compared on the deals that both "
        "were given, all those named here on the same ones, others by Welch's test; a place is "
        "the range of places that these tests (5% over all pairs, Bonferroni) don't rule out. "
        "manage.py evaluate plays more games, and with --keep adds agents from elsewhere to this "
        "table.",
        traces=traces if best_first else (),
        layout=layout,
        height=rows_height(len(best_first)) + 20,
    )
