"""Messages to groups of sockets of this process."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

from channels.layers import InMemoryChannelLayer

CLEAN_SECONDS = 60.0


class LocalChannelLayer(InMemoryChannelLayer):
    """Channels' own, which looks through all sockets of the process at every message to one of
    them: ours does so once a minute. A group is told at once, all of it with the same message."""

    _cleaned = 0.0

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Whoever has a full queue misses it, as Channels has it."""
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
