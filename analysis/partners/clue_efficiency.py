"""Clue efficiency: the clues that agents and people give per card touched or played.

The paper on perfect information (`analysis.papers.perfect`) asks whether a quarter of a clue per
card is possible on average: one clue that marks four cards to play.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np

from agents.archives import BadArchive, BadRun
from analysis.charts import dots
from analysis.collections import title
from analysis.diversity import named_agents
from analysis.figures import Figure
from analysis.models import TraceSeat
from analysis.partners.scores import too_few
from analysis.statistics import Estimate, mean
from analysis.tables import Column, Rows

RUN = "paper-1"
"""The run with which the named agents have played; their self-play results are read with it."""
PLAYERS = 2
PEOPLE = "People"
ENOUGH = 15.0
"""The least mean score of an agent that `best_bot` considers."""
FEWEST_MARKED = 10
"""The fewest cards that a person must have touched by clues to be included."""


class Efficiency(NamedTuple):
    """A row of the figure of clue efficiency: the clues that an agent, or people, give per card
    touched and per card played.
    """

    who: str
    touched: Annotated[
        Estimate, Column("clues per card touched", ends=("low touched", "high touched"))
    ]
    played: Annotated[Estimate, Column("clues per card played", ends=("low played", "high played"))]
    mean_score: float
    games: int


def figure(rows: Sequence[Efficiency]) -> Figure:
    """Return the figure of the number of clues given per card touched and per card played, from
    the `rows` of agents and people; the fewest clues first, people last.
    """
    rows = sorted(rows, key=lambda row: (row.who == PEOPLE, row.touched.value or np.inf))
    chart = dots(
        {
            "per card touched": [(row.who, row.touched) for row in rows],
            "per card played": [(row.who, row.played) for row in rows],
        },
        "clues",
        range=[0, 2.5],
    )
    return Figure(
        name="clue_efficiency",
        title="Clues per card",
        table=Rows(Efficiency, rows),
        games=sum(row.games for row in rows),
        note="Two players. A card is touched by the first clue to it; misplayed cards "
        "count as played. Bots play with copies of themselves, people with anybody, and each "
        "person counts once, with 95% intervals by Student's t; the bots' have none, being sums "
        "over their games. The bots' mean scores are those of agents/SCORES.md, from more games.",
        **chart,
        command="manage.py rebuild profiles",
    )


def best_bot(rows: Sequence[Efficiency]) -> Efficiency | None:
    """Return the row of the agent with the fewest clues per card touched, among agents in `rows`
    whose mean score is at least `ENOUGH` (15 points); None if there is none.

    Weaker agents are skipped because random players need no clues.
    """
    bots = [row for row in rows if row.who != PEOPLE and row.mean_score >= ENOUGH]
    return min(bots, key=lambda row: row.touched.value or np.inf, default=None)


def agents() -> list[Efficiency]:
    """Return a row with the clues per card of each named agent in self-play; an empty list if the
    games have not been played.
    """
    try:
        table = named_agents.load(RUN)
    except (BadRun, BadArchive):
        table = None
    if table is None:
        return []
    rows: list[Efficiency] = []
    for number, address in enumerate(table.addresses):
        counts = table.alone[number].all_seats.tallies
        if not {"clues", "marked", "plays"} <= counts.keys():
            continue
        rows.append(
            Efficiency(
                title(address),
                _exact(counts["clues"], counts["marked"]),
                _exact(counts["clues"], counts["plays"]),
                table.own_mean[number],
                table.alone[number].games,
            )
        )
    return rows


def people() -> list[Efficiency]:
    """Return a list with one row: the mean clues per card of people who touched enough cards
    (`FEWEST_MARKED`); an empty list if there are none.

    If just one or two of these people keep their games private, they are left out, since the means
    could reveal their games.
    """
    seats = TraceSeat.objects.filter(kind=TraceSeat.Kind.PERSON, players=PLAYERS, finished=True)
    sums: dict[int, list[float]] = defaultdict(lambda: [0.0] * 5)
    private: set[int] = set()
    columns = ("person", "person__public", "tallies", "stacks")
    for person, public, tallies, stacks in seats.exclude(person=None).values_list(*columns):
        if "marked" in tallies:
            told = (tallies["clues"], tallies["marked"], tallies["plays"], stacks, 1)
            sums[person] = [a + b for a, b in zip(sums[person], told, strict=True)]
            private |= set() if public else {person}
    known = {who: one for who, one in sums.items() if one[1] >= FEWEST_MARKED and one[2]}
    if too_few(len(private & set(known))):
        known = {who: one for who, one in known.items() if who not in private}
    if not known:
        return []
    each = list(known.values())
    return [
        Efficiency(
            PEOPLE,
            mean([clues / marked for clues, marked, *_ in each]),
            mean([clues / plays for clues, _, plays, *_ in each]),
            float(np.mean([stacks / games for *_, stacks, games in each])),
            int(sum(one[4] for one in each)),
        )
    ]


def _exact(clues: int, cards: int) -> Estimate:
    """Return the ratio without an interval."""
    return Estimate(clues / cards if cards else None)
