"""Keeps traces that were read: rows to count over, the document packed beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction

from analysis.models import Document, Person, Survey, Trace, TraceSeat
from analysis.traces.packing import digest, pack
from analysis.traces.reading import Read, Somebody
from analysis.traces.rows import seats_of, trace_fields


@transaction.atomic
def keep(reads: Sequence[Read]) -> list[Trace]:
    """Keep those that are not there yet, and return these. Doing it again changes nothing."""
    by_digest = {digest(read.document): read for read in reads}
    known = set(Trace.objects.filter(digest__in=by_digest).values_list("digest", flat=True))
    new = {key: read for key, read in by_digest.items() if key not in known}
    people = _people(person for read in new.values() for person in read.people if person)
    _publish(person for read in reads for person in read.people if person and person.public)
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


def _people(somebodies: Iterable[Somebody]) -> dict[str, Person]:
    by_key = {person.key: person for person in somebodies}
    Person.objects.bulk_create(
        [
            Person(key=p.key, collection=p.collection, name=p.name, public=p.public)
            for p in by_key.values()
        ],
        ignore_conflicts=True,
    )
    return {person.key: person for person in Person.objects.filter(key__in=by_key)}


def _publish(somebodies: Iterable[Somebody]) -> None:
    """Also people of games that were kept before as theirs alone."""
    keys = {person.key for person in somebodies}
    Person.objects.filter(key__in=keys, public=False).update(public=True)


def _surveys(
    traces: Sequence[Trace], reads: dict[str, Read], seats: Sequence[TraceSeat]
) -> list[Survey]:
    """What people answered; a survey belongs to the first person of its game."""
    people = {seat.trace_id: seat.person for seat in reversed(seats) if seat.person}
    answers = [(trace, reads[trace.digest].document.lab.survey) for trace in traces]
    return [
        Survey(
            trace=trace,
            person=people.get(trace.pk),
            intention=answer.intention,
            skill=answer.skill,
            like=answer.like,
            again=answer.again,
            background=answer.background,
            publish=answer.publish,
        )
        for trace, answer in answers
        if answer
    ]
