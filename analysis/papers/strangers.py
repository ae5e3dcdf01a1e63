"""Scores of trained agents with themselves, with other training runs of the same recipe and with
unfamiliar agents, and their figure.

The games are in the store of pairs (`agents.matchups.store`); `manage.py rebuild strangers` plays
the missing ones.
"""

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from agents import registry
from agents.matchups.store import DEALS, Wanted, table_of
from analysis.charts import dots
from analysis.diversity.crossplay import mean_over
from analysis.figures import Figure
from analysis.scorings import SAID
from analysis.statistics import Estimate
from analysis.tables import Rows

GAMES = 1_000
SCORING = "zero"


@dataclass(frozen=True)
class AgentPair:
    """Two agents and the mean score of their games with each other."""

    one: str
    other: str
    mean: Estimate


@dataclass(frozen=True)
class Strangers:
    """The scores of training runs of one recipe with each other and with other agents."""

    pairs: tuple[AgentPair, ...]
    alone: float
    """Mean self-play score over the runs; lost games score 0."""
    apart: float
    """Mean score over the pairs of two different runs; lost games score 0."""
    says: str
    """A sentence for the figure's note if some pairs played other deals than the rest; otherwise
    empty."""


@dataclass(frozen=True)
class Learners:
    """The addresses of training runs that differ only in their seeds (`runs`), and of the other
    agents that they play with (`others`).
    """

    runs: tuple[str, ...]
    others: tuple[str, ...]

    def wanted(self) -> list[Wanted]:
        """Return the pairs to play: each training run with itself, with each other run, and with
        each of the other agents.
        """
        pairs = [
            *combinations_with_replacement(self.runs, 2),
            *((run, other) for run in self.runs for other in self.others),
        ]
        return [Wanted(one, other, GAMES, (SCORING,)) for one, other in pairs]

    def load(self) -> Strangers | None:
        """Return the stored scores of the training runs with themselves, each other and the other
        agents; None if some pair has not been played by the agents' present versions.
        """
        agents = [*self.runs, *self.others]
        table = table_of(agents)

        def of(pairs: list[tuple[str, str]]) -> Estimate:
            first, second = (np.array([agents.index(p[side]) for p in pairs]) for side in (0, 1))
            return mean_over(table, first, second, SCORING)

        pairs = [(pair.one, pair.other) for pair in self.wanted()]
        means = [of([pair]) for pair in pairs]
        alone = of([(run, run) for run in self.runs]).value
        apart = of(list(combinations(self.runs, 2))).value
        if alone is None or apart is None or any(mean.value is None for mean in means):
            return None
        listed = [AgentPair(*pair, mean) for pair, mean in zip(pairs, means, strict=True)]
        return Strangers(tuple(listed), alone, apart, table.says)


LEARNERS = {
    "mwum": Learners(
        ("mwum:knowing-1", "mwum:knowing-2", "mwum:knowing-3"),
        ("rules:piers", "rules:iggi", "hat:information"),
    ),
    "learning": Learners(
        ("rl:plus-2p", "rl:plus-2p-2", "rl:plus-2p-3"),
        ("conv:expert", "rules:piers", "rules:iggi"),
    ),
}
"""The groups of training runs compared, by the name of their paper's folder."""


class AgentPairRow(NamedTuple):
    """A row of the figure of pairs: two agents and the mean score of their games together."""

    pair: str
    mean: Estimate


def figure(name: str, strangers: Strangers) -> Figure:
    """Plot the mean score of every pair in `strangers`, best first; `name` is the key of the group
    in LEARNERS.
    """
    rows = [AgentPairRow(_named(pair, LEARNERS[name].runs), pair.mean) for pair in strangers.pairs]
    rows.sort(key=lambda row: -(row.mean.value or 0))
    return Figure(
        name="strangers",
        title="With itself, with another run, with a stranger",
        table=Rows(AgentPairRow, rows),
        games=sum(pair.mean.units for pair in strangers.pairs),
        seed=DEALS,
        command="manage.py rebuild strangers",
        note="Tables of two; a lost game counts nothing. 95% intervals over games."
        + strangers.says,
        **dots({"": rows}, f"points ({SAID['zero']})"),
    )


def _named(pair: AgentPair, runs: tuple[str, ...]) -> str:
    one, other = (
        address.partition(":")[2] if address in runs else registry.find(address).title
        for address in (pair.one, pair.other)
    )
    return f"{one} with itself" if one == other else f"{one} and {other}"
