"""The WebSockets of pages that show an unfinished run: live maps."""

from __future__ import annotations

import asyncio
import json
from asyncio import sleep
from contextlib import suppress
from typing import Any

from agents.archives import BadArchive, BadRun, runs
from analysis.maps import run_updates
from game import protocol as p
from game.live.socket import Socket
from game.tables.refusals import Refused

LOOK_SECONDS = 1.0
CLOSE_NO_RUN = 4404


class RunConsumer(Socket):
    """Sends updates of one run to a page that watches it."""

    watch: Watch | None = None

    async def connect(self) -> None:
        """Accept the socket and watch the run; refuse it if there is no such run."""
        name = self.scope["url_route"]["kwargs"]["name"]
        await self.accept()
        try:
            self.arrive("run", name)
        except Refused as refused:
            await self.refuse(refused.text, p.CLOSE_TOO_MANY)
            return
        if not await asyncio.to_thread(runs.exists, name):
            await self.refuse(f"There is no run {name}.", CLOSE_NO_RUN)
            return
        self.watch = WATCHES.get(name) or Watch(name)
        await self.watch.join(self)

    async def disconnect(self, code: int) -> None:
        """Stop watching the run."""
        if self.watch is not None:
            self.watch.leave(self)

    async def receive(self, *args: Any, **kwargs: Any) -> None:
        """Ignore messages."""


class Watch:
    """Polls one run and sends its state to all sockets of this process that watch it.

    Another process, even on another machine with the same folder, may make the run: the snapshots
    on disk are the only signal.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.sockets: set[RunConsumer] = set()
        self.latest: str | None = None
        """The last message, for sockets that join later."""
        self.looking = asyncio.create_task(self._look())
        WATCHES[name] = self

    async def join(self, socket: RunConsumer) -> None:
        """Send the socket the latest state now and every later one."""
        self.sockets.add(socket)
        if self.latest is not None:
            await socket.send(self.latest)

    def leave(self, socket: RunConsumer) -> None:
        """Stop sending to the socket; stop polling after the last one has left."""
        self.sockets.discard(socket)
        if not self.sockets:
            self._end()

    async def _look(self) -> None:
        seen: tuple[int, bool] | None = None
        try:
            while True:
                with suppress(BadRun, BadArchive, OSError):
                    now = await asyncio.to_thread(run_updates.mark, self.name)
                    if now != seen:
                        news = await asyncio.to_thread(run_updates.update, self.name)
                        seen, self.latest = now, json.dumps(news)
                        await self._tell(self.latest)
                await sleep(LOOK_SECONDS)
        except Exception as error:
            self._end()
            await asyncio.gather(*(socket.fail(error) for socket in tuple(self.sockets)))

    async def _tell(self, news: str) -> None:
        await asyncio.gather(*(socket.send(news) for socket in tuple(self.sockets)))

    def _end(self) -> None:
        if WATCHES.get(self.name) is self:
            del WATCHES[self.name]
        if self.looking is not asyncio.current_task():
            self.looking.cancel()


WATCHES: dict[str, Watch] = {}
"""The watches of this process by run."""
