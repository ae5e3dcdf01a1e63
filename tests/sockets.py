"""A browser's end of a socket, for tests that have a whole machine or a tenth of one."""

import asyncio
from contextlib import suppress
from typing import Any

from channels.testing import WebsocketCommunicator

PATIENCE = 30.0
"""Seconds. Channels waits one, which a busy machine can take for a commit."""


class PatientCommunicator(WebsocketCommunicator):
    """Waits long for an answer; never takes a failed test's neighbours down with it."""

    async def receive_output(self, timeout: float = PATIENCE) -> dict[str, Any]:
        output: dict[str, Any] = await super().receive_output(max(timeout, PATIENCE))
        return output

    async def wait(self, timeout: float = PATIENCE) -> None:
        await super().wait(max(timeout, PATIENCE))

    async def disconnect(self, code: int = 1000, timeout: float = PATIENCE) -> None:
        """Close. What was waited for in vain is cancelled already: saying so again, in a fixture
        that cleans up, would leave the fixtures after it as they are."""
        with suppress(asyncio.CancelledError):
            await super().disconnect(code, timeout)
