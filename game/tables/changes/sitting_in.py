"""Let an agent sit in for a person who is away or out of time, and give the seat back."""

from django.utils import timezone

from agents import registry
from game.models import AWAY_AFTER, Player, Seating, Table
from game.tables.cards import bot_for
from game.tables.changes.guards import refuse_unless_running, refuse_unless_seated
from game.tables.changes.seats import SeatPlan, assign
from game.tables.changes.writing import end_early, note
from game.tables.clocks import deadline
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, locked, rules_of


def sit_in(slug: str, player: Player, index: int, expected_version: int) -> int:
    """Let an agent move for the absent person at seat `index`, at the request of `player`, another
    person at the table; return the table's new version.

    Raise Refused if no other person holds that seat or they were there in the last 30 seconds, if
    `player` has no seat, in experiments and on the daily deal, or if the game is not running or
    the table not at `expected_version`.
    """
    with locked(slug) as state:
        mine = refuse_unless_seated(state, player)
        refuse_unless_running(state, expected_version)
        if state.table.fixed:
            text = "In an experiment no bot stands in for anybody. You can end the game."
            raise Refused(Refusal.NOT_ALLOWED, text)
        if index >= state.table.players or state.seats[index].kind != Seating.Kind.PERSON:
            raise Refused(Refusal.NOT_ALLOWED, "There is nobody a bot could stand in for.")
        seat = state.seats[index]
        if index == mine or seat.waited_for or _just_begun(state, seat):
            text = f"{seat.name} is here, or was within the last 30 seconds."
            raise Refused(Refusal.NOT_ALLOWED, text)
        return let_sit_in(state, index, f"for {seat.name}, who is away")


def let_sit_in(state: TableState, index: int, why: str) -> int:
    """Give a seat to an agent until its occupant returns (`_stand_in`); return the table's new
    version.

    `why` completes the line in the log, such as “for Ana, who is away”. Call within a transaction.
    """
    away = state.seats[index]
    plan = SeatPlan(address=_stand_in(state))
    agent = assign(state.table, index, plan, from_turn=len(state.moves))
    agent.player, agent.sits_for = away.player, away.name
    agent.save(update_fields=["player", "sits_for"])
    return note(state, f"{agent.name} moves {why}.")


def _stand_in(state: TableState) -> str:
    """Return the address of the agent that sits in for a person: the bot that plays the conventions
    on all convention cards at the table, so that open promises are kept; without cards, in
    experiments and on the daily deal, the default partner.
    """
    rules, agreed = rules_of(state.table), bot_for(state.seats)
    if agreed and not state.table.fixed and registry.find(agreed).plays_at(rules):
        return agreed
    return registry.partner_for(rules).address


def come_back(slug: str, player: Player) -> int | None:
    """Return a seat to its person, `player`, from the agent that moved for them; return the
    table's new version, or None if no agent moves for them or the game is over.
    """
    with locked(slug) as state:
        index = state.seat_of(player.pk)
        if index is None or state.over or not state.seats[index].sits_for:
            return None
        agent = state.seats[index]
        moves = sum(row.seat == index for row in state.moves[agent.from_turn :])
        seat = assign(state.table, index, SeatPlan(player=player), from_turn=len(state.moves))
        seat.last_seen, seat.left = timezone.now(), None
        seat.save(update_fields=["last_seen", "left"])
        state.table.trouble = ""
        return note(state, f"{seat.name} is back.{_told(moves, agent.name, seat.name)}", "trouble")


def time_out(slug: str, expected_version: int) -> int | None:
    """Give the seat of a person who is out of time to an agent, or end the game, as the table's
    creator chose.

    Return the table's new version; None if time is left, the table is not at `expected_version`,
    or the creator chose that nothing happens.
    """
    with locked(slug) as state:
        end = deadline(state)
        if state.table.version != expected_version or end is None or timezone.now() < end:
            return None
        late = state.played.last.to_move
        assert late is not None
        name = state.seats[late].name
        if state.table.at_zero == Table.AtZero.BOT:
            return let_sit_in(state, late, f"for {name}, whose time is up")
        if state.table.at_zero == Table.AtZero.END:
            return end_early(state, f"{name}'s time is up, so the game ended.")
        return None


def _told(moves: int, agent: str, person: str) -> str:
    """Return a sentence about the agent's moves meanwhile; empty if there were none."""
    if not moves:
        return ""
    count = "a move" if moves == 1 else f"{moves} moves"
    return f" Meanwhile {agent} made {count} for {person}."


def _just_begun(state: TableState, seat: Seating) -> bool:
    """Return whether the person has never been here and the game is less than 30 seconds old."""
    started = state.table.started
    return seat.last_seen is None and started is not None and timezone.now() - started < AWAY_AFTER
