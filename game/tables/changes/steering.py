"""Changes to a running game other than moves: pace, seats, hints, and ending it."""

from game.models import Note, Player, Seating
from game.tables.changes.guards import (
    refuse_unless_agent,
    refuse_unless_in_charge,
    refuse_unless_running,
    refuse_unless_seated,
)
from game.tables.changes.seats import SeatPlan, agent_for, assign
from game.tables.changes.writing import advance, end_early, note
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load, locked


def replace(slug: str, player: Player, index: int, address: str, expected_version: int) -> int:
    """Replace the agent at seat `index` by the one at `address`; return the table's new version.

    Raise Refused if the player may not steer the game, no agent sits there, the new agent may not
    sit there, the game is an experiment's or the daily deal's or not running, or the table is not
    at `expected_version`.
    """
    with locked(slug) as state:
        refuse_unless_in_charge(state, player)
        refuse_unless_running(state, expected_version)
        # First: a refusal by seat would tell whether an agent sits there.
        if state.table.drawn:
            raise Refused(Refusal.NOT_ALLOWED, "The agents of an experiment are drawn.")
        if state.table.fixed:
            raise Refused(
                Refusal.NOT_ALLOWED, "You play the daily deal with the partner you chose."
            )
        before = refuse_unless_agent(state, index)
        after = assign(
            state.table,
            index,
            SeatPlan(address=address),
            from_turn=len(state.moves),
            with_people=not state.bots_only,
        )
        state.table.trouble = ""
        return note(state, f"{after.name} plays on in place of {before.name}.", "trouble")


def take_over(slug: str, player: Player, index: int, expected_version: int) -> int:
    """Let a person take the agent's seat `index`; return the table's new version.

    Raise Refused unless the person created the table for agents only and has no seat, an agent
    sits at `index`, the other agents may play with people, the game is running, and the table is
    at `expected_version`.
    """
    with locked(slug) as state:
        refuse_unless_in_charge(state, player)
        refuse_unless_running(state, expected_version)
        if state.seat_of(player.pk) is not None:
            raise Refused(Refusal.SEAT_TAKEN, "You already sit at this table.")
        before = refuse_unless_agent(state, index)
        for seat in state.seats:
            if seat.kind == Seating.Kind.AGENT and seat.index != index:
                agent_for(state.table, seat.address, with_people=True, seated=True)
        after = assign(state.table, index, SeatPlan(player=player), from_turn=len(state.moves))
        state.table.paused, state.table.trouble = False, ""
        text = f"{after.name} plays on in place of {before.name}."
        return note(state, text, "paused", "trouble")


def set_paused(slug: str, player: Player, paused: bool) -> int:
    """Pause a table of agents (`paused`) or resume it, at the request of `player`, who created it;
    return the table's new version.

    Raise Refused if `player` may not steer the table or the game is not running, and on pausing if
    anybody but this site's agents has ever sat there.
    """
    with locked(slug) as state:
        refuse_unless_in_charge(state, player)
        refuse_unless_running(state)
        if paused and not state.bots_only:
            raise Refused(Refusal.NOT_ALLOWED, "Only a table without people can be paused.")
        state.table.paused = paused
        return advance(state.table, "paused")


def set_delay(slug: str, player: Player, milliseconds: int) -> int:
    """Set how many milliseconds agents wait before each move; return the table's new version.
    Raise Refused if the player neither sits at the table nor created it for agents only, or if
    players are hidden.
    """
    with locked(slug) as state:
        refuse_unless_in_charge(state, player)
        if state.blind:
            raise Refused(Refusal.NOT_ALLOWED, "Nobody sets the pace of hidden partners.")
        state.table.delay = milliseconds
        return advance(state.table, "delay")


def take_hint(slug: str, player: Player | None, expected_version: int) -> TableState:
    """Log that the person to move took a hint, at most once a turn; return the table's new state.

    Raise Refused if hints are not allowed at the table, it is not the person's turn, or the table
    is not at `expected_version`.
    """
    with locked(slug) as state:
        seat = refuse_unless_seated(state, player)
        playback = refuse_unless_running(state, expected_version)
        if not state.table.gives_hints:
            raise Refused(Refusal.NOT_ALLOWED, "There are no hints at this table.")
        if playback.last.to_move != seat:
            raise Refused(Refusal.NOT_YOUR_TURN)
        if any(n.kind == Note.Kind.HINT and n.turn == len(state.moves) + 1 for n in state.notes):
            return state
        note(state, f"{state.seats[seat].name} took a hint.", kind=Note.Kind.HINT)
    return load(slug)


def report_trouble(slug: str, index: int, text: str, expected_version: int) -> int | None:
    """Log that the agent at seat `index` failed, with the reason `text`, so that a person can
    choose another.

    Return the table's new version; None if the game is over or the table is no longer at
    `expected_version`.
    """
    with locked(slug) as state:
        if state.table.version != expected_version or state.over:
            return None
        if state.blind:
            text = "something went wrong"  # An error would name the agent.
        state.table.trouble = text
        return note(state, f"{state.seats[index].name} could not move: {text}", "trouble")


def close(slug: str, why: str) -> int:
    """End a running game with the line `why` in its log, or delete a table that never started;
    return the table's last version. Raise Refused if the game is over.
    """
    with locked(slug) as state:
        if state.playback is None:
            version = state.table.version
            state.table.delete()
            return version
        refuse_unless_running(state)
        return end_early(state, why)
