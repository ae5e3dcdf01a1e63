"""The figure of learned agents' scores with themselves, other runs and unfamiliar agents."""

from __future__ import annotations

from agents import registry
from analysis.charts import dots, rows_height
from analysis.figures import Column, Figure
from analysis.papers.strangers import LEARNERS, Pair, Strangers

COMMAND = "manage.py rebuild strangers"


def figure(name: str, strangers: Strangers) -> Figure:
    """Plot the mean score of all pairs of the learners of this name, best first."""
    rows = [(_named(pair, LEARNERS[name].runs), pair.mean) for pair in strangers.pairs]
    rows.sort(key=lambda row: -(row[1].value or 0))
    traces, layout = dots({"": rows}, "points (zero)")
    return Figure(
        name="strangers",
        title="With itself, with another run, with a stranger",
        columns=[Column("pair"), *(Column(text) for text in ("mean", "low", "high"))],
        rows=[(name, e.value, e.low, e.high) for name, e in rows],
        games=strangers.games * len(strangers.pairs),
        seed=strangers.seed,
        command=COMMAND,
        note="Tables of two, the second sits second; a lost game counts nothing. 95% intervals "
        "over games.",
        traces=traces,
        layout=layout,
        height=rows_height(len(rows)),
    )


def _named(pair: Pair, runs: tuple[str, ...]) -> str:
    one, other = (
        address.partition(":")[2] if address in runs else registry.find(address).title
        for address in (pair.one, pair.other)
    )
    return f"{one} with itself" if one == other else f"{one} and {other}"
