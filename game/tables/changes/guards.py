"""Preconditions of changes. Each function raises Refused if its condition does not hold."""

from game.models import Player, Seating, Table
from game.tables.playback import Playback
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState


def refuse_unless_open(state: TableState) -> None:
    """Raise Refused unless the table is still waiting for its game to start."""
    if state.table.status != Table.Status.OPEN:
        raise Refused(Refusal.ALREADY_STARTED)


def refuse_unless_running(state: TableState, expected_version: int | None = None) -> Playback:
    """Return the playback (positions and events) of the running game.

    Raise Refused if it is not running, or if `expected_version` is given and is not the table's
    version.
    """
    if state.playback is None:
        raise Refused(Refusal.NOT_STARTED)
    if state.over:
        raise Refused(Refusal.GAME_OVER)
    if expected_version is not None:
        refuse_unless_current(state, expected_version)
    return state.playback


def refuse_unless_current(state: TableState, expected_version: int) -> None:
    """Raise Refused(STALE_VERSION) unless `expected_version`, the one that the client saw, is the
    table's current version.
    """
    if state.table.version != expected_version:
        raise Refused(Refusal.STALE_VERSION)


def refuse_unless_in_charge(state: TableState, player: Player | None) -> str:
    """Return the name of a person who may pause, end or otherwise steer the game. Raise Refused if
    they may not.

    They must sit at the table or, if only agents have ever sat there, have created it.
    """
    if player is not None and state.bots_only and state.table.creator_id == player.pk:
        return player.name
    return state.seats[refuse_unless_seated(state, player)].name


def refuse_unless_seated(state: TableState, player: Player | None) -> int:
    """Return the seat that this person holds. Raise Refused(NOT_SEATED) if they hold none."""
    index = state.seat_of(player.pk if player else None)
    if index is None:
        raise Refused(Refusal.NOT_SEATED)
    return index


def refuse_unless_agent(state: TableState, index: int) -> Seating:
    """Return the seating of the agent at seat `index`. Raise Refused if no agent sits there."""
    if index >= state.table.players or state.seats[index].kind != Seating.Kind.AGENT:
        raise Refused(Refusal.NOT_ALLOWED, "No agent sits there.")
    return state.seats[index]
