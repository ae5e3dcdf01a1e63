"""A person's games with each agent, compared with their other games, and other people's scores
with each agent, whether or not the person has met it.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from django.db.models import QuerySet

from analysis.charts import dots
from analysis.collections import title
from analysis.figures import Figure
from analysis.models import TraceSeat
from analysis.partners.scores import SCORES, by_agent
from analysis.people.forecast import Check, level
from analysis.people.style import BY_GAME
from analysis.scorings import SAID
from analysis.statistics import Estimate, mean
from analysis.tables import Column, Rows

NOTHING = Estimate()


class WithAgent(NamedTuple):
    """A row of the figure of agents: a person's scores with and without one agent, and the score
    that others have with it; the first two without a value if the person has not met it.
    """

    agent: str
    """The agent's title."""
    games: int
    """The number of the person's games with the agent."""
    mean: Estimate
    without: Annotated[Estimate, Column("without it", ends=("low without", "high without"))]
    """The person's mean score in all their games without the agent."""
    others: Annotated[Estimate, Column("everybody else with it", ends=("their low", "their high"))]
    """The mean score expected of one more person, from other people's games with the agent; the
    units of its interval are these people."""
    other_people: int
    address: Annotated[str, Column(on_page=False)]


def with_each_agent(
    mine: QuerySet[TraceSeat], everybody: QuerySet[TraceSeat], scoring: str
) -> list[WithAgent]:
    """Return, for each agent that a person has played with, the person's mean scores with it and
    without it, and the score that others have with it, the agents with most games first; then, for
    each other agent that at least two people have played with, the latter, the best first.

    `mine` are the person's seats. `everybody` are all seats of the games that count for other
    people's means, already filtered by the caller, for example by date; the person's own games
    among them are left out here. With `scoring` "stacks" a game scores the cards played; with
    "zero", 0 if lost by strikes. A game with several agents counts for each of them.
    """
    scores = dict(mine.filter(finished=True).values_list("trace", scoring))
    met = _met(mine.filter(finished=True))
    me = mine.values("person").distinct()
    theirs = everybody.exclude(with_person__in=me)
    unknown = theirs.exclude(with_person=None, trace__in=mine.values("trace"))
    others = {address: level(one.units) for address, one in by_agent(unknown, scoring).items()}

    def row(address: str, games: int, own: Estimate, without: Estimate) -> WithAgent:
        found = others.get(address, NOTHING)
        return WithAgent(title(address), games, own, without, found, found.units, address)

    with_it = [
        row(
            *(address, len(games), _mean([scores[game] for game in games])),
            _mean([score for game, score in scores.items() if game not in games]),
        )
        for address, games in sorted(met.items(), key=lambda one: (-len(one[1]), one[0]))
    ]
    unmet = [one for one, found in others.items() if one not in met and found.units > 1]
    return with_it + sorted([row(one, 0, NOTHING, NOTHING) for one in unmet], key=_worst_last)


def best(agents: Sequence[WithAgent]) -> WithAgent | None:
    """Return the row of the agent with which others are expected to score most, among those that
    at least two other people have played with; None if there is none.
    """
    return min((one for one in agents if one.other_people > 1), key=_worst_last, default=None)


def _worst_last(one: WithAgent) -> float:
    return -(one.others.value or 0.0)


def _met(mine: QuerySet[TraceSeat]) -> dict[str, set[int]]:
    """Return the traces of the person's games by the address of each agent that sat in them."""
    seats = TraceSeat.objects.filter(kind=TraceSeat.Kind.AGENT, trace__in=mine.values("trace"))
    met: dict[str, set[int]] = defaultdict(set)
    for address, game in seats.values_list("address", "trace").order_by():
        met[address].add(game)
    return met


def _mean(scores: list[int]) -> Estimate:
    return mean(scores).within(*SCORES)


def with_agents(agents: Sequence[WithAgent], check: Check, scoring: str) -> Figure:
    """Return the figure of three mean scores for each agent: the person's with it, the person's in
    their other games, and that of everybody else with it.

    `agents` are the rows that `with_each_agent` returns, `check` says how well the last of these
    scores forecasts a person's, and `scoring`, "stacks" (cards played) or "zero" (0 if lost by
    strikes), is the scoring of all.
    """
    series = {
        "with it": [(one.agent, one.mean) for one in agents if one.games],
        "without it": [(one.agent, one.without) for one in agents if one.games],
        "everybody else with it": [(one.agent, one.others) for one in agents],
    }
    return Figure(
        name="with-agents",
        title="With and without each agent",
        table=Rows(WithAgent, agents),
        games=sum(one.games for one in agents),
        note=f"{BY_GAME} A game with several agents counts for each of them. Everybody else: what "
        f"one more person is expected to score with it, with people as the units. {check}",
        **dots(series, f"mean score ({SAID[scoring]})", [one.agent for one in agents]),
    )
