"""Convert tables of this site to traces, and traces to tables.

A table is stored when it finishes, or a day after it was abandoned. A trace that was not played
here is shown as a finished table on the replay page.
"""

import logging
from datetime import timedelta

import msgspec
from django.db import transaction
from django.db.models import Max, Q
from django.dispatch import receiver
from django.utils import timezone

from agents import registry
from analysis.models import Person, Trace
from analysis.traces.documents import ImportedPerson, ImportedTrace, document_of, game_of, unpack
from analysis.traces.filters import visible_to
from analysis.traces.storage import store_own
from game.live import database
from game.models import Note, Player, Seating, Table
from game.replays.recorded import recorded, seatings_of
from game.replays.trace_schema import Lab, SeatFact
from game.replays.traces import lab_of
from game.tables import changes
from game.tables.pseudonyms import pseudonym, without_names
from game.tables.state import TableState, load
from native.records import record_of

logger = logging.getLogger(__name__)

ABANDONED = timedelta(days=1)


def collect() -> int:
    """Store the traces of all finished or abandoned tables that have none, and return their
    number.
    """
    left_alone = Q(status=Table.Status.RUNNING, last__lt=timezone.now() - ABANDONED)
    tables = Table.objects.filter(trace=None, branch_of="").annotate(last=Max("moves__at"))
    due = tables.filter(Q(status=Table.Status.FINISHED) | left_alone)
    slugs = list(due.values_list("slug", flat=True))
    for slug in slugs:
        store_table(slug)
    return len(slugs)


@transaction.atomic
def store_table(slug: str) -> None:
    """Store the trace of the started table called `slug`. A trace that is already stored for it,
    such as one from when the table was abandoned, is replaced.

    A table that continues a replay is skipped, because its players have seen the cards. Raise
    Refused(NO_TABLE) if there is no such table, AssertionError if its game has not started.
    """
    state = load(slug)
    if state.table.branch_of:
        return
    Trace.objects.filter(table=state.table).delete()
    store_own(trace_of_table(state), state.table)


@receiver(changes.finished)
def store_finished_table(slug: str, **_: object) -> None:
    """Handle the signal that the table called `slug` has finished: store its trace after the call
    that finished it has returned. A failure is logged and does not reach the player.
    """
    database.afterwards(_store, slug)


def _store(slug: str) -> None:
    try:
        store_table(slug)
    except Exception:
        logger.exception("The trace of table %s was not stored.", slug)


def trace_of_table(state: TableState) -> ImportedTrace:
    """Return the trace of a started table in its present state, without people's names or the
    table's address.

    The address is left out because it is all that one needs to open the table.
    """
    lab = msgspec.convert(lab_of(state) | {"id": ""}, Lab)
    # A hidden agent is named: the trace is for analysis.
    seats = tuple(
        msgspec.structs.replace(fact, name=registry.title(seating.address))
        if seating.blind and seating.address
        else fact
        for fact, seating in zip(lab.seats, state.seatings, strict=True)
    )
    names = {s.name: pseudonym(s.index) for s in state.seatings if s.kind == Seating.Kind.PERSON}
    names |= {s.sits_for: pseudonym(s.index) for s in state.seatings if s.sits_for}
    notes = tuple(
        msgspec.structs.replace(note, text=without_names(note.text, names)) for note in lab.notes
    )
    lab = msgspec.structs.replace(lab, seats=seats, notes=notes)
    return ImportedTrace(
        document=document_of(state.position, lab, record_of(state.position)),
        game=state.position,
        people=tuple(_person_at(state, seat) for seat in range(state.table.players)),
        played=state.table.finished or (state.moves[-1].at if state.moves else None),
    )


def person_of(player: Player) -> Person:
    """Return the database row Person of a player, created if missing and updated to the player's
    current name.
    """
    person, _ = Person.objects.update_or_create(
        player=player,
        defaults={"name": player.name},
        create_defaults={"key": f"player:{player.pk}", "name": player.name},
    )
    return person


def _person_at(state: TableState, seat: int) -> ImportedPerson | None:
    """Return the person of a seat, from the deal on or in an agent's place.

    Irregular games count for nobody: if the deal was chosen, moves were taken back, a hint was
    given or an agent stood in, people knew more than they could see, or did not play themselves.
    """
    if state.irregular:
        return None
    players = (s.player for s in state.seatings if s.index == seat and s.player)
    player = next(players, None)
    if player is None:
        return None
    person = person_of(player)
    return ImportedPerson(person.key, person.collection, person.name)


def find(digest: str, player: Player | None) -> TableState | None:
    """Return the imported game whose trace has this digest, as a finished table for the replay
    page. `player` is the visitor, None for one without a player; return None if there is no such
    game or the visitor may not see it.
    """
    traces = Trace.objects.filter(visible_to(player), digest=digest, table__isnull=True)
    trace = traces.select_related("document").prefetch_related("seats__person").first()
    return _state(trace) if trace else None


def _state(trace: Trace) -> TableState:
    document = unpack(trace.document.body)
    lab = document.lab
    # People under the names shown in the list of games.
    people = {seat.index: seat.person for seat in trace.seats.all() if seat.person}

    def named(seat: SeatFact) -> str:
        return str(people.get(seat.seat, seat.name)) if seat.kind == "person" else seat.name

    return recorded(
        game_of(document),
        trace.digest,
        seatings_of(lab, named),
        lab.turns,
        [
            Note(version=note.turn, turn=note.turn, text=note.text, kind=note.kind)
            for note in lab.notes
        ],
        scoring=lab.scoring,
        help_level=lab.help,
        played=trace.played,
    )
