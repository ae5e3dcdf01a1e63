"""Append a move to a table, or refuse it with a reason and change nothing."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace

from django.db import IntegrityError, transaction
from django.utils import timezone

from agents.contract import Decision
from game.models import Move as MoveRow
from game.models import Player, Seating
from game.tables.changes.guards import refuse_unless_running, refuse_unless_seated
from game.tables.changes.writing import advance, finish
from game.tables.clocks import turn_began
from game.tables.playback import Playback
from game.tables.refusals import Refusal, Refused
from game.tables.rows import insert
from game.tables.state import TableState, load, memory, remembered
from native import Game, IllegalMove, Move

MoveOf = Callable[[Game, int], Move]
"""A function of the current game and the moving seat that returns the seat's move, or raises
Refused."""


@dataclass(frozen=True)
class Actor:
    """The maker of a move: a person (`player`), or the server on behalf of the agent at
    `agent_seat`. Exactly one of the two is set.
    """

    player: Player | None = None
    agent_seat: int | None = None


def submit(
    slug: str,
    actor: Actor,
    move: Move | MoveOf,
    expected_version: int,
    *,
    request: str = "",
    decision: Decision | None = None,
) -> int:
    """Append one move and return the table's new version.

    `move` may be a function that returns the move, given the game and the moving seat. `decision`
    has an agent's reasons, stored with the move. `request` is the client's id of the request: a
    repeated request changes nothing and returns the version that the first one made. Raise
    Refused, without any change, if the table is not at `expected_version` or the move is not
    accepted.

    A table that this process has cached at that version is not read first: if another process has
    changed it meanwhile, the write fails, and the move is checked against the table as it is then.
    """
    asked = _MoveRequest(actor, move, expected_version, request, decision)
    known = memory.recall(slug)
    if known is not None and known.table.version == expected_version:
        try:
            return _submit(lambda: replace(known, table=copy(known.table)), asked)
        except Refused as refused:
            if refused.reason != Refusal.STALE_VERSION:
                raise
    return _submit(lambda: load(slug, lock=True), asked)


@dataclass(frozen=True)
class _MoveRequest:
    """The arguments of a requested move."""

    actor: Actor
    move: Move | MoveOf
    expected_version: int
    request: str
    decision: Decision | None


def _submit(read: Callable[[], TableState], asked: _MoveRequest) -> int:
    try:
        with transaction.atomic():
            state = read()
            seat = _seat_of_actor(state, asked.actor)
            done = _version_of_request(state, seat, asked.request)
            if done is not None:
                return done
            playback = refuse_unless_running(state, asked.expected_version)
            move = asked.move if isinstance(asked.move, Move) else asked.move(playback.last, seat)
            if playback.last.to_move != seat:
                raise Refused(Refusal.NOT_YOUR_TURN)
            try:
                after = playback.extended(move)
            except IllegalMove as error:
                raise Refused(Refusal.ILLEGAL_MOVE, str(error)) from error
            state = _append(state, seat, after, move, asked)
    except IntegrityError as error:
        raise Refused(Refusal.STALE_VERSION) from error
    return remembered(state).table.version


def _seat_of_actor(state: TableState, actor: Actor) -> int:
    if actor.agent_seat is not None:
        if state.seats[actor.agent_seat].kind != Seating.Kind.AGENT:
            raise Refused(Refusal.NOT_SEATED)
        return actor.agent_seat
    seat = refuse_unless_seated(state, actor.player)
    if state.seats[seat].sits_for:
        raise Refused(Refusal.NOT_YOUR_TURN, "A bot sits in for you; take your seat back first.")
    return seat


def _version_of_request(state: TableState, seat: int, request: str) -> int | None:
    """Return the version that this seat's request made earlier, or None."""
    rows = reversed(state.moves) if request else ()
    return next((row.version for row in rows if (row.request, row.seat) == (request, seat)), None)


def _append(
    state: TableState, seat: int, after: Playback, move: Move, asked: _MoveRequest
) -> TableState:
    """Write the move that led to `after` and return the table's new state."""
    now, decision = timezone.now(), asked.decision
    since = turn_began(state) or now
    changed: tuple[str, ...] = ()
    if decision is None and state.table.proposal is not None:
        state.table.proposal = None
        changed = ("proposal",)
    if after.last.outcome() is not None:
        changed += finish(state.table, after.last, now)
    version = advance(state.table, *changed)
    row = MoveRow(
        table_id=state.table.pk,
        turn=len(state.moves) + 1,
        seat=seat,
        text=move.text(after.last.rules),
        version=version,
        request=asked.request,
        at=now,
        thinking_ms=max(0, int((now - since).total_seconds() * 1000)),
        why=decision.why if decision else "",
        detail=decision.detail if decision else "",
        data=dict(decision.data) if decision else {},
    )
    insert(row)
    state = replace(state, moves=[*state.moves, row], playback=after)
    # The next game of a series can only begin after this one ended: skip the query for it.
    vars(state).update(next_table=None)
    return state
