"""Frames as they go to the sockets: made once for all who look from the same place."""

from __future__ import annotations

from game import protocol as p
from game.board.perspective import frame, seen
from game.board.viewpoint import Viewpoint
from game.models import Note
from game.tables.state import TableState


def whole(state: TableState, viewpoint: Viewpoint) -> str:
    """All of the table."""
    return _made_once(state, viewpoint, only_new=False)


def update(state: TableState, viewpoint: Viewpoint) -> str:
    """For who holds the version before: of the log only what is new, unless lines are gone."""
    last = state.notes[-1] if state.notes else None
    if viewpoint.behind:
        return whole(state, viewpoint)
    if last and last.version == state.table.version and last.kind == Note.Kind.TAKEN_BACK:
        return whole(state, viewpoint)
    return _made_once(state, viewpoint, only_new=True)


def _made_once(state: TableState, viewpoint: Viewpoint, *, only_new: bool) -> str:
    present = tuple((seat.present, seat.away_since) for seat in state.seats)
    key = (viewpoint, only_new, present)
    if key not in state.messages:
        version = state.table.version
        shown = frame(state, viewpoint, version) if only_new else seen(state, viewpoint)
        message = p.Update(version, shown) if only_new else p.WholeFrame(version, shown)
        state.messages[key] = p.encode(message)
    return state.messages[key]
