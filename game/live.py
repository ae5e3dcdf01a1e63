"""Telling every socket of a table that it has changed. Only the version travels: each consumer
builds its own seat's frame, so nothing secret passes through the channel layer."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer


def group_name(slug: str) -> str:
    return f"table.{slug}"


async def announce(slug: str, version: int) -> None:
    """Send «the table is at this version» and wake the agents that may have to move."""
    from game import runner

    await tell(slug, {"type": "table.changed", "version": version})
    runner.wake(slug)


def announce_sync(slug: str, version: int) -> None:
    """The same from a view. Agents are woken by the sockets that hear it."""
    async_to_sync(tell)(slug, {"type": "table.changed", "version": version})


async def tell(slug: str, message: dict[str, object]) -> None:
    """Send a message to every socket of the table."""
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(group_name(slug), message)
