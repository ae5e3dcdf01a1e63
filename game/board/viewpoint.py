"""From where a table is seen: from a seat, or from beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.models import Player
from game.tables.state import TableState

ALL = "all"


@dataclass(frozen=True)
class Viewpoint:
    """A seat, or with None a spectator's; with all hands open or not."""

    seat: int | None
    open: bool
    steers: bool = False
    """May pause, step and change seats."""
    watching: bool = False
    """Sits nowhere, and only looks from the seat."""


def viewpoint_of(state: TableState, player: Player | None, through: int | None = None) -> Viewpoint:
    """All hands are open once nobody has a secret: the game is over, or only agents play. Who
    watches agents may look from a seat (``through``) instead, until the end."""
    seat = state.seat_of(player.pk if player else None)
    bots = state.game is not None and state.bots_only
    host = player is not None and state.table.creator_id == player.pk
    steers = seat is not None or (bots and host)
    if seat is None and bots and through is not None:
        return Viewpoint(through, open=state.over, steers=steers, watching=True)
    return Viewpoint(seat, open=state.over or bots, steers=steers)


def asked_viewpoint(query: Mapping[str, str]) -> str:
    """What an address asks for by ``?seat=``; older links say ``?eyes=``."""
    return query.get("seat", query.get("eyes", ALL))


def read_viewpoint(text: str, players: int) -> int | None:
    """The seat that was asked for, or None for all. Raises ValueError in words."""
    if text == ALL:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) == 1 and int(text) < players):
        raise ValueError('Look from "all" or from the number of a seat.')
    return int(text)
