"""From where a table is seen: from a seat, or from beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.models import Player, Table
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
    behind: int = 0
    """Sees the table as it was so many moves ago."""


def viewpoint_of(state: TableState, player: Player | None, through: int | None = None) -> Viewpoint:
    """All hands are open once nobody has a secret: the game is over, or only agents play. Who
    watches agents may look from a seat (``through``) instead, until the end. Raises ValueError, in
    words, for somebody who may not look on."""
    seat = state.seat_of(player.pk if player else None)
    if seat is None and state.table.kept_secret:
        raise ValueError("This is a game of the daily deal. You can look on when the day is over.")
    if seat is None and state.table.drawn:
        raise ValueError("Games of an experiment are for those who play them.")
    bots = state.game is not None and state.bots_only
    host = player is not None and state.table.creator_id == player.pk
    steers = seat is not None or (bots and host)
    if seat is None and through is not None and (bots or may_look(state)):
        behind = 0 if bots or state.over else state.table.watch_delay
        open_hands = state.over
        return Viewpoint(through, open=open_hands, steers=steers, watching=True, behind=behind)
    return Viewpoint(seat, open=state.over or bots, steers=steers)


def may_look(state: TableState) -> bool:
    """Whether people who sit nowhere may look from a seat of this table of people."""
    table = state.table
    return table.watching == Table.Watching.SEATS and state.playback is not None and not table.drawn


def is_closed(state: TableState, player: Player | None) -> bool:
    """Whether this person may not watch: the game is for those who play it, until it is over."""
    if state.table.watching != Table.Watching.CLOSED or state.playback is None or state.over:
        return False
    return state.seat_of(player.pk if player else None) is None


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
