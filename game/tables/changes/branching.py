"""Playing on differently: a table of one's own that begins in the middle of a game that is over.

It has the same cards and the moves so far. Who plays it has seen the cards, so it never counts in
any statistics.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from agents import registry
from agents.contract import AgentError
from game.models import Move as MoveRow
from game.models import Player, Table
from game.tables.changes.seats import SeatPlan, assign
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, deck_text, rules_of


def branch(
    state: TableState, name: str, turn: int, seat: int, player: Player, address: str = ""
) -> Table:
    """A table at which this person goes on from the seat after `turn` moves, and agents from the
    others: those at this address, or else those who sat there.

    `name` is the replay's, which need not be of a table of ours. Raises Refused.
    """
    assert state.playback is not None
    game = state.playback.positions[turn]
    if game.to_move is None:
        raise Refused(Refusal.GAME_OVER)
    if any(one.blind for one in state.seatings):
        raise Refused(Refusal.NOT_ALLOWED, "Your partner is not named yet.")
    like = state.table
    table = Table(
        players=game.rules.players,
        variant=like.variant,
        scoring=like.scoring,
        help=like.help,
        reasons=like.reasons,
        creator=player,
        listed=False,
        branch_of=name,
        branch_turn=turn,
    )
    if rules_of(table) != game.rules:
        raise Refused(Refusal.NOT_ALLOWED, "This game has rules that no table here plays by.")
    now = timezone.now()
    table.deck = deck_text(game.rules, game.deck)
    table.status, table.started, table.version = Table.Status.RUNNING, now, turn
    events = state.playback.events[:turn]
    usual = address or registry.default_for(game.rules).address
    with transaction.atomic():
        table.save()
        MoveRow.objects.bulk_create(
            MoveRow(
                table=table,
                turn=number,
                seat=event.seat,
                text=event.move.text(game.rules),
                version=number,
                at=now,
                thinking_ms=0,
            )
            for number, event in enumerate(events, start=1)
        )
        for index in range(game.rules.players):
            agent = address or _who_sat(state, index, turn) or usual
            plan = SeatPlan(player=player) if index == seat else SeatPlan(address=agent)
            assign(table, index, plan, from_turn=0)
    return table


def _who_sat(state: TableState, index: int, turn: int) -> str:
    """The agent that made the move there, if it may sit with people; a game from elsewhere may have
    had one that is not ours."""
    address = state.seat_at(index, turn).address
    try:
        registry.find(address).refuse_unless_seatable(rules_of(state.table), with_people=True)
    except AgentError:
        return ""
    return address
