"""Mean scores of games with people, and their figures: the leaderboard, and games by score.

One person's games are correlated, so the unit is the person and each person counts once; the mean
of all games is given as well.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Annotated, Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

from analysis.charts import bars, dots
from analysis.collections import title
from analysis.figures import Figure
from analysis.models import Person, TraceSeat
from analysis.scorings import SAID
from analysis.statistics import (
    Estimate,
    Interval,
    effective,
    mean_of_all,
    mean_of_each,
    paired,
    rank_text,
    ranks,
    share_of_each,
    welch,
)
from analysis.tables import Column, Rows
from analysis.traces.filters import unrevealed
from game.limits import cache_may_fail

FEWEST = 3
"""The fewest people with private games whose mean may be shown to the public."""
SCORES = (0.0, 30.0)
"""The lowest and the highest possible score of a game; the largest variant has six suits."""
FEWEST_SHARED = 10
"""The fewest people who played with both of two agents for the agents to be compared person by
person."""
ENOUGH = 20
"""The number of people from which an agent's scores with them are used in place of its scores with
bots that imitate people."""
KEY = "partners-with-people"
SECONDS = 600
"""Seconds for which the result of `with_people` is cached, since every visit to the lobby needs
it."""
COUNTED = "Scores with people are counted at every visit"


def too_few(private_people: int) -> bool:
    """Return whether a mean could reveal one person's games, because just one or two of the people
    behind it keep their games private. `private_people` is the number of such people.
    """
    return 0 < private_people < FEWEST


@dataclass(frozen=True)
class Unit:
    """The games of one person, the sampling unit of means over people. The games of the same people
    together are a unit without a person; so is each game of an unknown person. `total` and
    `squares` are the sums of scores and of squared scores.
    """

    total: int
    squares: int
    games: int
    struck: int
    """The number of games lost by strikes."""
    person: int | None
    private: bool
    team: tuple[int, ...] = ()
    """The ids of the people who played together; empty if `person` played alone or is unknown."""

    @property
    def mean(self) -> float:
        """The mean score of the unit's games."""
        return self.total / self.games


@dataclass(frozen=True)
class Scores:
    """Mean scores of an agent's games with people, over people and over games."""

    mean: Estimate
    """The mean score in which each person counts once."""
    of_games: Estimate
    """The mean score in which each game counts once, as in publications."""
    effective: float
    """The effective number of people behind `of_games`; small if a few people played most games."""
    games: int
    people: int
    strikeouts: tuple[float, float, float] | None
    """The share of games lost by strikes, averaged over people, and the lower and upper end of its
    95% interval; None without games."""
    units: tuple[Unit, ...]

    @property
    def by_person(self) -> dict[int, float]:
        """The mean score of each known person, by the person's id."""
        return {unit.person: unit.mean for unit in self.units if unit.person is not None}


def by_agent(
    seats: QuerySet[TraceSeat], scoring: str, *, private: bool = False
) -> dict[str, Scores]:
    """Return the scores of each agent with people, by the agent's address, the best mean first.
    Only finished games at `seats` count.

    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes). Under "zero", games on
    this site that were played for "stacks" (a beginner's first games) do not count. An agent is
    left out, unless `private`, if just one or two of the people who played with it keep their games
    private, since the mean could reveal their games.
    """
    with_people = once_a_game(seats).filter(company=TraceSeat.Company.PEOPLE, finished=True)
    if scoring == "zero":
        with_people = with_people.exclude(trace__collection="", trace__scoring="stacks")
    by_address = {
        address: scores_of(group)
        for address, group in units_by(with_people, scoring, "address").items()
        if private or not too_few(_private_people(group))
    }
    return dict(sorted(by_address.items(), key=lambda item: -(item[1].mean.value or 0)))


def once_a_game(seats: QuerySet[TraceSeat]) -> QuerySet[TraceSeat]:
    """Return those of the seats at which an agent sits, without further copies of the agent in the
    same game, which have the same score.
    """
    agents = TraceSeat.objects.filter(kind=TraceSeat.Kind.AGENT)
    same = {name: OuterRef(name) for name in ("trace", "address")}
    earlier = agents.filter(index__lt=OuterRef("index"), **same)
    return seats.filter(~Exists(earlier), kind=TraceSeat.Kind.AGENT)


def scores_of(units: Iterable[Unit]) -> Scores:
    """Return the mean scores, over people and over games, of all games in these units (the games
    of one person each).
    """
    group = tuple(units)
    totals, games = [unit.total for unit in group], [unit.games for unit in group]
    return Scores(
        mean=mean_of_each(totals, games).within(*SCORES),
        of_games=mean_of_all(totals, [unit.squares for unit in group], games).within(*SCORES),
        effective=effective(games),
        games=sum(games),
        people=len({*chain.from_iterable((unit.person, *unit.team) for unit in group)} - {None}),
        strikeouts=share_of_each([unit.struck for unit in group], games),
        units=group,
    )


