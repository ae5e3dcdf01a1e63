"""Messages between processes, over Redis where one is given."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisIsAway

from hanabi_site.settings.services import channel_layer_settings
from hanabi_site.sockets import relay
from hanabi_site.sockets.local_groups import LocalChannelLayer
from hanabi_site.sockets.relay import RelayedChannelLayer
from tests.sockets import PATIENCE

REDIS_URL = os.environ.get("HANABI_TEST_REDIS_URL", "")
NOBODY = "redis://127.0.0.1:9/0"

needs_redis = pytest.mark.skipif(not REDIS_URL, reason="HANABI_TEST_REDIS_URL names no Redis.")

MESSAGE = {"type": "table.changed", "version": 3}


def test_a_single_process_needs_no_redis() -> None:
    assert channel_layer_settings("") == {
        "BACKEND": "hanabi_site.sockets.local_groups.LocalChannelLayer"
    }


@pytest.fixture
async def processes() -> AsyncIterator[list[RelayedChannelLayer]]:
    """Two, and a site of its own on the same Redis."""
    layers = [RelayedChannelLayer(REDIS_URL, secret) for secret in ("ours", "ours", "theirs")]
    yield layers
    for layer in layers:
        await layer.close()


async def join(layer: RelayedChannelLayer) -> str:
    channel = await layer.new_channel()
    await layer.group_add("table.x", channel)
    return channel


async def heard(layer: RelayedChannelLayer, channel: str, seconds: float = PATIENCE) -> object:
    return await asyncio.wait_for(layer.receive(channel), seconds)


async def until_they_listen(layers: list[RelayedChannelLayer]) -> None:
    client = layers[0]._client(socket_timeout=PATIENCE)
    topic = layers[0].topic
    while dict(await client.pubsub_numsub(topic)).get(topic.encode()) != 2:
        await asyncio.sleep(0.02)
    await client.aclose()


@needs_redis
async def test_every_process_of_a_site_hears_a_message_once_and_no_other_site(
    processes: list[RelayedChannelLayer],
) -> None:
    channels = [await join(layer) for layer in processes]
    await until_they_listen(processes)
    await processes[0].group_send("table.x", MESSAGE)
    await processes[0].group_send("table.x", MESSAGE | {"version": 4})
    for layer, channel in list(zip(processes, channels, strict=True))[:2]:
        assert await heard(layer, channel) == MESSAGE
        assert await heard(layer, channel) == MESSAGE | {"version": 4}
    with pytest.raises(TimeoutError):
        await heard(processes[2], channels[2], 0.05)


@needs_redis
async def test_a_management_command_notifies_the_server_processes(
    processes: list[RelayedChannelLayer],
) -> None:
    channels = [await join(layer) for layer in processes[:2]]
    await until_they_listen(processes)
    await RelayedChannelLayer(REDIS_URL, "ours").group_send("table.x", MESSAGE)
    assert await heard(processes[1], channels[1]) == MESSAGE


@needs_redis
@pytest.mark.slow
async def test_a_listener_outlives_six_quiet_seconds_on_redis(
    processes: list[RelayedChannelLayer],
) -> None:
    channels = [await join(layer) for layer in processes[:2]]
    await asyncio.sleep(6)
    await processes[0].group_send("table.x", MESSAGE)
    assert await heard(processes[1], channels[1]) == MESSAGE


async def test_without_redis_a_process_notifies_its_own_sockets_and_logs_it_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    layer = RelayedChannelLayer(NOBODY, "ours")
    channel = await join(layer)
    for _ in range(3):
        await layer.group_send("table.x", MESSAGE)
        assert await heard(layer, channel) == MESSAGE
    await layer.close()
    assert caplog.text.count("Redis is away") == 1


async def test_a_message_is_forwarded_by_other_processes_and_not_by_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without Redis: what it would carry is carried by us."""
    one, other = RelayedChannelLayer(NOBODY, "ours"), RelayedChannelLayer(NOBODY, "ours")
    carried: list[str] = []

    async def publish(told: str) -> None:
        carried.append(told)

    monkeypatch.setattr(one, "_publish", publish)
    channels = []
    for layer in (one, other):
        channel = await layer.new_channel()
        layer.groups["table.x"] = {channel: 0.0}
        channels.append(channel)
    await one.group_send("table.x", MESSAGE)
    (told,) = carried
    for layer in (one, other):
        await layer._hand_on(json.loads(told))
    assert await heard(one, channels[0]) == await heard(other, channels[1]) == MESSAGE
    assert not one.channels.get(channels[0])


async def test_a_process_that_redis_is_away_for_tries_again_a_second_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer, tried, now = RelayedChannelLayer(NOBODY, "ours"), [], [100.0]

    async def publish(told: str) -> None:
        tried.append(told)
        raise OSError

    monkeypatch.setattr(layer, "_publish", publish)
    monkeypatch.setattr(relay.time, "monotonic", lambda: now[0])
    for later in (0, 0.9, 0.2, 0.5, 0.6):
        now[0] += later
        await layer.group_send("nobody", MESSAGE)
    assert len(tried) == 3


