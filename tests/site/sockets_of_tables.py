"""A table's socket that says what a test wrote down, and remembers what it was sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

LEGAL = {"clues": [{"seat": 1, "value": 2}], "discards": [], "plays": []}
SILENCE = 5.0
"""Seconds after which nothing more will be said."""
Answer = Callable[[dict[str, Any]], list[dict[str, Any]]]


def frame(version: int, *, legal: bool = False, over: bool = False, kind: str = "frame") -> Any:
    """What a table tells at a version."""
    parts = {"legal": LEGAL if legal else None, "ending": "all_played" if over else ""}
    return {"t": kind, "v": version, "frame": parts}


class Socket:
    """Says its words one after another, and what `answer` has for each thing it is sent; then it
    falls."""

    def __init__(self, *words: dict[str, Any], answer: Answer | None = None) -> None:
        self.words: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        for word in words:
            self.words.put_nowait(word)
        self.answer = answer
        self.sent: list[dict[str, Any]] = []

    async def recv(self) -> str:
        if not self.answer and self.words.empty():
            raise EOFError
        async with asyncio.timeout(SILENCE):
            return json.dumps(await self.words.get())

    async def send(self, text: str) -> None:
        self.sent.append(json.loads(text))
        for word in self.answer(self.sent[-1]) if self.answer else ():
            self.words.put_nowait(word)


class Line:
    """Opens these sockets, one a call, and remembers where and with which cookies."""

    def __init__(self, *sockets: Socket | Exception) -> None:
        self.sockets = list(sockets)
        self.dialled: list[tuple[str, str]] = []

    def __call__(self, address: str, cookie: str) -> AbstractAsyncContextManager[Socket]:
        self.dialled.append((address, cookie))
        return self._open(self.sockets.pop(0))

    @asynccontextmanager
    async def _open(self, socket: Socket | Exception) -> AsyncIterator[Socket]:
        if isinstance(socket, Exception):
            raise socket
        yield socket
