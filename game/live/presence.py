"""People come to a table and go: their seat is marked while a socket of theirs is open."""

from __future__ import annotations

from django.utils import timezone

from game.models import Player, Seating
from game.tables.refusals import Refused
from game.tables.state import load


def mark(slug: str, player: Player | None, present: bool) -> list[bool] | None:
    """Note that a person came or went; who is present at each seat, or None if nothing changed."""
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
    seat.last_seen = timezone.now() if present else None
    Seating.objects.filter(pk=seat.pk).update(last_seen=seat.last_seen)
    return [seated.present for seated in state.seats]
