"""Scores of games as estimates. The unit is the person: games of one person are alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum

from analysis.models import Person, TraceSeat
from analysis.partners.disclosure import too_few
from analysis.statistics import Estimate, ratio, share

SCORES = (0.0, 30.0)
"""The least and the highest score of a game, in the largest variant."""


@dataclass(frozen=True)
class Scores:
    """Scores of some games."""

    mean: Estimate
    games: int
    people: int
    strikeouts: tuple[float, float, float] | None
    """Share of the games and the ends of its interval."""


def by_agent(
    seats: QuerySet[TraceSeat], scoring: str, *, private: bool = False
) -> dict[str, Scores]:
    """Of each agent of these seats with people, finished games only, best mean first. Agents that
    only one or two private people met are left out, unless `private`."""
    with_people = seats.filter(
        kind=TraceSeat.Kind.AGENT, company=TraceSeat.Company.PEOPLE, finished=True
    )
    units: dict[str, list[Unit]] = defaultdict(list)
    for address, unit in _units(with_people, scoring):
        units[address].append(unit)
    by_address = {
        address: scores_of(group)
        for address, group in units.items()
        if private or not too_few(_private_people(group))
    }
    return dict(sorted(by_address.items(), key=lambda item: -(item[1].mean.value or 0)))


@dataclass(frozen=True)
class Unit:
    """The games of one person, or a game of somebody unknown."""

    total: int
    games: int
    struck: int
    known: bool
    private: bool


def scores_of(units: Iterable[Unit]) -> Scores:
    group = list(units)
    games = sum(unit.games for unit in group)
    return Scores(
        mean=ratio([unit.total for unit in group], [unit.games for unit in group]).within(*SCORES),
        games=games,
        people=sum(unit.known for unit in group),
        strikeouts=share(sum(unit.struck for unit in group), games),
    )


def _units(seats: QuerySet[TraceSeat], scoring: str) -> Iterable[tuple[str, Unit]]:
    lost = Count("pk", filter=Q(struck=True))
    published = set(Person.objects.filter(public=True).values_list("pk", flat=True))
    people = seats.exclude(with_person=None).values_list("address", "with_person")
    for address, person, total, games, strikeouts in people.annotate(
        total=Sum(scoring), games=Count("pk"), lost=lost
    ).order_by():
        private = person not in published
        yield address, Unit(total, games, strikeouts, known=True, private=private)
    unknown = seats.filter(with_person=None).values_list("address", scoring, "struck", "collection")
    for address, score, struck, collection, games in unknown.annotate(Count("pk")).order_by():
        for _ in range(games):
            yield address, Unit(score, 1, int(struck), known=False, private=not collection)


def _private_people(units: Iterable[Unit]) -> int:
    """How many there are at least: all games here of unknown people may be by the same person."""
    private = [unit.known for unit in units if unit.private]
    return sum(private) + (not all(private))


def distribution(seats: QuerySet[TraceSeat], scoring: str) -> dict[int, int]:
    """Finished games by score, from 0 to the highest that occurred."""
    rows = seats.filter(finished=True).values_list(scoring).annotate(Count("pk")).order_by()
    counts = dict(rows)
    return {score: counts.get(score, 0) for score in range(max(counts, default=-1) + 1)}
