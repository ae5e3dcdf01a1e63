"""Messages between processes, over what stands for a Redis here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisIsAway

from hanabi_site.sockets import relay
from hanabi_site.sockets.relay import RelayedChannelLayer
from tests.sockets import PATIENCE

MESSAGE = {"type": "table.changed", "version": 3}


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
async def processes(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[RelayedChannelLayer]]:
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
    channel = await layer.new_channel()
    await layer.group_add("table.x", channel)
    for _ in range(3):
        await asyncio.sleep(0)
    return channel


async def heard(layer: RelayedChannelLayer, channel: str) -> object:
    return await asyncio.wait_for(layer.receive(channel), PATIENCE)


async def test_a_process_listens_once_for_all_its_sockets_and_again_after_it_ended(
    processes: list[RelayedChannelLayer],
) -> None:
    for _ in range(3):
        await joined(processes[0])
    assert len(Redis.opened) == 1
    await processes[0].close()
    assert Redis.opened == []
    await joined(processes[0])
    assert len(Redis.opened) == 1


async def test_a_process_dials_again_when_redis_is_back(
    processes: list[RelayedChannelLayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "AWAY_SECONDS", 0.01)
    Redis.away = True
    channel = await joined(processes[1])
    Redis.away = False
    await asyncio.sleep(0.02)
    await processes[0].group_send("table.x", MESSAGE)
    assert await heard(processes[1], channel) == MESSAGE


async def test_a_redis_that_does_not_answer_is_given_up_soon_and_a_quiet_one_is_not(
    processes: list[RelayedChannelLayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "PATIENCE", 2.0)
    await joined(processes[0])
    await processes[0].group_send("table.x", MESSAGE)
    listening, telling = Redis.asked_for
    for told in (listening, telling):
        assert told.pop("retry").get_retries() == 0
    usual = {"url": "redis://r", "socket_connect_timeout": 2.0, "health_check_interval": 5}
    assert listening == usual | {"socket_timeout": None}
    assert telling == usual | {"socket_timeout": 2.0}


async def test_a_process_that_just_started_tells_the_others_at_once(
    processes: list[RelayedChannelLayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = await joined(processes[1])
    fresh = RelayedChannelLayer("redis://r", "ours")
    monkeypatch.setattr(relay, "time", SimpleNamespace(monotonic=lambda: 0.5))
    await fresh.group_send("table.x", MESSAGE)
    assert await heard(processes[1], channel) == MESSAGE
