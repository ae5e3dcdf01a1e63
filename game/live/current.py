"""A table for the sockets and agents of this process: from memory while that is new enough, so that
a move is read once, however many look on."""

from __future__ import annotations

import time

from game.live.database import in_thread
from game.tables.state import TableState, load, memory

CHECKED_FOR = 4.0
"""Seconds for which a table need not be read again to be sure that no change was missed."""


async def at_least(slug: str, version: int) -> TableState:
    """The table at this version or a later one. Raises Refused(NO_TABLE)."""
    known = memory.recall(slug)
    if known is not None and known.table.version >= version:
        return known
    state: TableState = await in_thread(load, slug)
    return state


async def checked(slug: str) -> TableState:
    """The table as it was seconds ago or later. Raises Refused(NO_TABLE)."""
    known = memory.recall(slug)
    if known is not None and time.monotonic() - known.read_at < CHECKED_FOR:
        return known
    state: TableState = await in_thread(load, slug)
    return state
