"""Messages to groups of sockets, in this process and in the others.

A process tells its own sockets by itself; Redis only carries the same to the other processes. So
while Redis is away each process goes on alone, and a socket that missed a change hears of it at
its next ping.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from hashlib import sha256
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from hanabi_site.local_groups import LocalChannelLayer

logger = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that Redis may take to answer."""
AWAY_SECONDS = 1.0
"""Between two tries while Redis is away."""


class RelayedChannelLayer(LocalChannelLayer):
    """Groups of sockets over all processes that share a Redis and a secret."""

    def __init__(self, url: str, secret: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.url = url
        self.topic = f"hanabi:{sha256(secret.encode()).hexdigest()[:16]}"
        self.process = secrets.token_hex(8)
        self.away_until = 0.0
        self._listening: asyncio.Task[None] | None = None
        self._telling: Redis | None = None

    async def group_add(self, group: str, channel: str) -> None:
        """Also begins to listen to the other processes."""
        await super().group_add(group, channel)
        if self._listening is None or self._listening.done():
            self._listening = asyncio.create_task(self._listen())

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Tell the sockets of this process, then, if Redis is there, the other processes."""
        await super().group_send(group, message)
        if time.monotonic() < self.away_until:
            return
        told = json.dumps({"from": self.process, "group": group, "message": message})
        try:
            await self._publish(told)
        except (RedisError, OSError) as error:
            self._note_away(error)

    async def close(self) -> None:
        """End the connections of this event loop."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])
            self._listening = None
        if self._telling is not None:
            await self._telling.aclose()
            self._telling = None

    async def _publish(self, told: str) -> None:
        if self._listening is None:
            # No socket lives in this event loop: a command's, which ends with the message.
            async with self._client(socket_timeout=PATIENCE) as client:
                await client.publish(self.topic, told)
            return
        if self._telling is None:
            self._telling = self._client(socket_timeout=PATIENCE)
        await self._telling.publish(self.topic, told)

    async def _listen(self) -> None:
        """Hand on what the other processes tell, for as long as this one lives."""
        while True:
            try:
                # A quiet socket is no fault: no time-out, but a look now and then.
                async with self._client(socket_timeout=None) as client, client.pubsub() as heard:
                    await heard.subscribe(self.topic)
                    while True:
                        said = await heard.get_message(
                            ignore_subscribe_messages=True, timeout=PATIENCE
                        )
                        if said is not None:
                            await self._hand_on(json.loads(said["data"]))
            except (RedisError, OSError) as error:
                self._note_away(error)
                await asyncio.sleep(AWAY_SECONDS)

    async def _hand_on(self, told: dict[str, Any]) -> None:
        if told["from"] != self.process:
            await super().group_send(told["group"], told["message"])

    def _client(self, socket_timeout: float | None) -> Redis:
        return Redis.from_url(
            self.url,
            socket_timeout=socket_timeout,
            socket_connect_timeout=PATIENCE,
            health_check_interval=5,
            retry=Retry(NoBackoff(), 0),
        )

    def _note_away(self, error: Exception) -> None:
        if time.monotonic() >= self.away_until:
            logger.warning("Redis is away, this process goes on alone: %s", error)
        self.away_until = time.monotonic() + AWAY_SECONDS
