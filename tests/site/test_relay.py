"""Messages between processes, over Redis where one is given."""

import asyncio
import json
import os
from collections.abc import AsyncIterator

import pytest

from hanabi_site.settings.services import channel_layer_settings
from hanabi_site.sockets import relay
from hanabi_site.sockets.relay import RelayedChannelLayer
from tests.sockets import PATIENCE

REDIS_URL = os.environ.get("HANABI_TEST_REDIS_URL", "")
NOBODY = "redis://127.0.0.1:9/0"

needs_redis = pytest.mark.skipif(not REDIS_URL, reason="HANABI_TEST_REDIS_URL names no Redis.")

MESSAGE = {"type": "table.changed", "version": 3}


def test_one_process_needs_no_redis() -> None:
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
async def test_a_command_without_sockets_tells_the_processes(
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


async def test_without_redis_a_process_tells_its_own_sockets_and_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    layer = RelayedChannelLayer(NOBODY, "ours")
    channel = await join(layer)
    for _ in range(3):
        await layer.group_send("table.x", MESSAGE)
        assert await heard(layer, channel) == MESSAGE
    await layer.close()
    assert caplog.text.count("Redis is away") == 1


async def test_what_a_process_tells_another_hands_on_and_itself_does_not(
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
