"""A simulated player who reconnects when the socket breaks and resends unanswered requests with the
same id, as the page does."""

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.load.visitor import Connect, Visitor, long_game, socket_address

AGAIN_SECONDS = 0.2
SILENCE_SECONDS = 15.0
"""How long a socket may be silent before it counts as dead."""


@dataclass
class Account:
    """What the server promised in all games; moves are named by request id."""

    sent: set[str] = field(default_factory=set)
    acknowledged: dict[str, int] = field(default_factory=dict)
    """The table version that each move created."""
    refused: set[str] = field(default_factory=set)
    games: int = 0
    dialled: int = 0
    waited: int = 0
    """How often the server reported that it could not save at the moment."""


class Sitter:
    """One simulated player at one table."""

    def __init__(self, slug: str, person: Visitor, chance: random.Random, account: Account) -> None:
        self.slug, self.person, self.chance, self.account = slug, person, chance, account
        self.pending: dict[str, Any] | None = None
        self.over = False

    async def play(self, connect: Connect, url: Callable[[], str]) -> None:
        """Play to the end of the game; `url` returns the server to connect to."""
        while not self.over:
            address = socket_address(url(), self.slug)
            self.account.dialled += 1
            try:
                async with connect(address, self.person.cookie_header) as socket:
                    await self._listen(socket)
            except (OSError, EOFError, TimeoutError):
                await asyncio.sleep(AGAIN_SECONDS * self.chance.random())

    async def _listen(self, socket: Any) -> None:
        if self.pending:
            await socket.send(json.dumps(self.pending))
        while not self.over:
            message = json.loads(await asyncio.wait_for(socket.recv(), SILENCE_SECONDS))
            match message["t"]:
                case "frame" | "update":
                    await self._look(socket, message)
                case "ack":
                    self.account.acknowledged[message["id"]] = message["v"]
                    self.pending = None
                case "refused" if message["id"]:
                    self.account.refused.add(message["id"])
                    self.pending = None
                    await socket.send('{"t": "sync"}')
                case "waiting":
                    self.account.waited += 1
                    await asyncio.sleep(AGAIN_SECONDS)
                    if self.pending:
                        await socket.send(json.dumps(self.pending))
                    else:
                        await socket.send('{"t": "ping"}')

    async def _look(self, socket: Any, message: dict[str, Any]) -> None:
        frame = message["frame"]
        self.over = bool(frame.get("ending"))
        legal = frame.get("legal")
        if self.over or not legal or self.pending:
            return
        name = f"{self.chance.getrandbits(64):x}"
        self.account.sent.add(name)
        self.pending = {"id": name, "v": message["v"]} | long_game(legal, self.chance)
        await socket.send(json.dumps(self.pending))
