"""People's clocks, computed from the moves, so no clock state is stored."""

from datetime import datetime, timedelta

from game.models import Note, Seating
from game.tables.state import TableState

VISITORS_TIME = timedelta(seconds=30)
"""Time per move for an agent that runs elsewhere, including a reconnection."""
AT_LEAST = 5.0
"""The fewest seconds a person has for a move, even if their clock has run out."""


def has_clock(state: TableState) -> bool:
    """Return whether the table has clocks: they need a time limit and at least one person."""
    table = state.table
    return bool(table.clock_base or table.clock_move) and not state.bots_only


def left(state: TableState, index: int) -> float | None:
    """Return the seconds that the person at seat `index` had on their game clock when the current
    turn began, at least AT_LEAST; None for agents and at tables without a game clock.

    A clock does not go below zero, and every move adds the increment.
    """
    table = state.table
    if not table.clock_base or state.seats[index].kind != Seating.Kind.PERSON:
        return None
    seconds = float(table.clock_base)
    for row in state.moves:
        if row.seat == index:
            seconds = max(0.0, seconds - row.thinking_ms / 1000) + table.clock_increment
    return max(AT_LEAST, seconds)


def deadline(state: TableState) -> datetime | None:
    """Return when the time of the person to move runs out; None without a clock, or if no person
    is to move.

    A person who returned during the turn has at least the time for one move (the increment or the
    limit per move) from their return on.
    """
    game, began = state.game, turn_began(state)
    if not has_clock(state) or game is None or game.to_move is None or began is None:
        return None
    seat, table = state.seats[game.to_move], state.table
    if state.over or seat.kind != Seating.Kind.PERSON:
        return None
    end = began + _shortest(left(state, seat.index), table.clock_move)
    if seat.since is not None and seat.since > began:
        increment = max(AT_LEAST, table.clock_increment) if table.clock_base else None
        end = max(end, seat.since + _shortest(increment, table.clock_move))
    return end


def _shortest(of_game: float | None, of_move: int) -> timedelta:
    """Return the shorter of the limits that are set (in seconds)."""
    return timedelta(seconds=min(one for one in (of_game, of_move) if one))


def visitor_deadline(state: TableState) -> datetime | None:
    """Return the deadline for the move of an agent that runs elsewhere; None unless such an agent
    is to move.
    """
    game, began = state.game, turn_began(state)
    if game is None or game.to_move is None or began is None or state.over:
        return None
    return began + VISITORS_TIME if state.seats[game.to_move].visiting else None


def turn_began(state: TableState) -> datetime | None:
    """Return when the current turn began: with the last move, the last taking back of moves, or
    the start of the game. None before the start.
    """
    moments = [state.table.started, *(row.at for row in state.moves[-1:])]
    moments += [note.at for note in state.notes if note.kind == Note.Kind.TAKEN_BACK]
    return max((moment for moment in moments if moment), default=None)
