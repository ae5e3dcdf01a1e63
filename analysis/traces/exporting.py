"""Traces for others: as documents, JSON lines and tables, people under pseudonyms that hold within
one export alone."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from hashlib import blake2b
from itertools import islice

import msgspec
import numpy as np
from django.db.models import QuerySet

from analysis.models import Trace
from analysis.tables import Table
from analysis.traces.packing import unpack
from analysis.traces.schema import SurveyFact, TraceDocument
from native.records.record import ActionKind

CHUNK = 500
MOST_SEATS = 6
LAST_MOVE = ActionKind.RANK
Names = Callable[[int], str]


def lines(
    traces: QuerySet[Trace], *, private: bool = False, names: Names | None = None
) -> Iterator[bytes]:
    """A line of JSON a trace, as `documents` has them."""
    found = documents(traces, private=private, names=names)
    return (msgspec.json.encode(one) + b"\n" for one in found)


def tables(traces: QuerySet[Trace], *, private: bool = False) -> Iterator[Table]:
    """The same as columns, a row a trace, some hundreds at a time: `id`, `collection`, `players`,
    `variant`, `started`, `stacks`, `zero`, `strikes`, `turns`, `end`, `seat_0` to `seat_5` (an
    agent's address or a person's pseudonym; empty where nobody sat), and `trace`, the whole in
    JSON."""
    found = documents(traces, private=private)
    while part := list(islice(found, CHUNK)):
        yield _table(part)


def documents(
    traces: QuerySet[Trace], *, private: bool = False, names: Names | None = None
) -> Iterator[TraceDocument]:
    """The traces. The same person has the same pseudonym in all of them, and another one in
    the next export, since the key they are made with is drawn anew and thrown away, unless
    `names` says what people are called by their ids. The moves themselves still identify a game.
    Answers that may not be published are left out unless `private` is set, for the experiment
    whose participants agreed to it."""
    key = secrets.token_bytes(32)
    called = names or (lambda person: pseudonym(person, key))
    whole = traces.select_related("document").prefetch_related("seats", "surveys")
    for trace in whole.order_by("pk").iterator(chunk_size=CHUNK):
        yield _document(trace, called, private)


def pseudonym(person_id: int, key: bytes) -> str:
    """Such as person-3f29a1b2c3d4: without the key nobody can make it or turn it back."""
    code = blake2b(str(person_id).encode(), key=key, digest_size=6).hexdigest()
    return f"person-{code}"


def _table(documents: list[TraceDocument]) -> Table:
    labs = [document.lab for document in documents]
    names = [_names(document) for document in documents]
    return Table(
        {
            "id": [lab.id for lab in labs],
            "collection": [lab.collection or "here" for lab in labs],
            "players": np.array([len(document.players) for document in documents]),
            "variant": [lab.variant for lab in labs],
            "started": [lab.started or "" for lab in labs],
            "stacks": np.array([lab.stacks for lab in labs]),
            "zero": np.array([lab.zero for lab in labs]),
            "strikes": np.array([lab.strikes for lab in labs]),
            "turns": np.array([_turns(document) for document in documents]),
            "end": [lab.end or "running" for lab in labs],
            **{f"seat_{seat}": [row[seat] for row in names] for seat in range(MOST_SEATS)},
            "trace": [msgspec.json.encode(document).decode() for document in documents],
        }
    )


def _names(document: TraceDocument) -> list[str]:
    """By seat who began there; empty for a seat that there is not."""
    first = {fact.seat: fact.agent or fact.name for fact in reversed(document.lab.seats)}
    named = [first.get(seat, name) for seat, name in enumerate(document.players)]
    return named + [""] * (MOST_SEATS - len(named))


def _turns(document: TraceDocument) -> int:
    """Moves, without the giving up that an export of hanab.live counts as one."""
    return sum(action.type <= LAST_MOVE for action in document.actions)


def _document(trace: Trace, called: Names, private: bool) -> TraceDocument:
    document = unpack(trace.document.body)
    names = {
        seat.index: called(seat.person_id)
        for seat in trace.seats.all()
        if seat.person_id is not None
    }
    seats = tuple(
        msgspec.structs.replace(fact, name=names[fact.seat])
        if fact.kind == "person" and fact.seat in names
        else fact
        for fact in document.lab.seats
    )
    answers = _surveys(trace, private)
    lab = msgspec.structs.replace(
        document.lab,
        id=trace.source or trace.digest,
        seats=seats,
        survey=answers[0] if answers else None,
        more_surveys=tuple(answers[1:]),
    )
    first = {fact.seat: fact.name for fact in reversed(seats)}
    players = tuple(first.get(i, name) for i, name in enumerate(document.players))
    return msgspec.structs.replace(document, players=players, lab=lab)


def _surveys(trace: Trace, private: bool) -> list[SurveyFact]:
    """Seat by seat, the first person's without a seat; last those of people who are not known."""
    seats = {seat.person_id: seat.index for seat in trace.seats.all() if seat.person_id}
    first = min(seats.values(), default=None)
    known = [(seats.get(one.person_id or 0, MOST_SEATS), one) for one in trace.surveys.all()]
    known.sort(key=lambda pair: pair[0])
    return [
        SurveyFact(
            seat=None if seat in (first, MOST_SEATS) else seat,
            intention=survey.intention,
            skill=survey.skill,
            like=survey.like,
            again=survey.again,
            answers=survey.answers,
            background=survey.background,
            publish=survey.publish,
        )
        for seat, survey in known
        if survey.publish or private
    ]
