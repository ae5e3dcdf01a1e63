"""Branching off a finished game: a private table that starts from one of its positions.

It has the game's deck and its moves so far. Its player has seen the cards, so it counts in no
statistics.
"""

from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from agents import registry
from agents.contract import AgentError
from game.models import Move as MoveRow
from game.models import Player, Table
from game.tables.changes.seats import SeatPlan, assign
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, deck_text, move_rows, rules_of


def branch(
    state: TableState, name: str, turn: int, seat: int, player: Player, address: str = ""
) -> Table:
    """Create a table that continues the game of `state` after `turn` moves, with `player` at
    `seat` and agents elsewhere.

    With an `address`, copies of the agent there take all other seats. With an empty one, the agent
    that held a seat after `turn` moves takes it again; the default agent takes the seats that
    people held, and those of agents that are unknown here or may not play with people. `name` is
    the game's name in its replay's address; the game may come from elsewhere, such as an upload.
    Raise Refused if the game is over at that turn, no table of this site can have its rules, or a
    player's identity is hidden.
    """
    game = state.played.positions[turn]
    if game.to_move is None:
        raise Refused(Refusal.GAME_OVER)
    if state.blind:
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
        trust=like.trust,
        branch_of=name,
        branch_turn=turn,
    )
    # A table plays to the end where a game of hanab.live stops: with nothing left to score.
    if rules_of(table) != replace(game.rules, stop_when_nothing_left=False):
        raise Refused(Refusal.NOT_ALLOWED, "This game has rules that no table here plays by.")
    now = timezone.now()
    table.deck = deck_text(game.rules, game.deck)
    table.status, table.started, table.version = Table.Status.RUNNING, now, turn
    events = state.played.events[:turn]
    usual = address or registry.partner_for(game.rules).address
    with transaction.atomic():
        table.save()
        MoveRow.objects.bulk_create(move_rows(game.rules, events, now, table=table))
        for index in range(game.rules.players):
            agent = address or _who_sat(state, index, turn) or usual
            plan = SeatPlan(player=player) if index == seat else SeatPlan(address=agent)
            assign(table, index, plan, from_turn=0)
    return table


def _who_sat(state: TableState, index: int, turn: int) -> str:
    """Return the address of the seat's agent if it may play with people; empty otherwise.

    An imported game may name an agent that is unknown here.
    """
    address = state.seat_at(index, turn).address
    try:
        registry.find(address).refuse_unless_welcome(rules_of(state.table), with_people=True)
    except AgentError:
        return ""
    return address
