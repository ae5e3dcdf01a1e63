"""Notify the sockets of a table that it has changed, and of who is present.

Only the new version number of a table is sent: each consumer builds its own seat's frame, so
nothing secret passes through the channel layer. A consumer that receives the number also wakes the
table's agents.
"""

import asyncio
import logging
from collections.abc import Mapping

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import Error

from game.live import presence
from game.live.database import checked, in_thread
from game.tables.refusals import Refused

logger = logging.getLogger(__name__)

REST = 1.0
"""The least number of seconds between two presence messages of this process to one table."""

_resting: dict[str, bool] = {}
"""Tables notified of presence within the last REST seconds, and whether presence has changed
since."""
_tasks: set[asyncio.Task[None]] = set()


def table_group(slug: str) -> str:
    """Return the name of the channel group that holds a table's sockets."""
    return f"table.{slug}"


def person_group(player: int) -> str:
    """Return the name of the channel group that holds the sockets of the person with id
    `player`.
    """
    return f"person.{player}"


async def send(group: str, message: Mapping[str, object]) -> None:
    """Send a message to every socket of a channel group; its `type`, such as “table.changed”,
    names the consumer's method that handles it (`table_changed`).
    """
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(group, dict(message))


async def announce(slug: str, version: int) -> None:
    """Send a table's new version number to its sockets."""
    await send(table_group(slug), {"type": "table.changed", "version": version})


def announce_sync(slug: str, version: int) -> None:
    """Send a table's new version number to its sockets, from synchronous code such as a view."""
    async_to_sync(announce)(slug, version)


def disconnect_person(player: int) -> None:
    """Close the open sockets of the person with id `player`, who has logged out or been
    blocked.
    """
    async_to_sync(send)(person_group(player), {"type": "person.left"})


async def announce_presence(slug: str) -> None:
    """Send the sockets of a table the list of who is present, after an arrival or departure.

    If this process sent the list less than REST seconds ago, send it when they have passed, once
    for all changes until then.
    """
    if slug in _resting:
        _resting[slug] = True
        return
    _resting[slug] = False
    try:
        state = await checked(slug)
        news = {"type": "table.presence", **await in_thread(presence.summary, state)}
        await send(table_group(slug), news)
    finally:  # After the send, so that no later list overtakes this one.
        asyncio.get_running_loop().call_later(REST, _rested, slug)


def _rested(slug: str) -> None:
    if _resting.pop(slug):
        task = asyncio.get_running_loop().create_task(_announce_late(slug))
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


async def _announce_late(slug: str) -> None:
    try:
        await announce_presence(slug)
    except (Refused, Error) as error:
        logger.warning("Could not broadcast presence at table %s: %s", slug, error)
