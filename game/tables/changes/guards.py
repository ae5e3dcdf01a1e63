"""What must hold before a table is changed. Each raises Refused."""

from __future__ import annotations

from game.models import Player, Seating, Table
from game.tables.playback import Playback
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState


def refuse_unless_open(state: TableState) -> None:
    if state.table.status != Table.Status.OPEN:
        raise Refused(Refusal.ALREADY_STARTED)


def refuse_unless_running(state: TableState) -> Playback:
    """The game that is being played."""
    if state.playback is None:
        raise Refused(Refusal.NOT_STARTED)
    if state.over:
        raise Refused(Refusal.GAME_OVER)
    return state.playback


def refuse_unless_current(state: TableState, expected_version: int) -> None:
    """Whoever asks must have looked at the table as it is."""
    if state.table.version != expected_version:
        raise Refused(Refusal.STALE_VERSION)


def refuse_unless_in_charge(state: TableState, player: Player | None) -> str:
    """The person's name, if they may steer this table: they sit there, or set up its agents."""
    if player is not None and state.bots_only and state.table.creator_id == player.pk:
        return player.name
    return state.seats[refuse_unless_seated(state, player)].name


def refuse_unless_seated(state: TableState, player: Player | None) -> int:
    """The seat that this person holds."""
    index = state.seat_of(player.pk if player else None)
    if index is None:
        raise Refused(Refusal.NOT_SEATED)
    return index


def refuse_unless_agent(state: TableState, index: int) -> Seating:
    """The agent at a seat whose number came from outside."""
    if index >= state.table.players or state.seats[index].kind != Seating.Kind.AGENT:
        raise Refused(Refusal.NOT_ALLOWED, "No agent sits there.")
    return state.seats[index]
