"""A seat's row: who played it, with whom, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analysis.models import Person, Trace, TraceSeat
from analysis.traces.reading import ImportedTrace
from analysis.traces.schema import Lab
from native import End
from native.play.measures import measures, pooled
from native.play.style import Style, styles

ENDED = {End.PERFECT, End.STRIKEOUT, End.OUT_OF_TURNS, End.NOTHING_LEFT}
"""Ends by the rules; a game that was given up has no score to compare."""

PARTNER_COLUMNS = {
    field.name for field in TraceSeat._meta.fields if field.name.startswith("partner_")
}

Who = Mapping[str, str]


def trace_fields(read: ImportedTrace) -> dict[str, object]:
    """The columns of a trace but its digest."""
    lab = read.document.lab
    return {
        "collection": lab.collection,
        "source": read.source[:200],
        "variant": lab.variant,
        "players": read.game.rules.players,
        "scoring": lab.scoring,
        "help": lab.help,
        "played": read.played,
        "ending": lab.end or "running",
        "stacks": lab.stacks,
        "zero": lab.zero,
        "strikes": lab.strikes,
        "turns": read.game.turn,
    }


def seats_of(trace: Trace, read: ImportedTrace, people: Mapping[str, Person]) -> list[TraceSeat]:
    """A row for each seat of a saved trace, not yet saved; `people` by key."""
    seats = styles(read.game)
    who = [_who(read.document.lab, seat) for seat in range(len(seats))]
    persons = [_person(read, seat, people) for seat in range(len(seats))]
    return [
        TraceSeat(
            trace=trace,
            index=seat,
            person=persons[seat],
            with_person=_only([p for i, p in enumerate(persons) if p and i != seat]),
            collection=trace.collection,
            variant=trace.variant,
            players=trace.players,
            help=trace.help,
            played=trace.played,
            finished=read.game.end in ENDED,
            struck=read.game.end is End.STRIKEOUT,
            stacks=trace.stacks,
            zero=trace.zero,
            **who[seat],
            **_company(who, seat),
            **_counts(style),
            **_partners([other for i, other in enumerate(seats) if i != seat]),
        )
        for seat, style in enumerate(seats)
    ]


def _who(lab: Lab, seat: int) -> dict[str, str]:
    """Who played a seat; several one after another count for none of them."""
    sitters = [fact for fact in lab.seats if fact.seat == seat]
    if len(sitters) > 1:
        return {"kind": TraceSeat.Kind.CHANGED, "address": "", "version": ""}
    (only,) = sitters
    return {"kind": only.kind, "address": only.agent or "", "version": only.version or ""}


def _person(read: ImportedTrace, seat: int, people: Mapping[str, Person]) -> Person | None:
    somebody = read.people[seat]
    return people[somebody.key] if somebody else None


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


def _counts(style: Style) -> dict[str, object]:
    return {
        "turns": style.turns,
        "tallies": dict(style.tallies),
        "told": style.told,
        "idle_clues": style.idle_clues,
        "tellings": list(style.tellings),
        "lost_tokens": style.lost_tokens,
        "risks": [round(risk, 6) for risk in style.risks],
    }


def _partners(others: Sequence[Style]) -> dict[str, float | None]:
    """The measures of the other seats as one, those that have a column."""
    together = measures(pooled(other.tallies for other in others))
    return {
        column: value
        for name, value in together.items()
        if (column := f"partner_{name}") in PARTNER_COLUMNS
    }
