"""Send messages to groups of sockets within this process."""

import asyncio
import time
from contextlib import suppress
from typing import Any

from channels.layers import InMemoryChannelLayer

CLEAN_SECONDS = 60.0


class LocalChannelLayer(InMemoryChannelLayer):
    """Channels' in-memory channel layer, with cheaper group messages.

    Channels scans all sockets of the process for expired messages at every send; this layer scans
    once a minute, and puts one message object into the queues of the whole group at once.
    """

    _cleaned = 0.0

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Queue a message for all sockets of a group; a socket whose queue is full does not get
        it.
        """
        self._clean_expired()
        until = time.time() + self.expiry
        for channel in self.groups.get(group, ()):
            if (queue := self.channels.get(channel)) is None:
                queue = self.channels[channel] = asyncio.Queue(self.get_capacity(channel))
            with suppress(asyncio.QueueFull):
                queue.put_nowait((until, message))

    def _clean_expired(self) -> None:
        if time.monotonic() - self._cleaned > CLEAN_SECONDS:
            self._cleaned = time.monotonic()
            super()._clean_expired()  # type: ignore[misc]
