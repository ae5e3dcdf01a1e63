"""Figures of cross-play between the members of the frozen pool `families`: by family, and by
agent.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Annotated, Any, NamedTuple

import numpy as np

from agents.matchups.store import DEALS
from analysis.charts import heatmap
from analysis.collections import title
from analysis.figures import Figure
from analysis.protocols.families import FamilyCrossPlay, family
from analysis.scorings import SAID
from analysis.statistics import Estimate
from analysis.tables import Column, Rows


class FamilyRow(NamedTuple):
    """A row of the figure of cross-play by family: the mean score of an agent of one family with
    one of another.
    """

    family: str
    other: Annotated[str, Column("with")]
    mean: Estimate


class AgentRow(NamedTuple):
    """A row of the figure of cross-play by agent: two agents and the mean score of their games
    together.
    """

    agent: str
    other: Annotated[str, Column("with")]
    mean: Estimate
    games: int
    address: str
    with_address: str


def by_family(crossplay: FamilyCrossPlay, scoring: str) -> Figure:
    """Draw a matrix, with a row and a column for each family of agents, of the mean scores of
    pairs from two families.

    Pairs of an agent with its own copy are left out of the matrix; the table lists them as
    "itself". `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    names = list(dict.fromkeys(map(family, crossplay.agents)))
    cells = {
        (one, other): crossplay.between(one, other, scoring) for one in names for other in names
    }
    alone = {name: crossplay.itself(name, scoring) for name in names}
    values = [[cells[one, other].value for other in names] for one in names]
    return Figure(
        name="families",
        title="Families with each other",
        table=Rows(
            FamilyRow,
            [
                *(FamilyRow(*pair, e) for pair, e in cells.items()),
                *(FamilyRow(name, "itself", e) for name, e in alone.items()),
            ],
        ),
        note=f"Mean scores ({SAID[scoring]}) of agents from two families, never with a copy of "
        "themselves. The diagonal is empty for a family of one. 95% intervals over games with "
        "these agents.",
        **_matrix(crossplay, {name: name for name in names}, values),
    )


def by_agent(crossplay: FamilyCrossPlay, scoring: str) -> Figure:
    """Draw a matrix, with a row and a column for each agent, of the mean scores of pairs;
    self-play is on the diagonal. `scoring` is "stacks" (cards played) or "zero" (0 if lost by
    strikes).
    """
    names = crossplay.agents
    pairs = list(combinations_with_replacement(names, 2))
    means = crossplay.pairs.mean(scoring)
    values = [[None if np.isnan(value) else float(value) for value in row] for row in means]
    labels = {f"{title(name)}  {place}": str(place) for place, name in enumerate(names, start=1)}
    return Figure(
        name="agents",
        title="Agents with each other",
        table=Rows(
            AgentRow,
            [
                AgentRow(title(one), title(other), e, e.units, one, other)
                for one, other in pairs
                for e in [crossplay.mean(one, other, scoring)]
            ],
        ),
        note=f"Mean scores ({SAID[scoring]}) of two agents; the diagonal is an agent with a copy "
        "of itself. Slow agents played fewer games: the table has the 95% intervals.",
        **_matrix(crossplay, labels, values),
    )


def _matrix(
    crossplay: FamilyCrossPlay, labels: Mapping[str, str], values: Sequence[Sequence[float | None]]
) -> dict[str, Any]:
    """Return the arguments of a `Figure` that draw a square matrix of scores and say where they
    are from; `labels` maps the names of the rows to the short names of the columns.
    """
    trace = heatmap(list(labels.values()), list(labels), values, 0, 25) | {
        "texttemplate": "%{z:.1f}",
        "customdata": [list(labels)] * len(labels),
        "hovertemplate": "%{y} with %{customdata}: %{z:.2f}<extra></extra>",
    }
    return {
        "games": crossplay.games,
        "seed": DEALS,
        "command": "manage.py rebuild families",
        "traces": [trace],
        "layout": {
            "xaxis": {"automargin": True, "showgrid": False, "type": "category", "side": "top"},
            "yaxis": {"autorange": "reversed", "automargin": True, "showgrid": False},
        },
        "height": 110 + 26 * len(labels),
    }
