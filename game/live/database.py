"""Where sockets and agents work with the database: in threads that do nothing else.

SQLite writes for one at a time, and who finds it busy sleeps before it asks again. With one thread
nobody does: works wait in the order in which they came.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from django.db import close_old_connections, connection

THREADS = 1 if connection.vendor == "sqlite" else 8

_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="database")


async def in_thread(function: Callable[..., Any], *args: Any) -> Any:
    """What the function answers, called where it keeps no socket waiting."""
    work = copy_context().run
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_threads, work, connected, function, *args)


def connected(function: Callable[..., Any], *args: Any) -> Any:
    """Call it in a thread that is not the database's own, and leave no old connection behind."""
    close_old_connections()
    try:
        return function(*args)
    finally:
        close_old_connections()
