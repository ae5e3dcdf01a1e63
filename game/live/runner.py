"""Agents at the tables. A table's agents belong to the table, not to a socket: they go on when
everybody has left, and after a restart.

There is at most one task a table in this process. Another process may run the same agent for the
same turn; `submit` lets one of them win.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

from django.db import Error
from django.utils import timezone

from agents.contract import Decision, GivesUp
from game.live import announcements, attendance
from game.live.current import at_least
from game.live.database import in_thread
from game.models import Seating, Table
from game.tables import agent_turns, changes, clocks, series
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load, version_of

logger = logging.getLogger(__name__)

# Agents compute here, never on the event loop; the C core releases the GIL. Those that think long
# have threads of their own: nobody else's move waits behind them.
_workers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="agent")
_thinkers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="thinker")
_tasks: dict[str, asyncio.Task[None]] = {}
_again: set[str] = set()
_timers: dict[str, asyncio.TimerHandle] = {}
"""When the time of a person, or of an agent from elsewhere, is up."""
_seen: OrderedDict[str, int] = OrderedDict()
"""The versions that were looked at."""
SEEN = 4096

SECONDS_TO_DECIDE = 30.0
RETRY_SECONDS = 1.0
LONGEST_WAIT = 60.0


def wake(slug: str, version: int | None = None) -> None:
    """See whether an agent has to move at this table. Call from the event loop.

    Every socket of a table may tell of a version; it is looked at once.
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


async def resume_all() -> None:
    """Wake the agents of every running table; called when the server starts."""
    while True:
        try:
            slugs = await in_thread(_running_slugs)
            break
        except Error as error:
            logger.warning("The tables wait for the database.", exc_info=error)
            await asyncio.sleep(RETRY_SECONDS)
    for slug in slugs:
        wake(slug)


def tables_at_work() -> int:
    """Tables whose agents this process moves just now."""
    return len(_tasks)


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
    version: int | None = _seen.get(slug, 0)
    while True:
        try:
            state = await (in_thread(load, slug) if version is None else at_least(slug, version))
            seat = agent_turns.agent_to_move(state)
            if seat is not None and seat.visiting:
                version = await _wait_for_visitor(state, seat)
                if version is None:
                    return
                await announcements.announce(slug, version)
                continue
            if seat is None and (late := await _time_out(state)) is not None:
                version = late
                await announcements.announce(slug, version)
                continue
            if seat is None or state.table.paused:
                await _next_game(state)
                return
            version = await _move(state, seat)
            if version is not None:
                await announcements.announce(slug, version)
            wait = RETRY_SECONDS
        except Refused:
            return
        except Error as error:
            logger.warning("Table %s waits %.0f s for the database.", slug, wait, exc_info=error)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


async def _wait_for_visitor(state: TableState, seat: Seating) -> int | None:
    """Its line, in whichever process, makes its move. Here we see to it that nobody waits for ever:
    when its time is up, the usual agent moves for it. The new version; None before that."""
    end = clocks.visitor_deadline(state)
    if end is None or not _is_up(state.table.slug, end):
        return None
    why = "which did not answer in time"
    version: int | None = await in_thread(
        changes.stand_in, state.table.slug, seat.index, state.table.version, why
    )
    return version


def _is_up(slug: str, end: datetime) -> bool:
    """Whether it is so late already; if not, the table wakes then."""
    seconds = (end - timezone.now()).total_seconds()
    if seconds <= 0:
        return True
    if (timer := _timers.pop(slug, None)) is not None:
        timer.cancel()
    _timers[slug] = asyncio.get_running_loop().call_later(seconds + 0.05, wake, slug)
    return False


async def _time_out(state: TableState) -> int | None:
    """Do what was chosen for somebody whose time is up; None while there is nothing to do. A clock
    that runs wakes the table when its time is up."""
    slug, end = state.table.slug, clocks.deadline(state)
    if (timer := _timers.pop(slug, None)) is not None:
        timer.cancel()
    if end is None or state.table.at_zero == Table.AtZero.NOTHING:
        return None
    if not _is_up(slug, end):
        return None
    version: int | None = await in_thread(changes.time_out, slug, state.table.version)
    return version


async def _next_game(state: TableState) -> None:
    """Start the next game of a series that agents play alone, unless it has been started or nobody
    looks on: it goes on when somebody comes."""
    table = state.table
    if not (state.over and state.bots_only and table.number < table.planned) or state.next_table:
        return
    if not attendance.attended(table.slug):
        return
    version, follower = await in_thread(_follow, table.slug)
    await announcements.announce(table.slug, version)
    wake(follower)


def _follow(slug: str) -> tuple[int, str]:
    follower = series.go_on(slug)
    return version_of(slug), follower.slug


async def _move(state: TableState, seat: Seating) -> int | None:
    """Let the agent decide, wait out its thinking time, submit. None if it came too late."""
    table = state.table
    began = time.monotonic()
    decision: Decision | None
    try:
        decision = await _decided(state, seat)
    except GivesUp:
        decision = None
    except Exception as error:
        logger.warning("%s failed at table %s.", seat.address, table.slug, exc_info=error)
        return await _report(table, seat, _in_words(error))
    await asyncio.sleep(max(0.0, table.delay / 1000 - (time.monotonic() - began)))
    try:
        version: int
        if decision is None:
            version = await in_thread(changes.resign, table.slug, seat.index, table.version)
        else:
            version = await in_thread(agent_turns.submit, state, seat, decision, table.version)
        return version
    except Refused as refused:
        if refused.reason == Refusal.ILLEGAL_MOVE:
            return await _report(table, seat, refused.text)
        return None


async def _report(table: Table, seat: Seating, text: str) -> int | None:
    version: int | None = await in_thread(
        changes.report_trouble, table.slug, seat.index, text, table.version
    )
    return version


async def _decided(state: TableState, seat: Seating) -> Decision:
    """What the agent decides. Raises TimeoutError when it computes too long; the time it waits for
    others that think long does not count."""
    loop = asyncio.get_running_loop()
    if not agent_turns.thinks_long(seat):
        decided = loop.run_in_executor(_workers, agent_turns.decide, state, seat)
        return await asyncio.wait_for(decided, SECONDS_TO_DECIDE)
    begun = asyncio.Event()

    def decide() -> Decision:
        loop.call_soon_threadsafe(begun.set)
        return agent_turns.decide(state, seat)

    decided = loop.run_in_executor(_thinkers, decide)
    await begun.wait()
    return await asyncio.wait_for(decided, SECONDS_TO_DECIDE)


def _in_words(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"it took longer than {SECONDS_TO_DECIDE:.0f} seconds"
    return f"{type(error).__name__}: {error}"[:300]
