"""The runner: it lets the agents at tables decide, and submits their moves.

Agents belong to a table, not to a socket: they continue after everybody has left, and after a
restart. There is at most one task per table in this process. Another process may run the same
agent for the same turn; `submit` accepts only one of the two moves.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from datetime import datetime
from functools import partial

from django.db import Error
from django.utils import timezone

from agents.contract import Decision, GivesUp
from agents.entry import LONGEST_DECISION
from game.live import broadcast, database, deciding, presence
from game.live.database import at_least, in_thread
from game.models import Seating, Table
from game.tables import agent_turns, changes, clocks, series
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load, version_of

logger = logging.getLogger(__name__)

_tasks: dict[str, asyncio.Task[None]] = {}
_again: set[str] = set()
_timers: dict[str, asyncio.TimerHandle] = {}
"""Timers, by table, that wake it when the time of a person or an outside agent is up."""
_seen: OrderedDict[str, int] = OrderedDict()
"""The latest version that `wake` handled, by table, least recently updated first."""
SEEN = 4096
_steps: dict[str, int] = {}
"""The version at which a paused table may make one move of an agent, by table."""

SECONDS_TO_DECIDE = 3 * LONGEST_DECISION
"""The time limit for one decision of an agent, with a margin for a machine busy with other
work."""
RETRY_SECONDS = 1.0
LONGEST_WAIT = 60.0


def wake(slug: str, version: int | None = None) -> None:
    """Start the task that makes the moves of a table's agents until a person is to move.

    Do nothing if `wake` was already called with this `version` of the table or a later one; None
    skips this check. If the task is running, it starts again when it ends. Call from the event
    loop.
    """
    if version is not None:
        if _seen.get(slug, -1) >= version:
            return
        _seen[slug] = version
        _seen.move_to_end(slug)
        if len(_seen) > SEEN:
            _seen.popitem(last=False)
    if slug in _tasks:
        _again.add(slug)
        return
    task = asyncio.get_running_loop().create_task(_run(slug))
    _tasks[slug] = task
    task.add_done_callback(lambda _: _done(slug))


def step(slug: str, version: int) -> None:
    """Let the agent whose turn it is make one move at a paused table of agents, if the table still
    has this version.

    Call from the event loop.
    """
    _steps[slug] = version
    wake(slug)


async def resume_all() -> None:
    """Start the tasks that make the agents' moves at all running tables, when the server starts.
    While the database is unavailable, try again every RETRY_SECONDS.
    """
    while True:
        try:
            slugs = await in_thread(_running_slugs)
            break
        except Error as error:
            logger.warning("Agents cannot resume until the database is available: %s", error)
            await asyncio.sleep(RETRY_SECONDS)
    for slug in slugs:
        wake(slug)


def tables_at_work() -> int:
    """Return the number of tables at which this process is making agents' moves."""
    return len(_tasks)


async def settle() -> None:
    """Wait until no agent of this process is deciding or moving, and all writes to the database
    are done.
    """
    while _tasks:
        await asyncio.wait(list(_tasks.values()))
        await asyncio.sleep(0)
    await database.settle()


def _running_slugs() -> list[str]:
    return list(Table.objects.filter(status=Table.Status.RUNNING).values_list("slug", flat=True))


def _done(slug: str) -> None:
    task = _tasks.pop(slug)
    if not task.cancelled() and task.exception() is not None:
        logger.error("The agents of table %s stopped.", slug, exc_info=task.exception())
    if slug in _again:
        _again.discard(slug)
        wake(slug)


async def _run(slug: str) -> None:
    """Play agents' moves until a person is to move, retrying while the database is unavailable."""
    wait = RETRY_SECONDS
    version: int | None = _seen.get(slug, 0)
    while True:
        try:
            state = await (in_thread(load, slug) if version is None else at_least(slug, version))
            seat = agent_turns.agent_to_move(state)
            if seat is not None and seat.visiting:
                version = await _wait_for_visitor(state, seat)
                if version is None:
                    return
                await broadcast.announce(slug, version)
                continue
            if seat is None and (late := await _time_out(state)) is not None:
                version = late
                await broadcast.announce(slug, version)
                continue
            if seat is None or _waits_to_be_resumed(state.table):
                await _next_game(state)
                return
            version = await _move(state, seat)
            if version is not None:
                await broadcast.announce(slug, version)
            wait = RETRY_SECONDS
        except Refused:
            return
        except Error as error:
            logger.warning("Table %s retries the database in %.0f s.", slug, wait, exc_info=error)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


