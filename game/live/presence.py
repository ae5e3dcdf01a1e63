"""People come to a table and go: their seat is marked while a socket of theirs is open."""

from __future__ import annotations

from django.utils import timezone

from game.models import Player, Seating
from game.tables.state import TableState


def mark(state: TableState, player: Player | None, present: bool) -> list[bool] | None:
    """Note that a person came or went; who is present at each seat, or None if nothing changed."""
    index = state.seat_of(player.pk if player else None)
    if index is None:
        return None
    seats = state.seats
    before = [seated.present for seated in seats]
    seats[index].last_seen = timezone.now() if present else None
    Seating.objects.filter(pk=seats[index].pk).update(last_seen=seats[index].last_seen)
    now = [seated.present for seated in seats]
    return None if now == before else now
