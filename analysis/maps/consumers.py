"""Sockets of the analysis pages: a run as its map fills."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from agents.archives import BadArchive, BadRun, runs
from analysis.maps import run_updates

LOOK_SECONDS = 1.0
CLOSE_NO_RUN = 4404


class RunConsumer(AsyncJsonWebsocketConsumer):
    """A page that watches a run. The process that makes the run writes snapshots, perhaps on
    another machine with the same folder; this looks for new ones and ignores messages."""

    async def connect(self) -> None:
        self.name = self.scope["url_route"]["kwargs"]["name"]
        self.watching: asyncio.Task[None] | None = None
        await self.accept()
        if not await _in_thread(runs.exists, self.name):
            await self.close(CLOSE_NO_RUN, reason=f"There is no run {self.name}.")
            return
        self.watching = asyncio.create_task(self._watch())

    async def disconnect(self, code: int) -> None:
        if self.watching:
            self.watching.cancel()
            with suppress(asyncio.CancelledError):
                await self.watching

    async def receive(self, *args: Any, **kwargs: Any) -> None:
        """Ignore messages."""

    async def _watch(self) -> None:
        told: tuple[int, bool] | None = None
        while True:
            with suppress(BadRun, BadArchive, OSError):
                now = await _in_thread(run_updates.update, self.name)
                seen = (await _in_thread(run_updates.changed, self.name), bool(now["making"]))
                if seen != told:
                    await self.send_json(now)
                    told = seen
            await asyncio.sleep(LOOK_SECONDS)


async def _in_thread(function: Any, *args: Any) -> Any:
    return await database_sync_to_async(function, thread_sensitive=False)(*args)