def mean_by_person(rows: Iterable[tuple[int | None, float, int]]) -> Estimate:
    """Return the mean over people, each counting once.

    `rows` are (person's id, sum of values, number of values); several rows of one person are added
    up, and each row without a person (None: unknown or deleted) counts as a person of its own.
    """
    sums: dict[int | str, list[float]] = defaultdict(lambda: [0, 0])
    for number, (person, total, count) in enumerate(rows):
        one = sums[f"unknown {number}" if person is None else person]
        one[0] += total
        one[1] += count
    return mean_of_each([total for total, _ in sums.values()], [n for _, n in sums.values()])


def compare(one: Scores, other: Scores) -> Estimate:
    """Return the mean score of one agent with people minus that of another, given the agents'
    scores `one` and `other`.

    If at least `FEWEST_SHARED` people played with both agents, the difference is paired over these
    people. Otherwise, or if pairing would leave out just one or two people who keep their games
    private, and so could reveal their games, the agents are compared as independent samples, with
    Welch's interval.
    """
    shared = one.by_person.keys() & other.by_person.keys()
    if len(shared) < FEWEST_SHARED or any(_nearly_all(of, shared) for of in (one, other)):
        return welch(one.mean, other.mean)
    return paired(one.by_person, other.by_person)


def shared_people(one: Scores, other: Scores) -> int:
    """Return the number of known people who played with both agents."""
    return len(one.by_person.keys() & other.by_person.keys())


def _nearly_all(scores: Scores, people: set[int]) -> bool:
    """Whether only one or two private people are outside `people`."""
    return too_few(_private_people([u for u in scores.units if u.person not in people]))


def units_by(seats: QuerySet[TraceSeat], scoring: str, column: str) -> dict[Any, list[Unit]]:
    """Return the games of these seats grouped by a database column, as {value of the column:
    units}, with one unit per person, or per group of people who played together. `column` is a
    column or annotation of `seats`, such as "address" (that of the agent at the seat).

    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    units: dict[Any, list[Unit]] = defaultdict(list)
    lost = Count("pk", filter=Q(struck=True))
    published = set(Person.objects.filter(public=True).values_list("pk", flat=True))
    people = seats.exclude(with_person=None).values_list(column, "with_person")
    for value, person, total, squares, games, strikeouts in people.annotate(
        total=Sum(scoring), squares=Sum(F(scoring) * F(scoring)), games=Count("pk"), lost=lost
    ).order_by():
        private = person not in published
        units[value].append(Unit(total, squares, games, strikeouts, person, private))
    others, met = seats.filter(with_person=None), people_of(seats)
    games_of: dict[Any, list[tuple[int, bool, str]]] = defaultdict(list)
    facts = others.values_list(column, "trace", scoring, "struck", "collection")
    for value, trace, score, struck, collection in facts.order_by():
        games_of[value, met.get(trace, trace)].append((score, struck, collection))
    for (value, who), rows in games_of.items():
        scores, struck_out, collections = zip(*rows, strict=True)
        squares, private = sum(score * score for score in scores), not all(collections)
        team = who if isinstance(who, tuple) else ()
        one = Unit(sum(scores), squares, len(rows), sum(struck_out), None, private, team)
        units[value].append(one)
    return units


def people_of(seats: QuerySet[TraceSeat]) -> dict[int, tuple[int, ...]]:
    """Return the ids of the known people who played together in the games of these seats, by the
    game's id, where there are several.
    """
    games = seats.filter(with_person=None).values("trace")
    known = TraceSeat.objects.filter(trace__in=games, person__isnull=False)
    met: dict[int, tuple[int, ...]] = defaultdict(tuple)
    for trace, person in known.order_by("person").values_list("trace", "person"):
        met[trace] = (*met[trace], person)
    return met


def _private_people(units: Iterable[Unit]) -> int:
    """Return the minimum number of distinct private people: all games of unknown people may be by
    one person.
    """
    private = [unit.person is not None for unit in units if unit.private]
    return sum(private) + (not all(private))


def distribution(seats: QuerySet[TraceSeat], scoring: str) -> dict[int, int]:
    """Return {score: number of finished games at these seats}, from 0 to the highest score that
    occurred.

    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    rows = seats.filter(finished=True).values_list(scoring).annotate(Count("pk")).order_by()
    counts = dict(rows)
    return {score: counts.get(score, 0) for score in range(max(counts, default=-1) + 1)}


