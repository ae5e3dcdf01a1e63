"""Send messages to groups of sockets in this process and, through Redis, in the others.

A process sends to its own sockets directly; Redis only relays messages to the other processes.
While Redis is down each process continues alone, and a socket that missed a change receives it
after its next ping.
"""

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

from hanabi_site.sockets.local_groups import LocalChannelLayer

logger = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that Redis may take to answer."""
AWAY_SECONDS = 1.0
"""Seconds between two attempts to reach Redis while it is down."""


class RelayedChannelLayer(LocalChannelLayer):
    """A channel layer across all processes that use the same Redis `url` and the same `secret`."""

    def __init__(self, url: str, secret: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.url = url
        self.topic = f"hanabi:{sha256(secret.encode()).hexdigest()[:16]}"
        self.process = secrets.token_hex(8)
        self.away_until = 0.0
        self._listening: asyncio.Task[None] | None = None
        self._publisher: Redis | None = None

    async def group_add(self, group: str, channel: str) -> None:
        """Add a socket, named by its `channel`, to a group, and start to listen to the other
        processes if that has not begun.
        """
        await super().group_add(group, channel)
        if self._listening is None or self._listening.done():
            self._listening = asyncio.create_task(self._listen())

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send a message to the group's sockets in this process, then, if Redis is up, in the
        other processes.
        """
        await super().group_send(group, message)
        if time.monotonic() < self.away_until:
            return
        text = json.dumps({"from": self.process, "group": group, "message": message})
        try:
            await self._publish(text)
        except (RedisError, OSError) as error:
            self._note_away(error)

    async def close(self) -> None:
        """Stop listening to the other processes, and close the connections to Redis."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])
            self._listening = None
        if self._publisher is not None:
            await self._publisher.aclose()
            self._publisher = None

    async def _publish(self, text: str) -> None:
        if self._listening is None:
            # A command's event loop has no sockets and ends after the message.
            async with self._client(socket_timeout=PATIENCE) as client:
                await client.publish(self.topic, text)
            return
        if self._publisher is None:
            self._publisher = self._client(socket_timeout=PATIENCE)
        await self._publisher.publish(self.topic, text)

    async def _listen(self) -> None:
        """Pass messages of other processes to this one's sockets; reconnect after errors."""
        while True:
            try:
                # Silence is normal, so there is no socket timeout; poll at intervals instead.
                async with self._client(socket_timeout=None) as client, client.pubsub() as inbox:
                    await inbox.subscribe(self.topic)
                    while True:
                        message = await inbox.get_message(
                            ignore_subscribe_messages=True, timeout=PATIENCE
                        )
                        if message is not None:
                            await self._hand_on(json.loads(message["data"]))
            except (RedisError, OSError) as error:
                self._note_away(error)
                await asyncio.sleep(AWAY_SECONDS)

    async def _hand_on(self, envelope: dict[str, Any]) -> None:
        if envelope["from"] != self.process:
            await super().group_send(envelope["group"], envelope["message"])

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
            logger.warning("Redis is away, this process continues alone: %s", error)
        self.away_until = time.monotonic() + AWAY_SECONDS
