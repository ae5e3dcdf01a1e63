"""A person's games with each agent, compared with their other games and other people's."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from django.db.models import QuerySet

from analysis.charts import dots
from analysis.collections import title
from analysis.figures import Figure
from analysis.models import TraceSeat
from analysis.partners.scores import SCORES, by_agent
from analysis.people.style import BY_GAME
from analysis.scorings import SAID
from analysis.statistics import Estimate, mean
from analysis.tables import Column, Rows

NOTHING = Estimate()


@dataclass(frozen=True)
class WithAgent:
    """A person's scores in games with one agent."""

    address: str
    games: int
    mean: Estimate
    without: Estimate
    """The person's mean in all games without the agent."""
    others: Estimate
    """Other people's mean with the agent; the units are people."""


def with_each_agent(
    mine: QuerySet[TraceSeat], everybody: QuerySet[TraceSeat], scoring: str
) -> list[WithAgent]:
    """Return the scores with each agent the person has played with, most games first.

    `mine` are the person's seats, `everybody` the seats from which other people's means are taken.
    With `scoring` "stacks" a game scores the cards played; with "zero", 0 if lost by strikes. A
    game with several agents counts for each of them.
    """
    scores = dict(mine.filter(finished=True).values_list("trace", scoring))
    met = _met(mine.filter(finished=True))
    theirs = everybody.filter(address__in=met).exclude(
        with_person__in=mine.values("person").distinct()
    )
    unknown = theirs.exclude(with_person=None, trace__in=mine.values("trace"))
    others = by_agent(unknown, scoring)
    agents = [
        WithAgent(
            address=address,
            games=len(games),
            mean=_mean([scores[game] for game in games]),
            without=_mean([score for game, score in scores.items() if game not in games]),
            others=others[address].mean if address in others else NOTHING,
        )
        for address, games in met.items()
    ]
    return sorted(agents, key=lambda one: (-one.games, one.address))


def _met(mine: QuerySet[TraceSeat]) -> dict[str, set[int]]:
    """Return the traces of the person's games by the address of each agent that sat in them."""
    seats = TraceSeat.objects.filter(kind=TraceSeat.Kind.AGENT, trace__in=mine.values("trace"))
    met: dict[str, set[int]] = defaultdict(set)
    for address, game in seats.values_list("address", "trace").order_by():
        met[address].add(game)
    return met


def _mean(scores: list[int]) -> Estimate:
    return mean([float(score) for score in scores]).within(*SCORES)


class WithAndWithout(NamedTuple):
    """A row of the figure of agents: a person's mean score with an agent, without it, and that of
    others with it.
    """

    agent: str
    games: int
    mean: Estimate
    without_it: Annotated[Estimate, Column(ends=("low without", "high without"))]
    everybody_else_with_it: Annotated[Estimate, Column(ends=("their low", "their high"))]


def with_agents(agents: Sequence[WithAgent], scoring: str) -> Figure:
    """Plot three mean scores for each agent: the person's with it, the person's in their other
    games, and other people's with it.
    """
    names = [title(one.address) for one in agents]
    pairs = list(zip(names, agents, strict=True))
    series = {
        "with it": [(name, one.mean) for name, one in pairs],
        "without it": [(name, one.without) for name, one in pairs],
        "everybody else with it": [(name, one.others) for name, one in pairs],
    }
    return Figure(
        name="with-agents",
        title="With and without each agent",
        table=Rows(
            WithAndWithout,
            [WithAndWithout(n, one.games, one.mean, one.without, one.others) for n, one in pairs],
        ),
        games=sum(one.games for one in agents),
        note=f"{BY_GAME} For everybody else the units are people. A game with several agents "
        "counts for each of them.",
        **dots(series, f"mean score ({SAID[scoring]})"),
    )
