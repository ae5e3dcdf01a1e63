"""Agents at the tables. A table's agents belong to the table, not to a socket: they go on when
everybody has left, and after a restart.

There is at most one task a table in this process. Another process may run the same agent for the
same turn; `submit` lets one of them win.
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor

from channels.db import database_sync_to_async
from django.db import DatabaseError

from game.live import announcements
from game.models import Seating, Table
from game.tables import agent_turns, changes, series
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load, version_of

logger = logging.getLogger(__name__)

# Agents compute here, never on the event loop; the C core releases the GIL.
_workers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="agent")
_tasks: dict[str, asyncio.Task[None]] = {}
_again: set[str] = set()

SECONDS_TO_DECIDE = 30.0
RETRY_SECONDS = 1.0
LONGEST_WAIT = 60.0


def wake(slug: str) -> None:
    """See whether an agent has to move at this table. Call from the event loop."""
    if slug in _tasks:
        _again.add(slug)
        return
    task = asyncio.get_running_loop().create_task(_run(slug))
    _tasks[slug] = task
    task.add_done_callback(lambda _: _done(slug))


async def resume_all() -> None:
    """Wake the agents of every running table; called when the server starts."""
    for slug in await database_sync_to_async(_running_slugs, thread_sensitive=False)():
        wake(slug)


async def settle() -> None:
    """Wait until no agent of this process is at work."""
    while _tasks:
        await asyncio.wait(list(_tasks.values()))
        await asyncio.sleep(0)


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
    """Play agents' moves until a person has to move. A database that is busy or away for a while
    stops no table for good."""
    wait = RETRY_SECONDS
    while True:
        try:
            if not await _turn(slug):
                return
            wait = RETRY_SECONDS
        except DatabaseError as error:
            logger.warning("Table %s waits %.0f s for the database.", slug, wait, exc_info=error)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


async def _turn(slug: str) -> bool:
    """Play the move of the agent whose turn it is; False when it is no agent's."""
    try:
        state = await database_sync_to_async(load, thread_sensitive=False)(slug)
    except Refused:
        return False
    seat = agent_turns.agent_to_move(state)
    if seat is None or state.table.paused:
        await _next_game(slug)
        return False
    version = await _move(state, seat)
    if version is not None:
        await announcements.announce(slug, version)
    return True


async def _next_game(slug: str) -> None:
    """Start the next game of a series that agents play alone, unless it has been started."""
    follower = await database_sync_to_async(_follow, thread_sensitive=False)(slug)
    if follower is not None:
        version, next_slug = follower
        await announcements.announce(slug, version)
        wake(next_slug)


def _follow(slug: str) -> tuple[int, str] | None:
    state = load(slug)
    table = state.table
    if not (state.over and state.bots_only and table.number < table.planned):
        return None
    if series.next_of(table):
        return None
    follower = series.play_again(slug, None)
    return version_of(slug), follower.slug


async def _move(state: TableState, seat: Seating) -> int | None:
    """Let the agent decide, wait out its thinking time, submit. None if it came too late."""
    table = state.table
    began = time.monotonic()
    loop = asyncio.get_running_loop()
    try:
        decision = await asyncio.wait_for(
            loop.run_in_executor(_workers, agent_turns.decide, state, seat), SECONDS_TO_DECIDE
        )
    except Exception as error:
        logger.warning("%s failed at table %s.", seat.address, table.slug, exc_info=error)
        report = database_sync_to_async(changes.report_trouble, thread_sensitive=False)
        return await report(table.slug, seat.index, _in_words(error), table.version)
    await asyncio.sleep(max(0.0, table.delay / 1000 - (time.monotonic() - began)))
    submit = database_sync_to_async(agent_turns.submit, thread_sensitive=False)
    try:
        return await submit(state, seat, decision, table.version)
    except Refused as refused:
        if refused.reason == Refusal.ILLEGAL_MOVE:
            report = database_sync_to_async(changes.report_trouble, thread_sensitive=False)
            return await report(table.slug, seat.index, refused.text, table.version)
        return None


def _in_words(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"it took longer than {SECONDS_TO_DECIDE:.0f} seconds"
    return f"{type(error).__name__}: {error}"[:300]
