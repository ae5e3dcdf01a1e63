"""Stores imported traces: rows to count over, and the document packed beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction

from analysis.models import Document, Person, Survey, Trace, TraceSeat
from analysis.traces.packing import digest, pack
from analysis.traces.reading import ImportedPerson, ImportedTrace
from analysis.traces.rows import seats_of, trace_fields
from analysis.traces.schema import SurveyFact
from game.models import Table


@transaction.atomic
def store(imported: Sequence[ImportedTrace]) -> list[Trace]:
    """Store those that are not there yet, and return these. Doing it again changes nothing."""
    traces = _store({digest(trace.document): trace for trace in imported})
    _publish(person for trace in imported for person in trace.people if person and person.public)
    return traces


@transaction.atomic
def store_own(own: ImportedTrace, table: Table) -> None:
    """Store the game of a table of ours, also if another was played just like it."""
    key = digest(own.document)
    if Trace.objects.filter(digest=key).exists():
        key = digest(own.document, told_apart=table.slug)
    for trace in _store({key: own}):
        trace.table = table
        trace.save(update_fields=["table"])


def _store(by_digest: dict[str, ImportedTrace]) -> list[Trace]:
    known = set(Trace.objects.filter(digest__in=by_digest).values_list("digest", flat=True))
    new = {key: trace for key, trace in by_digest.items() if key not in known}
    people = _people(person for trace in new.values() for person in trace.people if person)
    traces = Trace.objects.bulk_create(
        [Trace(digest=key, **trace_fields(new[key])) for key in by_digest if key in new]
    )
    Document.objects.bulk_create(
        [Document(trace=trace, body=pack(new[trace.digest].document)) for trace in traces]
    )
    seats = [seat for trace in traces for seat in seats_of(trace, new[trace.digest], people)]
    TraceSeat.objects.bulk_create(seats)
    Survey.objects.bulk_create(_surveys(traces, new, seats))
    return traces


def _people(imported: Iterable[ImportedPerson]) -> dict[str, Person]:
    by_key = {person.key: person for person in imported}
    Person.objects.bulk_create(
        [
            Person(key=p.key, collection=p.collection, name=p.name, public=p.public)
            for p in by_key.values()
        ],
        ignore_conflicts=True,
    )
    return {person.key: person for person in Person.objects.filter(key__in=by_key)}


def _publish(people: Iterable[ImportedPerson]) -> None:
    """Also people of games that were stored before as private."""
    keys = {person.key for person in people}
    Person.objects.filter(key__in=keys, public=False).update(public=True)


def _surveys(
    traces: Sequence[Trace], imported: dict[str, ImportedTrace], seats: Sequence[TraceSeat]
) -> list[Survey]:
    """What people answered; a survey without a seat belongs to the first person of its game."""
    people = {seat.trace_id: seat.person for seat in reversed(seats) if seat.person}
    seated = {(seat.trace_id, seat.index): seat.person for seat in seats}
    labs = [(trace, imported[trace.digest].document.lab) for trace in traces]
    answers = [(trace, one) for trace, lab in labs for one in (lab.survey, *lab.more_surveys)]
    whose: dict[tuple[int, int | None], tuple[Trace, Person | None, SurveyFact]] = {}
    for trace, answer in answers:
        if answer is None:
            continue
        seat = answer.seat
        person = people.get(trace.pk) if seat is None else seated.get((trace.pk, seat))
        # One a person: the first counts.
        whose.setdefault((trace.pk, person.pk if person else None), (trace, person, answer))
    return [
        Survey(
            trace=trace,
            person=person,
            intention=answer.intention,
            skill=answer.skill,
            like=answer.like,
            again=answer.again,
            answers=answer.answers,
            background=answer.background,
            publish=answer.publish,
        )
        for trace, person, answer in whose.values()
    ]