class Redis:
    """One connection to a service that everybody shares; it is its own subscription."""

    subscribed: dict[str, list[asyncio.Queue[str]]] = {}
    opened: list[Redis] = []
    asked_for: list[dict[str, Any]] = []
    away = False

    def __init__(self, url: str, **told: Any) -> None:
        self.told, self.topics, self.messages = told | {"url": url}, 0, asyncio.Queue[str]()
        self.opened.append(self)
        self.asked_for.append(self.told)

    async def __aenter__(self) -> Redis:
        return self

    async def __aexit__(self, *_: object) -> None:
        for queues in self.subscribed.values():
            if self.messages in queues:
                queues.remove(self.messages)
        if self in self.opened:
            self.opened.remove(self)

    async def aclose(self) -> None:
        await self.__aexit__()

    def pubsub(self) -> Redis:
        return self

    async def subscribe(self, topic: str) -> None:
        if Redis.away:
            raise RedisIsAway
        self.subscribed.setdefault(topic, []).append(self.messages)

    async def publish(self, topic: str, told: str) -> None:
        for queue in self.subscribed.get(topic, []):
            queue.put_nowait(told)

    async def get_message(self, *, ignore_subscribe_messages: bool, timeout: float) -> Any:
        assert ignore_subscribe_messages
        try:
            async with asyncio.timeout(timeout):
                return {"data": await self.messages.get()}
        except TimeoutError:
            return None


@pytest.fixture
async def processes_redis(
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[list[RelayedChannelLayer]]:
    """Two, and a site of its own on the same Redis."""
    Redis.subscribed, Redis.opened, Redis.asked_for, Redis.away = {}, [], [], False
    monkeypatch.setattr(relay.Redis, "from_url", Redis)
    monkeypatch.setattr(relay, "PATIENCE", 0.01)
    layers = [RelayedChannelLayer("redis://r", secret) for secret in ("ours", "ours", "theirs")]
    yield layers
    for layer in layers:
        await layer.close()
    assert Redis.opened == []


async def joined(layer: RelayedChannelLayer) -> str:
    """A channel of a group, when its process listens."""
    channel = await join(layer)
    for _ in range(3):
        await asyncio.sleep(0)
    return channel


async def test_a_process_listens_once_for_all_its_sockets_and_again_after_it_ended(
    processes_redis: list[RelayedChannelLayer],
) -> None:
    for _ in range(3):
        await joined(processes_redis[0])
    assert len(Redis.opened) == 1
    await processes_redis[0].close()
    assert Redis.opened == []
    await joined(processes_redis[0])
    assert len(Redis.opened) == 1


async def test_a_process_dials_again_when_redis_is_back(
    processes_redis: list[RelayedChannelLayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "AWAY_SECONDS", 0.01)
    Redis.away = True
    channel = await joined(processes_redis[1])
    Redis.away = False
    await asyncio.sleep(0.02)
    await processes_redis[0].group_send("table.x", MESSAGE)
    assert await heard(processes_redis[1], channel) == MESSAGE


async def test_a_process_that_just_started_notifies_the_others_at_once(
    processes_redis: list[RelayedChannelLayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = await joined(processes_redis[1])
    fresh = RelayedChannelLayer("redis://r", "ours")
    monkeypatch.setattr(relay, "time", SimpleNamespace(monotonic=lambda: 0.5))
    await fresh.group_send("table.x", MESSAGE)
    assert await heard(processes_redis[1], channel) == MESSAGE


async def test_a_message_reaches_its_group_and_nobody_else() -> None:
    layer = LocalChannelLayer()
    ours, theirs = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("table.x", ours)
    await layer.group_add("table.y", theirs)
    await layer.group_send("table.x", MESSAGE)
    assert await layer.receive(ours) == MESSAGE
    assert theirs not in layer.channels


async def test_a_socket_that_left_receives_nothing_more() -> None:
    layer = LocalChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("table.x", channel)
    await layer.group_discard("table.x", channel)
    await layer.group_send("table.x", MESSAGE)
    assert not layer.channels


async def test_a_slow_listener_misses_messages_and_blocks_nobody() -> None:
    layer = LocalChannelLayer(capacity=2)
    deaf, listening = await layer.new_channel(), await layer.new_channel()
    for channel in (deaf, listening):
        await layer.group_add("table.x", channel)
    for version in range(5):
        await layer.group_send("table.x", MESSAGE | {"version": version})
        assert (await asyncio.wait_for(layer.receive(listening), PATIENCE))["version"] == version
    assert layer.channels[deaf].qsize() == 2
