"""Games one after another: the same seats and settings, another deal each."""

from __future__ import annotations

from django.db import transaction

from game.models import Player, Seating, Table
from game.tables.changes import SeatPlan, advance, create, refuse_unless_in_charge
from game.tables.refusals import Refusal, Refused
from game.tables.siblings import next_of
from game.tables.state import TableState, load

# What the next game of a series takes over.
KEPT = ("variant", "scoring", "help", "reasons", "delay", "listed", "planned")


def play_again(slug: str, player: Player | None) -> Table:
    """The next game of the series, which who sits there or set up its agents may ask for."""
    with transaction.atomic():
        state = load(slug, lock=True)
        refuse_unless_in_charge(state, player)
        return _next_game(state, player)


def go_on(slug: str) -> Table:
    """The next game of a series that agents play alone."""
    with transaction.atomic():
        return _next_game(load(slug, lock=True), None)


def _next_game(state: TableState, player: Player | None) -> Table:
    if not state.over:
        raise Refused(Refusal.ALREADY_STARTED, "This game is not over yet.")
    if state.table.drawn:
        raise Refused(Refusal.NOT_ALLOWED, "The next game of an experiment is drawn anew.")
    follower = next_of(state.table)
    if follower is not None:
        return follower
    advance(state.table)
    return create(
        [_same_again(seat) for seat in state.seats],
        player or state.table.creator,
        series=state.table.series or state.table,
        number=state.table.number + 1,
        **_deal(state),
        **{name: getattr(state.table, name) for name in KEPT},
    )


def _deal(state: TableState) -> dict[str, object]:
    """Agents go on with the deals of a seed that somebody chose. Where a person plays, or played,
    nobody can know the next deal."""
    first = state.table.series or state.table
    if not (first.seed_chosen and state.bots_only):
        return {}
    return {"seed": f"{first.seed} game {state.table.number + 1}", "seed_chosen": True}


def _same_again(seat: Seating) -> SeatPlan:
    alias = seat.name if seat.blind else ""
    return SeatPlan(player=seat.player, address=seat.address, alias=alias)