def _waits_to_be_resumed(table: Table) -> bool:
    """Return whether the table is paused and no single move was requested at its version."""
    if not table.paused or _steps.get(table.slug) == table.version:
        return False
    if _steps.get(table.slug, table.version) < table.version:
        del _steps[table.slug]
    return True


async def _wait_for_visitor(state: TableState, seat: Seating) -> int | None:
    """Give the seat of a visitor (an agent that runs elsewhere) to the default agent if the
    visitor's time for a move is up.

    Return the table's new version; None while there is time. The visitor's own connection,
    possibly in another process, makes its moves.
    """
    end = clocks.visitor_deadline(state)
    if end is None or not _is_up(state.table.slug, end):
        return None
    why = "which did not answer in time"
    slug, version = state.table.slug, state.table.version
    return await in_thread(changes.stand_in, slug, seat.index, version, why)


def _is_up(slug: str, end: datetime) -> bool:
    """Return whether the time `end` has passed; if not, schedule the table to wake then."""
    seconds = (end - timezone.now()).total_seconds()
    if seconds <= 0:
        return True
    if (timer := _timers.pop(slug, None)) is not None:
        timer.cancel()
    _timers[slug] = asyncio.get_running_loop().call_later(seconds + 0.05, wake, slug)
    return False


async def _time_out(state: TableState) -> int | None:
    """Apply the table's time-out rule if the time of the person to move is up, and return the new
    version.

    Return None if there is nothing to do. While there is time, schedule the table to wake when it
    runs out.
    """
    slug, end = state.table.slug, clocks.deadline(state)
    if (timer := _timers.pop(slug, None)) is not None:
        timer.cancel()
    if end is None or state.table.at_zero == Table.AtZero.NOTHING:
        return None
    if not _is_up(slug, end):
        return None
    return await in_thread(changes.time_out, slug, state.table.version)


async def _next_game(state: TableState) -> None:
    """Start the next game of a series that agents play alone, once this game is over.

    Do nothing if the next game exists or nobody is connected; a spectator who comes later wakes
    the table.
    """
    table = state.table
    if not (state.over and state.bots_only and table.number < table.planned) or state.next_table:
        return
    if not presence.attended(table.slug):
        return
    version, follower = await in_thread(_follow, table.slug)
    await broadcast.announce(table.slug, version)
    if follower:
        wake(follower.slug)


def _follow(slug: str) -> tuple[int, Table | None]:
    follower = series.go_on(slug)
    return version_of(slug), follower


async def _move(state: TableState, seat: Seating) -> int | None:
    """Let the agent at `seat` decide, wait for the table's delay, and submit the move.

    Return the new version; None if the table changed meanwhile.
    """
    table = state.table
    began = time.monotonic()
    decision: Decision | None
    try:
        decision = await _decided(state, seat)
    except GivesUp:
        decision = None
    except Error:
        raise  # The caller tries again: an agent that learns reads earlier games.
    except Exception as error:
        logger.warning("%s failed at table %s.", seat.address, table.slug, exc_info=error)
        return await _report(table, seat, _in_words(error))
    delay = 0.0 if table.paused else table.delay / 1000
    await asyncio.sleep(max(0.0, delay - (time.monotonic() - began)))
    try:
        if decision is None:
            return await in_thread(changes.resign, table.slug, seat.index, table.version)
        return await in_thread(agent_turns.submit, state, seat, decision, table.version)
    except Refused as refused:
        if refused.reason == Refusal.ILLEGAL_MOVE:
            return await _report(table, seat, refused.text)
        return None


async def _report(table: Table, seat: Seating, text: str) -> int | None:
    trouble = changes.report_trouble
    return await in_thread(trouble, table.slug, seat.index, text, table.version)


async def _decided(state: TableState, seat: Seating) -> Decision:
    """Return the agent's decision, queued under the table's creator.

    Raise TimeoutError if the agent takes longer than SECONDS_TO_DECIDE, and `django.db.Error` if an
    agent that learns cannot read earlier games.
    """
    return await deciding.decided(
        partial(database.connected, agent_turns.decide, state, seat),
        agent_turns.seconds(state, seat),
        state.table.creator_id or state.table.slug,
        SECONDS_TO_DECIDE,
    )


def _in_words(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"it took longer than {SECONDS_TO_DECIDE:.0f} seconds"
    return f"{type(error).__name__}: {error}"[:300]
