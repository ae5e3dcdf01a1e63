"""People come to a table and go: their seat is marked while a socket of theirs is open."""

from __future__ import annotations

from django.utils import timezone

from game.models import PRESENCE_FADES_AFTER, Onlooker, Player, Seating
from game.tables.state import TableState


def mark(state: TableState, player: Player | None, present: bool) -> list[Seating] | None:
    """Note that a person came or went; the seats as they are then, or None if nothing changed."""
    index = state.seat_of(player.pk if player else None)
    if index is None:
        return None
    seats = state.seats
    before = [seated.present for seated in seats]
    moment = timezone.now()
    changed = {"last_seen": moment, "left": None} if present else {"left": moment}
    for name, value in changed.items():
        setattr(seats[index], name, value)
    Seating.objects.filter(pk=seats[index].pk).update(**changed)
    now = [seated.present for seated in seats]
    return None if now == before else seats


def stood_in_for(state: TableState, player: Player) -> bool:
    """Whether an agent sits in for this person."""
    index = state.seat_of(player.pk)
    return index is not None and bool(state.seats[index].sits_for) and not state.over


def look_on(state: TableState, socket: str, present: bool) -> None:
    """Note that somebody watches who does not sit here, or watches no more."""
    now = timezone.now()
    if present:
        Onlooker.objects.update_or_create(
            socket=socket, defaults={"table_id": state.table.pk, "seen": now}
        )
    else:
        Onlooker.objects.filter(socket=socket).delete()
    # A killed process says goodbye for nobody.
    Onlooker.objects.filter(table=state.table, seen__lt=now - PRESENCE_FADES_AFTER).delete()


def summary(state: TableState) -> dict[str, object]:
    """Who is here, since when the others are not, and how many watch, for the sockets."""
    away = [seat.away_since for seat in state.seats]
    return {
        "present": [seat.present for seat in state.seats],
        "away_since": [moment and moment.timestamp() for moment in away],
        "watching": Onlooker.objects.filter(table=state.table).count(),
    }
