"""An agent sits in for a person who is away, and gives the seat back."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from agents import registry
from game.models import AWAY_AFTER, Player, Seating
from game.tables.changes.guards import (
    refuse_unless_current,
    refuse_unless_running,
    refuse_unless_seated,
)
from game.tables.changes.seats import SeatPlan, assign
from game.tables.changes.writing import note
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load, rules_of


def sit_in(slug: str, player: Player, index: int, expected_version: int) -> int:
    """Let an agent move for somebody who is away, by the wish of another person at the table."""
    with transaction.atomic():
        state = load(slug, lock=True)
        mine = refuse_unless_seated(state, player)
        refuse_unless_running(state)
        refuse_unless_current(state, expected_version)
        if index >= state.table.players or state.seats[index].kind != Seating.Kind.PERSON:
            raise Refused(Refusal.NOT_ALLOWED, "There is nobody a bot could stand in for.")
        seat = state.seats[index]
        if index == mine or seat.waited_for or _just_begun(state, seat):
            text = f"{seat.name} is here, or was within the last 30 seconds."
            raise Refused(Refusal.NOT_ALLOWED, text)
        return let_sit_in(state, index, f"for {seat.name}, who is away")


def let_sit_in(state: TableState, index: int, why: str) -> int:
    """Give a person's seat to the usual agent until they come back. Within a transaction."""
    away = state.seats[index]
    usual = registry.default_for(rules_of(state.table)).address
    agent = assign(state.table, index, SeatPlan(address=usual), from_turn=len(state.moves))
    agent.player, agent.sits_for = away.player, away.name
    agent.save(update_fields=["player", "sits_for"])
    return note(state, f"{agent.name} moves {why}.")


def come_back(slug: str, player: Player) -> int | None:
    """Give a person's seat back; None if no agent sits in for them."""
    with transaction.atomic():
        state = load(slug, lock=True)
        index = state.seat_of(player.pk)
        if index is None or state.over or not state.seats[index].sits_for:
            return None
        seat = assign(state.table, index, SeatPlan(player=player), from_turn=len(state.moves))
        seat.last_seen, seat.left = timezone.now(), None
        seat.save(update_fields=["last_seen", "left"])
        state.table.trouble = ""
        return note(state, f"{seat.name} is back.", "trouble")


def _just_begun(state: TableState, seat: Seating) -> bool:
    """Who has never been here is given the first 30 seconds of the game."""
    started = state.table.started
    return seat.last_seen is None and started is not None and timezone.now() - started < AWAY_AFTER
