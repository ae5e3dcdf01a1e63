"""Messages to groups of sockets of one process."""

import asyncio

import pytest
from channels.layers import InMemoryChannelLayer

from hanabi_site.sockets.local_groups import LocalChannelLayer
from tests.sockets import PATIENCE

MESSAGE = {"type": "table.changed", "version": 3}


async def test_a_group_hears_and_nobody_else() -> None:
    layer = LocalChannelLayer()
    ours, theirs = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("table.x", ours)
    await layer.group_add("table.y", theirs)
    await layer.group_send("table.x", MESSAGE)
    assert await layer.receive(ours) == MESSAGE
    assert theirs not in layer.channels


async def test_whoever_left_hears_no_more() -> None:
    layer = LocalChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("table.x", channel)
    await layer.group_discard("table.x", channel)
    await layer.group_send("table.x", MESSAGE)
    assert not layer.channels


async def test_who_does_not_listen_misses_messages_and_stops_nobody() -> None:
    layer = LocalChannelLayer(capacity=2)
    deaf, listening = await layer.new_channel(), await layer.new_channel()
    for channel in (deaf, listening):
        await layer.group_add("table.x", channel)
    for version in range(5):
        await layer.group_send("table.x", MESSAGE | {"version": version})
        assert (await asyncio.wait_for(layer.receive(listening), PATIENCE))["version"] == version
    assert layer.channels[deaf].qsize() == 2


async def test_a_message_costs_no_look_at_all_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[InMemoryChannelLayer] = []
    monkeypatch.setattr(InMemoryChannelLayer, "_clean_expired", lambda self: looks.append(self))
    layer = LocalChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("table.x", channel)
    for _ in range(50):
        await layer.group_send("table.x", MESSAGE)
        await layer.receive(channel)
    assert len(looks) == 1
