"""One table of a load test: opens its sockets, plays at a given pace, and measures delays."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.load.visitor import Connect, Visitor, long_game, socket_address

PING_SECONDS = 5.0
PING = json.dumps({"t": "ping", "n": 1})


@dataclass
class Measurements:
    """The measurements of all tables of a run; durations are in seconds."""

    accepted: list[float] = field(default_factory=list)
    """From the click to the acknowledgement."""
    seen: list[float] = field(default_factory=list)
    """From the click to the frame of each other socket."""
    replied: list[float] = field(default_factory=list)
    """From a move's acknowledgement to the agent's reply, at tables with an agent."""
    moves: int = 0
    seated: int = 0
    """Opened sockets."""
    frames: int = 0
    """Frames that the site sent to all sockets."""
    refused: int = 0
    """Connections and requests that the site refused or dropped."""
    games: int = 0
    pages: list[float] = field(default_factory=list)
    """The duration of each request for a figure page."""

    def forget(self) -> Measurements:
        """Return a copy of the measurements so far, and reset them."""
        so_far = Measurements(**vars(self))
        vars(self).update(vars(Measurements()))
        return so_far


@dataclass
class LoadedTable:
    """A table with its simulated players and spectators."""

    slug: str
    people: list[Visitor]
    onlookers: int
    pace: float
    """Mean seconds before a person moves; 0 for no pause."""
    chance: random.Random
    measured: Measurements
    over: asyncio.Event = field(default_factory=asyncio.Event)
    _clicked: dict[int, float] = field(default_factory=dict)
    """When each move was sent, by the table version that it created."""
    _acknowledged: dict[int, float] = field(default_factory=dict)
    """When each move was acknowledged, by the table version that it created."""
    _early: dict[int, list[float]] = field(default_factory=dict)
    """When a version was seen by other sockets before its acknowledgement, by version."""

    async def play(self, connect: Connect, url: str) -> None:
        """Play with all sockets until the game is over."""
        address = socket_address(url, self.slug)
        cookies = [person.cookie_header for person in self.people] + [""] * self.onlookers
        sockets = [self._sit(connect, address, cookie) for cookie in cookies]
        await asyncio.gather(*sockets)
        self.measured.games += 1

    async def _sit(self, connect: Connect, address: str, cookie: str) -> None:
        try:
            async with connect(address, cookie) as socket:
                await self._look_and_move(socket)
        except (OSError, EOFError, TimeoutError):
            self.measured.refused += 1
            self.over.set()

    async def _look_and_move(self, socket: Any) -> None:
        pinging = asyncio.create_task(self._ping(socket))
        try:
            await self._play(socket)
        finally:
            pinging.cancel()

    async def _ping(self, socket: Any) -> None:
        """Ping like a page does, starting at a random time."""
        await asyncio.sleep(self.chance.uniform(0, PING_SECONDS))
        # If the socket is closed by now, reading from it reports that.
        with suppress(Exception):
            while True:
                await socket.send(PING)
                await asyncio.sleep(PING_SECONDS)

    async def _play(self, socket: Any) -> None:
        clicks: dict[str, float] = {}
        moving: asyncio.Task[None] | None = None
        self.measured.seated += 1
        while not self.over.is_set():
            message = json.loads(await socket.recv())
            now = time.monotonic()
            match message["t"]:
                case "frame" | "update":
                    self.measured.frames += 1
                    self._saw(message["v"], now)
                    self._replied(message["v"], now)
                    frame = message["frame"]
                    if frame.get("ending"):
                        self.over.set()
                    elif frame.get("legal") and (moving is None or moving.done()):
                        moving = asyncio.create_task(self._move(socket, message, clicks))
                case "ack":
                    self._accepted(message["v"], clicks.pop(message["id"]), now)
                case "refused":
                    self.measured.refused += 1
        if moving:
            moving.cancel()

    async def _move(self, socket: Any, message: dict[str, Any], clicks: dict[str, float]) -> None:
        if self.pace:
            await asyncio.sleep(self.chance.expovariate(1 / self.pace))
        name = f"m{message['v']}"
        clicks[name] = time.monotonic()
        request = {"id": name, "v": message["v"]} | long_game(
            message["frame"]["legal"], self.chance
        )
        # If the socket is closed by now, reading from it reports that.
        with suppress(Exception):
            await socket.send(json.dumps(request))

    def _accepted(self, version: int, clicked: float, now: float) -> None:
        self.measured.moves += 1
        self.measured.accepted.append(now - clicked)
        self._clicked[version], self._acknowledged[version] = clicked, now
        self.measured.seen += [seen - clicked for seen in self._early.pop(version, [])]

    def _replied(self, version: int, now: float) -> None:
        """Record an agent's reply: with one person, the version after a move is the agent's."""
        if len(self.people) == 1 and (acknowledged := self._acknowledged.pop(version - 1, None)):
            self.measured.replied.append(now - acknowledged)

    def _saw(self, version: int, now: float) -> None:
        if version in self._clicked:
            self.measured.seen.append(now - self._clicked[version])
        else:
            self._early.setdefault(version, []).append(now)
