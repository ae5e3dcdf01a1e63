"""A stored trace that was not played here, as a finished table for the replay page."""

from __future__ import annotations

from analysis.models import Trace
from analysis.traces.filters import visible_to
from analysis.traces.packing import game_of, unpack
from analysis.traces.schema import Lab
from game.models import Note, Player, Seating
from game.replays.recorded import recorded
from game.tables.state import TableState


def find(digest: str, player: Player | None) -> TableState | None:
    """The trace's game, if it is there and this person may see it."""
    traces = Trace.objects.filter(visible_to(player), digest=digest, table__isnull=True)
    trace = traces.select_related("document").prefetch_related("seats__person").first()
    return _state(trace) if trace else None


def _state(trace: Trace) -> TableState:
    lab = unpack(trace.document.body).lab
    return recorded(
        game_of(trace.document.body),
        trace.digest,
        _seatings(trace, lab),
        {fact.turn: fact for fact in lab.turns},
        [Note(version=note.turn, turn=note.turn, text=note.text) for note in lab.notes],
        scoring=lab.scoring,
        help_level=lab.help,
        played=trace.played,
    )


def _seatings(trace: Trace, lab: Lab) -> list[Seating]:
    """People under the names that the list of games shows."""
    people = {seat.index: seat.person for seat in trace.seats.all() if seat.person}
    return [
        Seating(
            index=fact.seat,
            from_turn=fact.from_turn,
            kind=fact.kind,
            name=str(people.get(fact.seat, fact.name)) if fact.kind == "person" else fact.name,
            address=fact.agent or "",
            agent_version=fact.version or "",
        )
        for fact in lab.seats
    ]
