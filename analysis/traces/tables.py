"""Our own tables become traces: when they finish, or a day after they were abandoned."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from agents import registry
from analysis.models import Person, Trace
from analysis.traces.anonymity import pseudonym, without_names
from analysis.traces.reading import ImportedPerson, ImportedTrace, document_of
from analysis.traces.schema import Lab, SeatFact
from analysis.traces.storage import store_own
from game.models import Player, Seating, Table
from game.replays.traces import trace_of
from game.tables.state import TableState, load
from native.records import record_of

ABANDONED = timedelta(days=1)


def collect() -> int:
    """Make traces of all tables that are due and have none; how many there were."""
    left_alone = Q(status=Table.Status.RUNNING, last__lt=timezone.now() - ABANDONED)
    tables = Table.objects.filter(trace=None, branch_of="").annotate(last=Max("moves__at"))
    due = tables.filter(Q(status=Table.Status.FINISHED) | left_alone)
    slugs = list(due.values_list("slug", flat=True))
    for slug in slugs:
        store_table(slug)
    return len(slugs)


@transaction.atomic
def store_table(slug: str) -> None:
    """Make the trace of a started table; one that was abandoned and went on is made anew. Who plays
    on from a replay has seen the cards: that makes no trace."""
    state = load(slug)
    if state.table.branch_of:
        return
    Trace.objects.filter(table=state.table).delete()
    store_own(trace_of_table(state), state.table)


def trace_of_table(state: TableState) -> ImportedTrace:
    """The trace of a started table, with nobody's name in it and without the table's address,
    which is all that one needs to open it."""
    assert state.game is not None
    seats = [_seat(seating) for seating in state.seatings]
    lab = msgspec.convert(trace_of(state, blind=False)["lab"] | {"id": "", "seats": seats}, Lab)
    names = {s.name: pseudonym(s.index) for s in state.seatings if s.kind == Seating.Kind.PERSON}
    names |= {s.sits_for: pseudonym(s.index) for s in state.seatings if s.sits_for}
    notes = tuple(
        msgspec.structs.replace(note, text=without_names(note.text, names)) for note in lab.notes
    )
    lab = msgspec.structs.replace(lab, notes=notes)
    return ImportedTrace(
        document=document_of(state.game, lab, record_of(state.game)),
        game=state.game,
        people=tuple(_somebody(state, seat) for seat in range(state.table.players)),
        played=state.table.finished or (state.moves[-1].at if state.moves else None),
    )


def _seat(seating: Seating) -> SeatFact:
    """Names the agent even if the table hides it: the trace is for analysis."""
    agent = seating.kind == Seating.Kind.AGENT
    return SeatFact(
        seat=seating.index,
        kind="agent" if agent else "person",
        name=registry.find(seating.address).title if seating.blind else seating.name,
        from_turn=seating.from_turn,
        agent=seating.address or None,
        version=seating.agent_version or None,
        sits_for_person=bool(seating.sits_for),
    )


def person_of(player: Player) -> Person:
    """The person behind a player, by the name they have now; made if there is none yet."""
    person, _ = Person.objects.update_or_create(
        player=player,
        defaults={"name": player.name},
        create_defaults={"key": f"player:{player.pk}", "name": player.name},
    )
    return person


def _somebody(state: TableState, seat: int) -> ImportedPerson | None:
    """The person who sat there, from the deal on or in an agent's place. Nobody counts where
    somebody chose the deal, moves were taken back or an agent sat in: there people knew more than
    they could see, or did not play themselves."""
    if state.irregular:
        return None
    players = (s.player for s in state.seatings if s.index == seat and s.player)
    player = next(players, None)
    if player is None:
        return None
    person = person_of(player)
    return ImportedPerson(person.key, person.collection, person.name)
