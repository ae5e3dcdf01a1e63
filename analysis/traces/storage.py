"""Store imported traces: rows for queries, with the compressed document beside them.

A trace has one row for the game, and one per seat with its measures.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from django.db import transaction

from analysis.models import Document, Person, Survey, Trace, TraceSeat
from analysis.traces.documents import ImportedPerson, ImportedTrace, digest, pack
from game.models import Table
from game.replays.trace_schema import ANSWERS, Lab
from native import End
from native.play.measures import Style, measures, pooled, styles

ENDED = {End.PERFECT, End.STRIKEOUT, End.OUT_OF_TURNS, End.NOTHING_LEFT}
"""The ends of a game by the rules; an abandoned game has no comparable score."""

PARTNER_COLUMNS = {
    field.name for field in TraceSeat._meta.fields if field.name.startswith("partner_")
}

COPIED = ("collection", "variant", "players", "help", "played", "stacks", "zero")
"""The columns of a TraceSeat that are copied from its trace."""

Who = Mapping[str, str]


@transaction.atomic
def store(imported: Sequence[ImportedTrace]) -> list[Trace]:
    """Store those of the imported traces that are not stored yet, and return their database rows;
    repeating the call changes nothing.

    A person who is public in one of them becomes public in all their games.
    """
    traces = _store({digest(trace.document): trace for trace in imported})
    people = [person for trace in imported for person in trace.people if person]
    public = {person.key for person in people if person.public}
    Person.objects.filter(key__in=public, public=False).update(public=True)
    return traces


@transaction.atomic
def store_own(own: ImportedTrace, table: Table) -> None:
    """Store the trace `own` of the game played at `table`, a table of this site, and link it to
    the table. It is stored even if another game had the same rules, deck and moves.
    """
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
    rows = [Trace(digest=key, **trace_fields(one)) for key, one in new.items()]
    traces = Trace.objects.bulk_create(rows)
    bodies = [Document(trace=trace, body=pack(new[trace.digest].document)) for trace in traces]
    Document.objects.bulk_create(bodies)
    seats = [seat for trace in traces for seat in seats_of(trace, new[trace.digest], people)]
    TraceSeat.objects.bulk_create(seats)
    Survey.objects.bulk_create(_surveys(traces, new, seats))
    return traces


def _people(imported: Iterable[ImportedPerson]) -> dict[str, Person]:
    by_key = {person.key: Person(**asdict(person)) for person in imported}
    Person.objects.bulk_create(by_key.values(), ignore_conflicts=True)
    return {person.key: person for person in Person.objects.filter(key__in=by_key)}


def _surveys(
    traces: Sequence[Trace], imported: dict[str, ImportedTrace], seats: Sequence[TraceSeat]
) -> list[Survey]:
    """Return the survey rows; answers without a seat belong to the first person of their game."""
    people = {seat.trace_id: seat.person for seat in reversed(seats) if seat.person}
    seated = {(seat.trace_id, seat.index): seat.person for seat in seats}
    found: dict[tuple[int, int | None], Survey] = {}
    for trace in traces:
        lab = imported[trace.digest].document.lab
        for answer in filter(None, (lab.survey, *lab.more_surveys)):
            seat = answer.seat
            person = people.get(trace.pk) if seat is None else seated.get((trace.pk, seat))
            columns = {name: getattr(answer, name) for name in ANSWERS}
            # Only the first answers of a person count.
            key = trace.pk, person.pk if person else None
            found.setdefault(key, Survey(trace=trace, person=person, **columns))
    return list(found.values())


def trace_fields(read: ImportedTrace) -> dict[str, object]:
    """Return the values of the database columns of the trace of an imported game, by column,
    except the digest.
    """
    lab = read.document.lab
    of_lab = ("collection", "variant", "scoring", "help", "stacks", "zero", "strikes")
    return {name: getattr(lab, name) for name in of_lab} | {
        "source": read.source[:200],
        "players": read.game.rules.players,
        "played": read.played,
        "ending": lab.end or "running",
        "turns": read.game.turn,
    }


def seats_of(trace: Trace, read: ImportedTrace, people: Mapping[str, Person]) -> list[TraceSeat]:
    """Return one unsaved TraceSeat for each seat of the saved trace `trace`. Its game and people
    are in `read`; `people` has the database rows of these people by `ImportedPerson.key`.
    """
    seats = styles(read.game)
    who = [_who(read.document.lab, seat) for seat in range(len(seats))]
    persons = [people[one.key] if one else None for one in read.people]
    return [
        TraceSeat(
            trace=trace,
            index=seat,
            person=persons[seat],
            with_person=_only([p for i, p in enumerate(persons) if p and i != seat]),
            finished=read.game.end in ENDED,
            struck=read.game.end is End.STRIKEOUT,
            **{name: getattr(trace, name) for name in COPIED},
            **who[seat],
            **_company(who, seat),
            **vars(style) | {"risks": [round(risk, 6) for risk in style.risks]},
            **_partners([other for i, other in enumerate(seats) if i != seat]),
        )
        for seat, style in enumerate(seats)
    ]


def _who(lab: Lab, seat: int) -> dict[str, str]:
    """Return who played a seat; a seat that changed hands counts for none of its players."""
    sitters = [fact for fact in lab.seats if fact.seat == seat]
    if len(sitters) > 1:
        return {"kind": TraceSeat.Kind.CHANGED, "address": "", "version": ""}
    (only,) = sitters
    return {"kind": only.kind, "address": only.agent or "", "version": only.version or ""}


def _only(people: Sequence[Person]) -> Person | None:
    return people[0] if len(people) == 1 else None


def _company(who: Sequence[Who], seat: int) -> dict[str, str]:
    others = [other for i, other in enumerate(who) if i != seat]
    addresses = {other["address"] for other in others}
    partner = addresses.pop() if len(addresses) == 1 else ""
    if any(other["kind"] != TraceSeat.Kind.AGENT for other in others):
        company = TraceSeat.Company.PEOPLE
    elif partner == who[seat]["address"]:
        company = TraceSeat.Company.SELF
    else:
        company = TraceSeat.Company.AGENTS
    return {"company": company, "partner": partner}


def _partners(others: Sequence[Style]) -> dict[str, float | None]:
    """Return the measures of the other seats combined, for those that have a column."""
    together = measures(pooled(other.tallies for other in others))
    return {
        column: value
        for name, value in together.items()
        if (column := f"partner_{name}") in PARTNER_COLUMNS
    }
