"""Encode table states as messages for sockets, once for all receivers that share a viewpoint."""

from game import protocol as p
from game.board.perspective import frame, seen
from game.board.viewpoint import Viewpoint
from game.models import Note
from game.tables.state import TableState

Basis = tuple[Viewpoint, tuple[tuple[str, bool], ...]]


def basis(state: TableState, viewpoint: Viewpoint) -> Basis:
    """Return a key of everything that determines the texts of the log: the viewpoint, and for each
    occupant, present or former, the shown name and whether the identity is hidden.

    If the key has changed since a client's last frame, the log lines that the client has are out
    of date, and the client needs a whole frame: once the game is over, for example, reasons say
    more and strangers see pseudonyms.
    """
    return viewpoint, tuple((seating.name, seating.blind) for seating in state.seatings)


def whole(state: TableState, viewpoint: Viewpoint) -> str:
    """Return the JSON message `frame` with the whole state of the table, as this viewpoint may see
    it.
    """
    return _made_once(state, viewpoint, only_new=False)


def update(state: TableState, viewpoint: Viewpoint) -> str:
    """Return the JSON message `update` for a client of this viewpoint that holds the previous
    version of the table.

    Its log has only the lines that are new. If moves were taken back or the viewer is delayed,
    return the message `frame` with the whole state instead.
    """
    last = state.notes[-1] if state.notes else None
    if viewpoint.behind:
        return whole(state, viewpoint)
    if last and last.version == state.table.version and last.kind == Note.Kind.TAKEN_BACK:
        return whole(state, viewpoint)
    return _made_once(state, viewpoint, only_new=True)


def _made_once(state: TableState, viewpoint: Viewpoint, *, only_new: bool) -> str:
    """Return the JSON message, an update if `only_new`, cached in the state by viewpoint, kind of
    message and presence.
    """
    present = tuple((seat.present, seat.away_since) for seat in state.seats)
    key = (viewpoint, only_new, present)
    if key not in state.messages:
        version = state.table.version
        shown = frame(state, viewpoint, version) if only_new else seen(state, viewpoint)
        message = p.Update(version, shown) if only_new else p.WholeFrame(version, shown)
        state.messages[key] = p.encode(message)
    return state.messages[key]
