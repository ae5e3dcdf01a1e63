"""People come to a table and go: their seat is marked while a socket of theirs is open."""

from __future__ import annotations

from django.utils import timezone

from game.live import watchers
from game.models import Player, Seating
from game.tables.rows import update
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
    update(seats[index], *changed)
    now = [seated.present for seated in seats]
    return None if now == before else seats


def stood_in_for(state: TableState, player: Player) -> bool:
    """Whether an agent sits in for this person."""
    index = state.seat_of(player.pk)
    return index is not None and bool(state.seats[index].sits_for) and not state.over


def summary(state: TableState) -> dict[str, object]:
    """Who is here, since when the others are not, and how many watch, for the sockets."""
    away = [seat.away_since for seat in state.seats]
    return {
        "present": [seat.present for seat in state.seats],
        "away_since": [moment and moment.timestamp() for moment in away],
        "watching": watchers.count(state),
    }
