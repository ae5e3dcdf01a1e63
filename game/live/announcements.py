"""Telling every socket of a table that it has changed. Only the version travels: each consumer
builds its own seat's frame, so nothing secret passes through the channel layer. Whoever hears it
wakes the agents that may have to move."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer


def table(slug: str) -> str:
    """The group of all sockets of one table."""
    return f"table.{slug}"


def person(player: int) -> str:
    """The group of all sockets of one person."""
    return f"person.{player}"


async def announce(slug: str, version: int) -> None:
    """Tell the sockets of a table that it is at this version."""
    await tell(table(slug), {"type": "table.changed", "version": version})


def announce_sync(slug: str, version: int) -> None:
    """The same from a view."""
    async_to_sync(announce)(slug, version)


async def tell(group: str, message: dict[str, object]) -> None:
    """Send a message to every socket of a group."""
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(group, message)
