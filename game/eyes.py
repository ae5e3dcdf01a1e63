"""Through whose eyes a table is seen."""

from __future__ import annotations

from dataclasses import dataclass

from game.models import Player
from game.state import TableState


@dataclass(frozen=True)
class Eyes:
    """A seat's or, with None, a spectator's; with all hands open or not."""

    seat: int | None
    open: bool
    steers: bool = False
    """May pause, step and change seats."""


def eyes_of(state: TableState, player: Player | None) -> Eyes:
    """All hands are open once nobody has a secret: the game is over, or only agents play."""
    seat = state.seat_of(player.pk if player else None)
    bots = state.game is not None and state.bots_only
    host = player is not None and state.table.creator_id == player.pk
    return Eyes(seat, open=state.over or bots, steers=seat is not None or (bots and host))
