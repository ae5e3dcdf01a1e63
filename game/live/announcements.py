"""Telling every socket of a table that it has changed. Only the version travels: each consumer
builds its own seat's frame, so nothing secret passes through the channel layer."""

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
    """Send «the table is at this version» and wake the agents that may have to move."""
    from game.live import runner

    await tell(table(slug), {"type": "table.changed", "version": version})
    runner.wake(slug)


def announce_sync(slug: str, version: int) -> None:
    """The same from a view. Agents are woken by the sockets that hear it."""
    async_to_sync(tell)(table(slug), {"type": "table.changed", "version": version})


async def tell(group: str, message: dict[str, object]) -> None:
    """Send a message to every socket of a group."""
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(group, message)
