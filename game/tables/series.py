"""Games one after another: the same seats and settings, another deal each."""

from __future__ import annotations

from django.db import transaction

from game.models import Player, Seating, Table
from game.tables.changes import SeatPlan, advance, create
from game.tables.refusals import Refusal, Refused
from game.tables.siblings import next_of
from game.tables.state import load

# What the next game of a series takes over.
KEPT = ("variant", "scoring", "help", "reasons", "delay", "listed", "planned")


def play_again(slug: str, player: Player | None) -> Table:
    """The next game of the series: the same seats and settings, another deal."""
    with transaction.atomic():
        state = load(slug, lock=True)
        if not state.over:
            raise Refused(Refusal.ALREADY_STARTED, "This game is not over yet.")
        if state.table.drawn:
            raise Refused(Refusal.NOT_ALLOWED, "The next game of an experiment is drawn anew.")
        table, first = state.table, state.table.series or state.table
        follower = next_of(table)
        if follower is not None:
            return follower
        number = table.number + 1
        advance(table)
        return create(
            [_same_again(seat) for seat in state.seats],
            player or table.creator,
            series=first,
            number=number,
            seed=f"{first.seed} game {number}",
            **{name: getattr(table, name) for name in KEPT},
        )


def _same_again(seat: Seating) -> SeatPlan:
    alias = seat.name if seat.blind else ""
    return SeatPlan(player=seat.player, address=seat.address, alias=alias)
