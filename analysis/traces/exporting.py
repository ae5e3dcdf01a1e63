"""Writes traces as JSON lines, people under pseudonyms that hold within one export alone."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from hashlib import blake2b

import msgspec
from django.db.models import QuerySet

from analysis.models import Survey, Trace
from analysis.traces.packing import unpack
from analysis.traces.schema import SurveyFact, TraceDocument

CHUNK = 500


def lines(traces: QuerySet[Trace], *, private: bool = False) -> Iterator[bytes]:
    """A line a trace. The same person has the same pseudonym on every line, and another one in
    the next export, since the key they are made with is drawn anew and thrown away. The moves
    themselves still identify a game. Answers that may not be published are left out unless
    `private` is set, for the experiment whose participants agreed to it."""
    key = secrets.token_bytes(32)
    whole = traces.select_related("document", "survey").prefetch_related("seats")
    for trace in whole.order_by("pk").iterator(chunk_size=CHUNK):
        yield msgspec.json.encode(_document(trace, key, private)) + b"\n"


def pseudonym(person_id: int, key: bytes) -> str:
    """Such as person-3f29a1b2c3d4: without the key nobody can make it or turn it back."""
    code = blake2b(str(person_id).encode(), key=key, digest_size=6).hexdigest()
    return f"person-{code}"


def _document(trace: Trace, key: bytes, private: bool) -> TraceDocument:
    document = unpack(trace.document.body)
    names = {
        seat.index: pseudonym(seat.person_id, key)
        for seat in trace.seats.all()
        if seat.person_id is not None
    }
    seats = tuple(
        msgspec.structs.replace(fact, name=names[fact.seat])
        if fact.kind == "person" and fact.seat in names
        else fact
        for fact in document.lab.seats
    )
    lab = msgspec.structs.replace(
        document.lab,
        id=trace.source or trace.digest,
        seats=seats,
        survey=_survey(getattr(trace, "survey", None), private),
    )
    first = {fact.seat: fact.name for fact in reversed(seats)}
    players = tuple(first.get(i, name) for i, name in enumerate(document.players))
    return msgspec.structs.replace(document, players=players, lab=lab)


def _survey(survey: Survey | None, private: bool) -> SurveyFact | None:
    if survey is None or not (survey.publish or private):
        return None
    return SurveyFact(
        intention=survey.intention,
        skill=survey.skill,
        like=survey.like,
        again=survey.again,
        background=survey.background,
        publish=survey.publish,
    )
