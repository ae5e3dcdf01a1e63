"""The figure of learned agents' scores with themselves, other runs and unfamiliar agents."""

from typing import NamedTuple

from agents import registry
from agents.matchups.store import DEALS
from analysis.charts import dots, rows_height
from analysis.figures import Figure
from analysis.papers.strangers import LEARNERS, Pair, Strangers
from analysis.statistics import Estimate
from analysis.tables import Rows

COMMAND = "manage.py rebuild strangers"


class PairRow(NamedTuple):
    """Two agents and their mean score together."""

    pair: str
    mean: Estimate


def figure(name: str, strangers: Strangers) -> Figure:
    """Plot the mean score of all pairs of the learners of this name, best first."""
    rows = [(_named(pair, LEARNERS[name].runs), pair.mean) for pair in strangers.pairs]
    rows.sort(key=lambda row: -(row[1].value or 0))
    traces, layout = dots({"": rows}, "points (zero)")
    return Figure(
        name="strangers",
        title="With itself, with another run, with a stranger",
        table=Rows(PairRow, [PairRow(*row) for row in rows]),
        games=sum(pair.mean.units for pair in strangers.pairs),
        seed=DEALS,
        command=COMMAND,
        note="Tables of two; a lost game counts nothing. 95% intervals over games."
        + strangers.says,
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
