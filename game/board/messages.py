"""Frames as they go to the sockets: made once for all who look from the same place."""

from __future__ import annotations

from game import protocol as p
from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.tables.state import TableState


def whole(state: TableState, viewpoint: Viewpoint) -> str:
    """All of the table."""
    return _made_once(state, viewpoint, only_new=False)


def update(state: TableState, viewpoint: Viewpoint) -> str:
    """For who holds the version before: of the log only what is new."""
    return _made_once(state, viewpoint, only_new=True)


def _made_once(state: TableState, viewpoint: Viewpoint, *, only_new: bool) -> str:
    present = tuple(seat.present for seat in state.seats)
    key = (viewpoint, only_new, present)
    if key not in state.messages:
        version = state.table.version
        seen = frame(state, viewpoint, log_from=version if only_new else 0)
        message = p.Update(version, seen) if only_new else p.WholeFrame(version, seen)
        state.messages[key] = p.encode(message)
    return state.messages[key]
