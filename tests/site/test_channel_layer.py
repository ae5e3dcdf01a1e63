"""Messages between processes, over Redis where one is given."""

import asyncio
import os

import pytest
from django.utils.module_loading import import_string

from hanabi_site.channel_layer import channel_layer_settings

REDIS_URL = os.environ.get("HANABI_TEST_REDIS_URL", "")


def test_one_process_needs_no_redis() -> None:
    assert channel_layer_settings("") == {"BACKEND": "channels.layers.InMemoryChannelLayer"}


@pytest.mark.slow
@pytest.mark.skipif(not REDIS_URL, reason="HANABI_TEST_REDIS_URL names no Redis.")
async def test_a_listener_outlives_six_quiet_seconds_on_redis() -> None:
    chosen = channel_layer_settings(REDIS_URL)
    layer = import_string(chosen["BACKEND"])(**chosen["CONFIG"])
    channel = await layer.new_channel()
    listener = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(6)
    assert not listener.done()
    await layer.send(channel, {"type": "table.changed"})
    assert (await asyncio.wait_for(listener, 5))["type"] == "table.changed"
    await layer.close_pools()
