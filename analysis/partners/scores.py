"""Scores of games as estimates. The unit is the person: games of one person are alike, so every
person counts once, however often they played; the mean of all games stands beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from analysis.models import Person, TraceSeat
from analysis.partners.disclosure import too_few
from analysis.statistics import (
    Estimate,
    effective,
    mean_of_all,
    mean_of_each,
    paired,
    share_of_each,
    welch,
)

SCORES = (0.0, 30.0)
"""The least and the highest score of a game, in the largest variant."""
FEWEST_SHARED = 10
"""People who met two agents, from which on these are compared person by person."""


@dataclass(frozen=True)
class Unit:
    """The games of one person, or a game of somebody unknown."""

    total: int
    squares: int
    games: int
    struck: int
    person: int | None
    private: bool

    @property
    def mean(self) -> float:
        return self.total / self.games


@dataclass(frozen=True)
class Scores:
    """Scores of some games."""

    mean: Estimate
    """Every person counts once."""
    of_games: Estimate
    """Every game counts once, as publications have it."""
    effective: float
    """How many people who played equally often would tell as much of `of_games`."""
    games: int
    people: int
    strikeouts: tuple[float, float, float] | None
    """Share of a person's games, averaged over people, and the ends of its interval."""
    units: tuple[Unit, ...]

    @property
    def by_person(self) -> dict[int, float]:
        """The mean of each known person."""
        return {unit.person: unit.mean for unit in self.units if unit.person is not None}


def by_agent(
    seats: QuerySet[TraceSeat], scoring: str, *, private: bool = False
) -> dict[str, Scores]:
    """Of each agent of these seats with people, finished games only, best mean first. Agents that
    only one or two private people met are left out, unless `private`."""
    with_people = seats.filter(
        kind=TraceSeat.Kind.AGENT, company=TraceSeat.Company.PEOPLE, finished=True
    )
    by_address = {
        address: scores_of(group)
        for address, group in units_by(with_people, scoring, "address").items()
        if private or not too_few(_private_people(group))
    }
    return dict(sorted(by_address.items(), key=lambda item: -(item[1].mean.value or 0)))


def scores_of(units: Iterable[Unit]) -> Scores:
    group = tuple(units)
    totals, games = [unit.total for unit in group], [unit.games for unit in group]
    return Scores(
        mean=mean_of_each(totals, games).within(*SCORES),
        of_games=mean_of_all(totals, [unit.squares for unit in group], games).within(*SCORES),
        effective=effective(games),
        games=sum(games),
        people=sum(unit.person is not None for unit in group),
        strikeouts=share_of_each([unit.struck for unit in group], games),
        units=group,
    )


def compare(one: Scores, other: Scores) -> Estimate:
    """How much higher the first is: over the people who met both if there are enough, by Welch's
    test else. Nor is a difference taken over all but one or two private people."""
    shared = one.by_person.keys() & other.by_person.keys()
    if len(shared) < FEWEST_SHARED or any(_nearly_all(of, shared) for of in (one, other)):
        return welch(one.mean, other.mean)
    return paired(one.by_person, other.by_person)


def shared_people(one: Scores, other: Scores) -> int:
    """How many known people met both."""
    return len(one.by_person.keys() & other.by_person.keys())


def _nearly_all(scores: Scores, people: set[int]) -> bool:
    return too_few(_private_people([u for u in scores.units if u.person not in people]))


def units_by(seats: QuerySet[TraceSeat], scoring: str, column: str) -> dict[Any, list[Unit]]:
    """The units of these seats, by the value of a column."""
    units: dict[Any, list[Unit]] = defaultdict(list)
    lost = Count("pk", filter=Q(struck=True))
    published = set(Person.objects.filter(public=True).values_list("pk", flat=True))
    people = seats.exclude(with_person=None).values_list(column, "with_person")
    for value, person, total, squares, games, strikeouts in people.annotate(
        total=Sum(scoring), squares=Sum(F(scoring) * F(scoring)), games=Count("pk"), lost=lost
    ).order_by():
        private = person not in published
        units[value].append(Unit(total, squares, games, strikeouts, person, private))
    unknown = seats.filter(with_person=None).values_list(column, scoring, "struck", "collection")
    for value, score, struck, collection, games in unknown.annotate(Count("pk")).order_by():
        one = Unit(score, score * score, 1, int(struck), None, private=not collection)
        units[value].extend([one] * games)
    return units


def _private_people(units: Iterable[Unit]) -> int:
    """How many there are at least: all games here of unknown people may be by the same person."""
    private = [unit.person is not None for unit in units if unit.private]
    return sum(private) + (not all(private))


def distribution(seats: QuerySet[TraceSeat], scoring: str) -> dict[int, int]:
    """Finished games by score, from 0 to the highest that occurred."""
    rows = seats.filter(finished=True).values_list(scoring).annotate(Count("pk")).order_by()
    counts = dict(rows)
    return {score: counts.get(score, 0) for score in range(max(counts, default=-1) + 1)}
