"""Who is at the table right now. Seats are marked by their person's open sockets; the mark
fades by itself, because a killed process says goodbye to nobody."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from game.models import Player, Seating
from game.tables.refusals import Refused
from game.tables.state import TableState, load

FADES_AFTER = timedelta(minutes=2)


def is_present(seat: Seating) -> bool:
    """Agents always are; people while a socket of theirs was seen lately."""
    if seat.kind != Seating.Kind.PERSON:
        return True
    return seat.last_seen is not None and timezone.now() - seat.last_seen < FADES_AFTER


def of(state: TableState) -> list[bool]:
    return [is_present(seat) for seat in state.seats]


def mark(slug: str, player: Player | None, present: bool) -> list[bool] | None:
    """Note that a person came or went; the table's presence, or None if nothing changed."""
    if player is None:
        return None
    try:
        state = load(slug)
    except Refused:
        return None
    index = state.seat_of(player.pk)
    if index is None:
        return None
    seat = state.seats[index]
    Seating.objects.filter(pk=seat.pk).update(last_seen=timezone.now() if present else None)
    return of(load(slug))
