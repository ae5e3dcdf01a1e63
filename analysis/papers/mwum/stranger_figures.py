"""The figure of how the runs do with each other and with agents that they never met."""

from __future__ import annotations

from shlex import quote

from agents import registry
from agents.kinds.mwum import PREFIX
from analysis.charts import dots, rows_height
from analysis.figures import Column, Figure
from analysis.papers.mwum.strangers import Pair, Strangers

COMMAND = "manage.py mwum_strangers"


def figure(strangers: Strangers) -> Figure:
    """All pairs, those of one run first."""
    rows = [(_named(pair), pair.mean) for pair in strangers.pairs]
    rows.sort(key=lambda row: -(row[1].value or 0))
    traces, layout = dots({"": rows}, "points (zero)")
    return Figure(
        name="strangers",
        title="With itself, with another run, with a stranger",
        columns=[Column("pair"), *(Column(text) for text in ("mean", "low", "high"))],
        rows=[(name, e.value, e.low, e.high) for name, e in rows],
        games=strangers.games * len(strangers.pairs),
        seed=strangers.seed,
        command=f"{COMMAND} --games {strangers.games} --seed {quote(strangers.seed)}",
        note="Tables of two, the second sits second; a lost game counts nothing. 95% intervals "
        "over games.",
        traces=traces,
        layout=layout,
        height=rows_height(len(rows)),
    )


def _named(pair: Pair) -> str:
    one, other = (_short(address) for address in (pair.one, pair.other))
    return f"{one} with itself" if one == other else f"{one} and {other}"


def _short(address: str) -> str:
    run = address.removeprefix(PREFIX)
    return registry.find(address).title if run == address else run
