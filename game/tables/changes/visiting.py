"""Seats of agents that run elsewhere: joining, being replaced while unresponsive, and returning."""

from game.models import Seating
from game.tables.changes.guards import refuse_unless_open
from game.tables.changes.seats import SeatPlan, Visitor, assign
from game.tables.changes.sitting_in import let_sit_in
from game.tables.changes.waiting_room import asked, take_seat
from game.tables.changes.writing import note
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, locked


def welcome(slug: str, visitor: Visitor) -> tuple[int, int]:
    """Seat a visitor (an agent that runs outside this site); return its seat and the table's
    version.

    The seat is the one that the visitor already has, else one that a stand-in agent holds for it,
    else the first open one that is not kept for a person. Raise Refused if there is none or the
    visitor may not take it, or, with NOT_YOUR_TURN, if the stand-in is about to move: so a visitor
    that keeps reconnecting and failing delays nobody.
    """
    with locked(slug) as state:
        for seat in state.seats:
            if seat.visiting and seat.address == visitor.address:
                return seat.index, state.table.version
        for seat in state.seats:
            if seat.sits_for == visitor.title and not state.over:
                if state.game is not None and state.game.to_move == seat.index:
                    raise Refused(Refusal.NOT_YOUR_TURN)
                return seat.index, _back(state, seat.index, visitor)
        refuse_unless_open(state)
        if state.table.fixed:
            raise Refused(Refusal.NOT_ALLOWED, "No agent from elsewhere can join this game.")
        kept = asked(state)
        for seat in state.seats:
            if seat.kind == Seating.Kind.EMPTY and seat.index not in kept:
                return seat.index, take_seat(state, seat.index, SeatPlan(visitor=visitor))
        raise Refused(Refusal.SEAT_TAKEN)


def stand_in(slug: str, index: int, expected_version: int, why: str) -> int | None:
    """Let the default agent move for the unresponsive outside agent at seat `index`; return the
    table's new version.

    Return None if the game is over, the table is not at `expected_version`, or no outside agent
    sits there. `why` completes the line in the log, such as “which did not answer in time”.
    """
    with locked(slug) as state:
        if state.over or state.table.version != expected_version:
            return None
        seat = state.seats[index]
        return let_sit_in(state, index, f"for {seat.name}, {why}") if seat.visiting else None


def _back(state: TableState, index: int, visitor: Visitor) -> int:
    seat = assign(state.table, index, SeatPlan(visitor=visitor), from_turn=len(state.moves))
    state.table.trouble = ""
    return note(state, f"{seat.name} is back.", "trouble")
