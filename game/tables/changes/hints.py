"""Log that a person asked for the best moves, so that everybody at the table can see it."""

from game.models import Note, Player
from game.tables.changes.guards import refuse_unless_running, refuse_unless_seated
from game.tables.changes.writing import note
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load, locked


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
