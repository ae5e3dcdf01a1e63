"""Dedicated threads in which sockets and agents use the database, and cached reads of tables.

SQLite allows one writer at a time, and a writer that finds it busy sleeps before retrying. With a
single thread work is queued in order instead, and nothing sleeps. A table's state comes from
memory while recent enough, so a move is read once per process, however many sockets show the
table.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from django.db import close_old_connections, connection

from game.tables.state import TableState, load, memory

CHECKED_FOR = 4.0
"""Seconds for which a cached table state is used without checking the database for changes."""
THREADS = 1 if connection.vendor == "sqlite" else 8

NAME = "database"
Result = TypeVar("Result")
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix=NAME)
_unfinished: dict[Future[Any], float] = {}
"""The time (monotonic, in seconds) at which each queued or running call was queued."""


async def in_thread(function: Callable[..., Result], *args: Any) -> Result:
    """Call `function` in a thread reserved for the database and return its result."""
    return await asyncio.wrap_future(_submit(function, *args))


def _submit(function: Callable[..., Result], *args: Any) -> Future[Result]:
    future: Future[Result] = _threads.submit(copy_context().run, connected, function, *args)
    _unfinished[future] = time.monotonic()
    future.add_done_callback(_unfinished.pop)
    return future


async def settle() -> None:
    """Wait until no call is queued or running in the database threads."""
    while _unfinished:
        await asyncio.gather(*map(asyncio.wrap_future, list(_unfinished)), return_exceptions=True)


def age_of_oldest_work() -> float:
    """Return the age in seconds of the oldest unfinished database call; 0 if there is none."""
    now = time.monotonic()
    return now - min(list(_unfinished.values()), default=now)


def afterwards(function: Callable[..., Any], *args: Any) -> None:
    """Call a function: immediately or, if the current thread is a database thread, later, in the
    next free one, behind the calls that are already queued.

    With a single database thread (SQLite), the present call has returned by then. Nobody receives
    the exceptions of a later call, so the function must handle its own.
    """
    if threading.current_thread().name.startswith(NAME):
        _submit(function, *args)
    else:
        function(*args)


def connected(function: Callable[..., Result], *args: Any) -> Result:
    """Call a function and return its result, closing stale database connections before and
    after.
    """
    close_old_connections()
    try:
        return function(*args)
    finally:
        close_old_connections()


async def at_least(slug: str, version: int) -> TableState:
    """Return the table's state at `version` or later: from the cache if the cached state is new
    enough, else from the database. Raise Refused(NO_TABLE) if there is no such table.
    """
    known = memory.recall(slug)
    if known is not None and known.table.version >= version:
        return known
    return await in_thread(load, slug)


async def checked(slug: str) -> TableState:
    """Return the table's state, read from the database at most CHECKED_FOR seconds ago. Raise
    Refused(NO_TABLE) if there is no such table.
    """
    known = memory.recall(slug)
    if known is not None and time.monotonic() - known.read_at < CHECKED_FOR:
        return known
    return await in_thread(load, slug)
