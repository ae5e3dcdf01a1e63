"""A TCP proxy between the site and its database or Redis that can be cut."""

import asyncio
from contextlib import suppress

from tests.serving import free_port


class Link:
    """A TCP proxy; when cut, it drops all connections and refuses new ones."""

    def __init__(self, host: str, port: int) -> None:
        self.there = (host, port)
        self.port = free_port()
        self.server: asyncio.Server | None = None
        self.open: set[asyncio.StreamWriter] = set()

    async def mend(self) -> None:
        """Accept connections."""
        self.server = await asyncio.start_server(self._join, "127.0.0.1", self.port)

    async def cut(self) -> None:
        """Drop all connections and stop listening, as if the service were killed."""
        self.server.close()
        for writer in list(self.open):
            writer.transport.abort()
        self.server = None

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open.add(writer)
        with suppress(OSError):
            theirs, ours = await asyncio.open_connection(*self.there)
            self.open.add(ours)
            await asyncio.gather(_pump(reader, ours), _pump(theirs, writer))
            self.open.discard(ours)
        self.open.discard(writer)
        writer.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    with suppress(OSError):
        writer.close()
