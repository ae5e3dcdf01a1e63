"""A run: tables are filled, everybody plays for a while, and games that end are begun anew."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from hanabi_site.load.readers import read_on
from hanabi_site.load.site import Site
from hanabi_site.load.table import LoadedTable, Measured, socket_address
from hanabi_site.load.visitor import Unwelcome, Visitor

SEATED_SECONDS = 300.0
"""That it may take at most until everybody sits."""
SETTLED_SECONDS = 3.0
CONNECTIONS = 200
"""That are opened one after the other, when nobody plays any more, to see what one costs."""


@dataclass(frozen=True)
class Plan:
    """What is asked for."""

    tables: int
    seconds: float
    pace: float = 2.0
    """Mean seconds before a person moves; 0: flat out."""
    bots: float = 0.5
    """Share of the tables where the partner is an agent."""
    agent: str = "conv:expert"
    onlookers: int = 0
    """At every table."""
    crowd: int = 0
    """More of them, at the first table."""
    readers: int = 0
    """Who ask for the heaviest page in a loop, meanwhile."""
    seed: str = "load"

    @property
    def bot_tables(self) -> int:
        """Those where the partner is an agent."""
        return round(self.bots * self.tables)

    @property
    def sockets(self) -> int:
        """Of everybody at all tables."""
        people = 2 * self.tables - self.bot_tables
        return people + self.tables * self.onlookers + self.crowd


@dataclass(frozen=True)
class Outcome:
    """What was measured; the server's share only of a server of our own."""

    measured: Measured
    cpu_seconds: float | None = None
    statements: int | None = None
    rss_mb: float | None = None
    rss_mb_before: float | None = None
    """When everybody had sat down."""
    database_bytes: int | None = None
    """By which the database grew."""
    cpu_seconds_a_connection: float | None = None
    """Of somebody who comes to look at a running game, sees it and goes."""
    cpu_seconds_a_return: float | None = None
    """The same of somebody who has a seat there."""


async def run(plan: Plan, url: str, server: Site | None = None) -> Outcome:
    """Put the load on. Raises Unwelcome if the first table cannot be made."""
    measured = Measured()
    tables = [
        _Place(plan, url, number, number < plan.bot_tables, measured)
        for number in range(plan.tables)
    ]
    await asyncio.to_thread(tables[0].make)
    playing = [asyncio.create_task(table.play_on()) for table in tables]
    await _until_all_sit(plan, measured)
    reading = [asyncio.create_task(read_on(url, measured)) for _ in range(plan.readers)]
    await asyncio.sleep(SETTLED_SECONDS)
    before = measured.forget()
    cpu = server.cpu_seconds() if server else 0.0
    statements = server.count_statements() if server else 0
    size = await asyncio.to_thread(server.database_bytes) if server else 0
    memory = server.rss_mb() if server else None
    await asyncio.sleep(plan.seconds)
    grown = await asyncio.to_thread(server.database_bytes) - size if server else None
    outcome = Outcome(
        replace(measured, refused=measured.refused + before.refused),
        cpu_seconds=server.cpu_seconds() - cpu if server else None,
        statements=server.count_statements() - statements if server else None,
        rss_mb=server.rss_mb() if server else None,
        rss_mb_before=memory,
        database_bytes=grown,
    )
    for task in (*playing, *reading):
        task.cancel()
    await asyncio.gather(*playing, *reading, return_exceptions=True)
    running = next((table for table in tables if table.slug), None)
    if server and running:
        address, cookie = socket_address(url, running.slug), running.people[0].cookie_header
        outcome = replace(
            outcome,
            cpu_seconds_a_connection=await _cost_of_connecting(address, "", server),
            cpu_seconds_a_return=await _cost_of_connecting(address, cookie, server),
        )
    return outcome


async def _cost_of_connecting(address: str, cookie: str, server: Site) -> float:
    """Processor time of the server for one connection."""
    await asyncio.sleep(SETTLED_SECONDS)
    before = server.cpu_seconds()
    for _ in range(CONNECTIONS):
        async with open_socket(address, cookie) as socket:
            while json.loads(await socket.recv())["t"] != "frame":
                pass
    return (server.cpu_seconds() - before) / CONNECTIONS


async def _until_all_sit(plan: Plan, measured: Measured) -> None:
    until = time.monotonic() + SEATED_SECONDS
    while time.monotonic() < until and measured.seated < plan.sockets:
        await asyncio.sleep(0.2)


class _Place:
    """A place where one game follows another."""

    def __init__(self, plan: Plan, url: str, number: int, bot: bool, measured: Measured) -> None:
        self.plan, self.url, self.bot, self.measured = plan, url, bot, measured
        self.chance = random.Random(f"{plan.seed}/{number}")
        self.number = number
        self.people: list[Visitor] = []
        self.slug = ""

    def make(self) -> None:
        """A new table with everybody seated. Blocks."""
        if not self.people:
            names = ["Ana"] if self.bot else ["Ana", "Bo"]
            self.people = [Visitor(self.url, f"{name} {self.number}") for name in names]
        first = self.people[0]
        slug = first.table_with(self.plan.agent) if self.bot else first.table_for_two()
        for seat, person in enumerate(self.people[1:], start=1):
            person.sit(slug, seat)
        self.slug = slug

    async def play_on(self) -> None:
        while True:
            try:
                if not self.slug:
                    await asyncio.to_thread(self.make)
                onlookers = self.plan.onlookers + (0 if self.number else self.plan.crowd)
                table = LoadedTable(
                    self.slug, self.people, onlookers, self.plan.pace, self.chance, self.measured
                )
                await table.play(open_socket, self.url)
            except Unwelcome:
                self.measured.refused += 1
                await asyncio.sleep(1)
            self.slug = ""


@asynccontextmanager
async def open_socket(address: str, cookie: str) -> Any:
    """A table's socket, as a page opens it. Raises EOFError when it falls."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import WebSocketException
    from websockets.typing import Origin

    origin = Origin(f"http{address.removeprefix('ws').partition('/ws/')[0]}")
    headers = {"Cookie": cookie} if cookie else {}
    try:
        async with connect(
            address, origin=origin, additional_headers=headers, max_size=1 << 22
        ) as socket:
            yield socket
    except WebSocketException as error:
        raise EOFError(str(error)) from error
