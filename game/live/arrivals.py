"""Telling a table who is here: at once, and then once a second, however many come and go. So a
crowd that arrives costs a message a second to each, not a message to each from each."""

from __future__ import annotations

import asyncio
import logging

from django.db import Error

from game.live import announcements, presence
from game.live.current import checked
from game.live.database import in_thread
from game.tables.refusals import Refused

logger = logging.getLogger(__name__)

REST = 1.0
"""Seconds between two messages of this process to one table."""

_resting: dict[str, bool] = {}
"""Tables that were told a moment ago, and whether somebody has come or gone since."""
_tasks: set[asyncio.Task[None]] = set()


async def announce(slug: str) -> None:
    """Somebody came or went."""
    if slug in _resting:
        _resting[slug] = True
        return
    _resting[slug] = False
    asyncio.get_running_loop().call_later(REST, _rested, slug)
    state = await checked(slug)
    news = {"type": "table.presence", **await in_thread(presence.summary, state)}
    await announcements.tell(announcements.table(slug), news)


def _rested(slug: str) -> None:
    if _resting.pop(slug):
        task = asyncio.get_running_loop().create_task(_announce_late(slug))
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


async def _announce_late(slug: str) -> None:
    try:
        await announce(slug)
    except (Refused, Error) as error:
        logger.warning("Nobody at table %s was told who came: %s", slug, error)
