"""Changes that need the consent of the people present: ending the game early, taking moves back.

Agents always consent, and people who are absent or hidden are not asked. A proposal stands until
everyone has agreed, somebody declines, or a person moves. No move is taken back if an occupant of a
seat changes meanwhile.
"""

from agents.reasons.names import listed
from game.models import Note, Player, Seating
from game.tables.changes.guards import (
    refuse_unless_agent,
    refuse_unless_in_charge,
    refuse_unless_running,
    refuse_unless_seated,
)
from game.tables.changes.writing import advance, end_early, note
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, locked

END, UNDO = "end", "undo"


def give_up(slug: str, player: Player, expected_version: int) -> int:
    """End the game early, or propose it if other people are present; return the table's new
    version.

    Raise Refused if the player neither sits at the table nor created it for agents only, if the
    game is not running, or if the table is not at `expected_version`.
    """
    with locked(slug) as state:
        name = refuse_unless_in_charge(state, player)
        refuse_unless_running(state, expected_version)
        seat = state.seat_of(player.pk)
        if seat is None:
            return _end(state, name)
        return _ask(state, _new(state, END, seat))


def abandon(slug: str, player: Player) -> int:
    """End the game because a person leaves it for good, without asking the others; return the
    table's new version.

    Raise Refused if the person has no seat or the game is not running.
    """
    with locked(slug) as state:
        seat = refuse_unless_seated(state, player)
        refuse_unless_running(state)
        return _end(state, state.seats[seat].name)


def undo(slug: str, player: Player, expected_version: int) -> int:
    """Take back the player's last move and all later ones, or propose it if other people are
    present; return the table's new version.

    Raise Refused if the player has no seat, their last move cannot be taken back (`may_undo`), for
    example because somebody has changed seats since, if the game is not running, or if the table
    is not at `expected_version`.
    """
    with locked(slug) as state:
        seat = refuse_unless_seated(state, player)
        refuse_unless_running(state, expected_version)
        return _ask(state, _new(state, UNDO, seat) | {"turn": _turn_to_undo(state, seat)})


def may_undo(state: TableState, seat: int) -> bool:
    """Return whether this seat may ask to take back its last move.

    It may not before its first move, after anybody at the table has changed seats since its last
    move, in experiments and on the daily deal, and once the game is over.
    """
    try:
        return not state.over and _turn_to_undo(state, seat) > 0
    except Refused:
        return False


def _turn_to_undo(state: TableState, seat: int) -> int:
    """Return the turn of the seat's last move. Raise Refused if it cannot be taken back."""
    if state.table.fixed:
        where = "In an experiment" if state.table.drawn else "In the daily deal"
        raise Refused(Refusal.NOT_ALLOWED, f"{where} no move can be taken back.")
    turn = next((row.turn for row in reversed(state.moves) if row.seat == seat), None)
    if turn is None or state.playback is None:
        raise Refused(Refusal.NOT_ALLOWED, "You have not made a move yet.")
    if _seats_changed(state, turn):
        raise Refused(Refusal.NOT_ALLOWED, "Somebody has changed seats since your last move.")
    return turn


def _seats_changed(state: TableState, turn: int) -> bool:
    """Return whether a seat has a new occupant since move `turn` (from 1)."""
    return any(seat.from_turn >= turn for seat in state.seatings)


def answer(slug: str, player: Player, agreed: bool, expected_version: int) -> int:
    """Agree (`agreed`) to the open proposal to end the game or take moves back, or decline it;
    return the table's new version. Declining one's own proposal withdraws it.

    Raise Refused if the player has no seat, nothing is proposed, the game is not running, or
    `expected_version` is older than the proposal.
    """
    with locked(slug) as state:
        seat = refuse_unless_seated(state, player)
        refuse_unless_running(state)
        proposal = state.table.proposal
        if proposal is None:
            raise Refused(Refusal.NOT_ALLOWED, "There is nothing to agree to any more.")
        # Accept an older version: others may have agreed in the meantime.
        if expected_version < proposal["since"]:
            raise Refused(Refusal.STALE_VERSION)
        if agreed:
            return _ask(state, proposal | {"agreed": sorted({*proposal["agreed"], seat})})
        state.table.proposal = None
        if seat == proposal["seat"]:
            return advance(state.table, "proposal")
        wish = "take that back" if proposal["kind"] == UNDO else "end the game"
        return note(state, f"{state.seats[seat].name} does not want to {wish}.", "proposal")


def settle(slug: str) -> int | None:
    """Carry out the open proposal (to end the game or take moves back) if everyone still present
    has agreed; return the table's new version, or None if nothing was done.
    """
    with locked(slug) as state:
        proposal = state.table.proposal
        if state.over or proposal is None or still_asked(state, proposal["agreed"]):
            return None
        return _ask(state, proposal)


def still_asked(state: TableState, agreed: list[int]) -> list[Seating]:
    """Return the seatings of the people present who have not agreed to a proposal; `agreed` lists
    the seats that have.
    """
    return [seat for seat in state.seats if seat.waited_for and seat.index not in agreed]


def _new(state: TableState, kind: str, seat: int) -> dict[str, object]:
    return {"kind": kind, "seat": seat, "agreed": [seat], "since": state.table.version + 1}


def _ask(state: TableState, proposal: dict[str, object]) -> int:
    agreed, turn = proposal["agreed"], proposal.get("turn")
    assert isinstance(agreed, list)
    if isinstance(turn, int) and _seats_changed(state, turn):
        state.table.proposal = None
        return note(state, "Somebody has changed seats, so no move is taken back.", "proposal")
    state.table.proposal = proposal
    if still_asked(state, agreed):
        return advance(state.table, "proposal")
    state.table.proposal = None
    who = listed([state.seats[index].name for index in agreed])
    if proposal["kind"] == END:
        return _end(state, who)
    assert isinstance(turn, int)
    last = len(state.moves)
    turns = f"turn {turn}" if turn == last else f"turns {turn} to {last}"
    said = f"{who} took back {turns}."
    return note(state, said, "proposal", kind=Note.Kind.TAKEN_BACK, turn=turn)


def resign(slug: str, index: int, expected_version: int) -> int:
    """End the game because the agent at seat `index` gave up; return the table's new version.

    Raise Refused if no agent sits there, the game is not running, or the table is not at
    `expected_version`.
    """
    with locked(slug) as state:
        refuse_unless_running(state, expected_version)
        name = refuse_unless_agent(state, index).name
        return _end(state, name if state.blind else f"{name} knows no move here, and")


def _end(state: TableState, who: str) -> int:
    state.table.proposal = None
    return end_early(state, f"{who} ended the game.", "proposal")