def with_people() -> dict[str, tuple[float, int]]:
    """Return {address: (mean score, number of people)} of the agents that at least `ENOUGH` people
    played with, in two-player games without a variant.

    A game lost by strikes scores 0, and each person counts once in the mean.
    """
    found: dict[str, tuple[float, int]] | None = None
    with cache_may_fail(COUNTED):
        found = cache.get(KEY)
    if found is None:
        found = _counted()
        with cache_may_fail(COUNTED):
            cache.set(KEY, found, SECONDS)
    return found


def _counted() -> dict[str, tuple[float, int]]:
    seats = TraceSeat.objects.filter(players=2, variant="No Variant")
    seats = seats.exclude(trace__in=unrevealed())
    return {
        address: (scores.mean.value, scores.people)
        for address, scores in by_agent(seats, "zero").items()
        if scores.people >= ENOUGH and scores.mean.value is not None
    }


EACH_ONCE = (
    "Every person counts once, however often they played, since games of one person are alike, and "
    "so does each team of people who play together; "
    "95% intervals by Student's t over people."
)
NOBODY = Estimate()


class Ranked(NamedTuple):
    """A row of the leaderboard: an agent with its place and its scores with people."""

    agent: str
    place: str
    mean: Estimate
    people: int
    games: int
    ahead: Annotated[Estimate, Column("ahead of the next by", ends=("low ahead", "high ahead"))]
    people_who_met_both: int | None
    p: Annotated[float | None, Column(form=".1g")]
    of_games: Annotated[
        Estimate, Column("mean of all games", ends=("low of all games", "high of all games"))
    ]
    effective: Annotated[float, Column("effective people of all games", 1)]
    struck_out: Annotated[Estimate | Interval, Column(ends=("low struck out", "high struck out"))]
    address: str


class ByScore(NamedTuple):
    """A row of the figure of games by score: one score, with the number and share of the games
    that ended with it.
    """

    score: int
    games: int
    share: Annotated[float, Column(digits=3)]


def leaderboard(scores: Mapping[str, Scores], scoring: str) -> Figure:
    """Return the figure that ranks agents by mean score with people; an agent's place is a range
    if it cannot be separated from its neighbours.

    `scores` has each agent's scores by its address, the best agent first; `scoring`, "stacks"
    (cards played) or "zero" (0 if lost by strikes), is the scoring of all these scores.
    """
    names = [title(address) for address in scores]
    all_scores = list(scores.values())
    chart = dots(
        {
            "every person counts once": [
                (n, s.mean) for n, s in zip(names, all_scores, strict=True)
            ],
            "every game counts once": [
                (n, s.of_games) for n, s in zip(names, all_scores, strict=True)
            ],
        },
        f"mean score ({SAID[scoring]})",
    )
    places = ranks(all_scores, compare)
    gaps = [(compare(*pair), shared_people(*pair)) for pair in pairwise(all_scores)]
    rows = [
        Ranked(
            *(name, rank_text(place), score.mean, score.people, score.games),
            *(gap, shared, gap.p, score.of_games, score.effective),
            Interval(*score.strikeouts) if score.strikeouts else NOBODY,
            address,
        )
        for name, (address, score), place, (gap, shared) in zip(
            names, scores.items(), places, [*gaps, (NOBODY, None)], strict=False
        )
    ]
    return Figure(
        name="partners",
        title="Agents with people",
        table=Rows(Ranked, rows),
        games=sum(score.games for score in all_scores),
        note=f"Place: the places that these games do not rule out. {EACH_ONCE} Agents are compared "
        f"over the people who met both, if there are {FEWEST_SHARED}, else by Welch's test, at 5% "
        "over all pairs (Bonferroni). The mean of all games, as publications have it, depends most "
        "on who played most. Games that were given up are left out.",
        **chart,
    )


def score_distribution(seats: QuerySet[TraceSeat], scoring: str, of: str) -> Figure:
    """Return a figure of the number of finished games with each score.

    Args:
        seats: One seat of each game to count.
        scoring: "stacks" (cards played) or "zero" (0 if lost by strikes).
        of: The end of the title "Scores …", such as "with people".
    """
    counts = distribution(seats, scoring)
    games = sum(counts.values())
    return Figure(
        name="scores",
        title=f"Scores {of}",
        table=Rows(ByScore, [ByScore(score, n, n / games) for score, n in counts.items()]),
        games=games,
        note="Every game counts once here, so who played most decides the shape.",
        **bars(counts, f"score ({SAID[scoring]})", "games"),
        height=300,
    )
