"""Viewpoints: the seat from which a person sees a table, or a spectator's place beside it."""

from collections.abc import Mapping
from dataclasses import dataclass

from game.models import Player, Table
from game.tables.state import TableState

ALL = "all"


@dataclass(frozen=True)
class Viewpoint:
    """The seat from which a person sees a table (None for a spectator without one), and whether all
    hands are open to them.
    """

    seat: int | None
    open: bool
    steers: bool = False
    """Whether the viewer may pause the table, step through moves and change seats."""
    watching: bool = False
    """Whether the viewer is a spectator who looks from `seat` without holding it."""
    behind: int = 0
    """The number of moves by which the view is delayed."""

    @property
    def own_seat(self) -> int | None:
        """The viewer's own seat; None for a spectator."""
        return None if self.watching else self.seat


def viewpoint_of(state: TableState, player: Player | None, through: int | None = None) -> Viewpoint:
    """Return the viewpoint of a player, or of a spectator if `player` is None or has no seat.

    All hands are open once nothing is secret: the game is over, or only agents play. At a table of
    agents, and where the table's creator allows it (`may_look`), a spectator may name a seat to
    look from (`through`), and then sees only what that seat sees until the game is over; elsewhere
    `through` is ignored. Raise ValueError, with a message for the user, if a spectator asks for a
    game of an experiment or of a daily deal that others can still play.
    """
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
    """Return whether a spectator of a game with people may choose a seat and see what it sees: the
    table's creator allows it, the game has started, and it belongs to no experiment.
    """
    table = state.table
    return table.watching == Table.Watching.SEATS and state.playback is not None and not table.drawn


def is_closed(state: TableState, player: Player | None) -> bool:
    """Return whether this person may not watch, because the game is running, its table is closed
    to spectators and they have no seat there.
    """
    if state.table.watching != Table.Watching.CLOSED or state.playback is None or state.over:
        return False
    return state.seat_of(player.pk if player else None) is None


def asked_viewpoint(query: Mapping[str, str]) -> str:
    """Return the viewpoint that a URL's query asks for, as text: its `seat` or, in older links,
    `eyes`; “all” if absent.
    """
    return query.get("seat", query.get("eyes", ALL))


def read_viewpoint(text: str, players: int) -> int | None:
    """Parse a viewpoint: return the number of a seat from 0 to `players` - 1, or None for "all".
    Raise ValueError for any other text.
    """
    if text == ALL:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) == 1 and int(text) < players):
        raise ValueError('Look from "all" or from the number of a seat.')
    return int(text)
