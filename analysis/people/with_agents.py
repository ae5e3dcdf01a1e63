"""A person's games with each agent, compared with their other games and other people's."""

from collections import defaultdict
from collections.abc import Sequence
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


class WithAgent(NamedTuple):
    """A row of the figure of agents: a person's scores with and without one agent, and other
    people's scores with it.
    """

    agent: str
    """The agent's title."""
    games: int
    mean: Estimate
    without: Annotated[Estimate, Column("without it", ends=("low without", "high without"))]
    """The person's mean score in all their games without the agent."""
    others: Annotated[Estimate, Column("everybody else with it", ends=("their low", "their high"))]
    """Other people's mean score with the agent; the units of its interval are people."""


def with_each_agent(
    mine: QuerySet[TraceSeat], everybody: QuerySet[TraceSeat], scoring: str
) -> list[WithAgent]:
    """Return, for each agent that a person has played with, the person's mean scores with it and
    without it, and other people's mean score with it; the agents with most games first.

    `mine` are the person's seats. `everybody` are all seats of the games that count for other
    people's means, already filtered by the caller, for example by date; the person's own games
    among them are left out here. With `scoring` "stacks" a game scores the cards played; with
    "zero", 0 if lost by strikes. A game with several agents counts for each of them.
    """
    scores = dict(mine.filter(finished=True).values_list("trace", scoring))
    met = _met(mine.filter(finished=True))
    me = mine.values("person").distinct()
    theirs = everybody.filter(address__in=met).exclude(with_person__in=me)
    unknown = theirs.exclude(with_person=None, trace__in=mine.values("trace"))
    others = by_agent(unknown, scoring)
    return [
        WithAgent(
            agent=title(address),
            games=len(games),
            mean=_mean([scores[game] for game in games]),
            without=_mean([score for game, score in scores.items() if game not in games]),
            others=others[address].mean if address in others else NOTHING,
        )
        for address, games in sorted(met.items(), key=lambda one: (-len(one[1]), one[0]))
    ]


def _met(mine: QuerySet[TraceSeat]) -> dict[str, set[int]]:
    """Return the traces of the person's games by the address of each agent that sat in them."""
    seats = TraceSeat.objects.filter(kind=TraceSeat.Kind.AGENT, trace__in=mine.values("trace"))
    met: dict[str, set[int]] = defaultdict(set)
    for address, game in seats.values_list("address", "trace").order_by():
        met[address].add(game)
    return met


def _mean(scores: list[int]) -> Estimate:
    return mean(scores).within(*SCORES)


def with_agents(agents: Sequence[WithAgent], scoring: str) -> Figure:
    """Return the figure of three mean scores for each agent: the person's with it, the person's in
    their other games, and other people's with it.

    `agents` are the rows that `with_each_agent` returns, and `scoring`, "stacks" (cards played) or
    "zero" (0 if lost by strikes), is the scoring of these rows.
    """
    series = {
        "with it": [(one.agent, one.mean) for one in agents],
        "without it": [(one.agent, one.without) for one in agents],
        "everybody else with it": [(one.agent, one.others) for one in agents],
    }
    return Figure(
        name="with-agents",
        title="With and without each agent",
        table=Rows(WithAgent, agents),
        games=sum(one.games for one in agents),
        note=f"{BY_GAME} For everybody else the units are people. A game with several agents "
        "counts for each of them.",
        **dots(series, f"mean score ({SAID[scoring]})"),
    )
