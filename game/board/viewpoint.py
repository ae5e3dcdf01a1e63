"""Through whose eyes a table is seen."""

from __future__ import annotations

from dataclasses import dataclass

from game.models import Player
from game.tables.state import TableState

ALL = "all"


@dataclass(frozen=True)
class Eyes:
    """A seat's or, with None, a spectator's; with all hands open or not."""

    seat: int | None
    open: bool
    steers: bool = False
    """May pause, step and change seats."""
    watching: bool = False
    """Sits nowhere, and only looks through the eyes of the seat."""


def eyes_of(state: TableState, player: Player | None, through: int | None = None) -> Eyes:
    """All hands are open once nobody has a secret: the game is over, or only agents play. Who
    watches agents may look ``through`` the eyes of a seat instead, until the end."""
    seat = state.seat_of(player.pk if player else None)
    bots = state.game is not None and state.bots_only
    host = player is not None and state.table.creator_id == player.pk
    steers = seat is not None or (bots and host)
    if seat is None and bots and through is not None:
        return Eyes(through, open=state.over, steers=steers, watching=True)
    return Eyes(seat, open=state.over or bots, steers=steers)


def read_eyes(text: str, players: int) -> int | None:
    """The seat of an address' ``?eyes=``, or None for all. Raises ValueError in words."""
    if text == ALL:
        return None
    if not (text.isascii() and text.isdecimal() and int(text) < players):
        raise ValueError("Eyes are «all» or the number of a seat.")
    return int(text)
