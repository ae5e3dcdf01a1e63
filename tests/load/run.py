"""Run a load test: fill tables, play for a while, and replace each game that ends by a new one."""

import asyncio
import json
import random
import time
from dataclasses import dataclass, replace

from tests.load.readers import read_on
from tests.load.site import Site
from tests.load.table import LoadedTable, Measurements
from tests.load.visitor import Unwelcome, Visitor, open_socket, socket_address

SEATED_SECONDS = 300.0
"""The longest wait until all simulated people have sat down."""
SETTLED_SECONDS = 3.0
CONNECTIONS = 200
"""Connections opened one after another when the play is over, to measure the cost of one."""


@dataclass(frozen=True)
class Plan:
    """The parameters of a load test."""

    tables: int
    seconds: float
    pace: float = 2.0
    """Mean seconds before a person moves; 0 for no pause."""
    bots: float = 0.5
    """Share of the tables where the partner is an agent."""
    agent: str = "conv:expert"
    onlookers: int = 0
    """Spectators at every table."""
    crowd: int = 0
    """Additional spectators at the first table."""
    slow: int = 0
    """Additional tables of `slow_agent` with a copy of itself, each created by another guest."""
    slow_agent: str = "search:10000:conv:expert"
    readers: int = 0
    """Clients that request the heaviest page in a loop meanwhile."""
    seed: str = "load"

    @property
    def bot_tables(self) -> int:
        """The number of tables where the partner is an agent."""
        return round(self.bots * self.tables)

    @property
    def sockets(self) -> int:
        """The number of sockets of all people and spectators."""
        people = 2 * self.tables - self.bot_tables
        return people + self.tables * self.onlookers + self.crowd


@dataclass(frozen=True)
class Outcome:
    """The measurements; fields about the server are None unless the test started it."""

    measured: Measurements
    cpu_seconds: float | None = None
    statements: int | None = None
    rss_mb: float | None = None
    rss_mb_before: float | None = None
    """Resident memory in MB when everybody had sat down."""
    database_bytes: int | None = None
    """The growth of the database."""
    cpu_seconds_a_connection: float | None = None
    """Processor time per spectator who connects to a running game and leaves."""
    cpu_seconds_a_return: float | None = None
    """Processor time per player who reconnects to their running game and leaves."""


async def run(plan: Plan, url: str, server: Site | None = None) -> Outcome:
    """Run the load test. Raises Unwelcome if the first table cannot be created."""
    measured = Measurements()
    tables = [
        _Place(plan, url, number, number < plan.bot_tables, measured)
        for number in range(plan.tables)
    ]
    await asyncio.to_thread(tables[0].make)
    slow: list[asyncio.Task[None]] = []
    for number in range(plan.slow):
        guest = await asyncio.to_thread(Visitor, url, f"Slow {number}")
        slug = await asyncio.to_thread(guest.watch, plan.slow_agent, 2)
        watching = LoadedTable(slug, [guest], 0, plan.pace, random.Random(slug), Measurements())
        slow.append(asyncio.create_task(watching.play(open_socket, url)))
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
    for task in (*playing, *reading, *slow):
        task.cancel()
    await asyncio.gather(*playing, *reading, *slow, return_exceptions=True)
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
    """Return the server's mean processor seconds for one connection."""
    await asyncio.sleep(SETTLED_SECONDS)
    before = server.cpu_seconds()
    for _ in range(CONNECTIONS):
        async with open_socket(address, cookie) as socket:
            while json.loads(await socket.recv())["t"] != "frame":
                pass
    return (server.cpu_seconds() - before) / CONNECTIONS


async def _until_all_sit(plan: Plan, measured: Measurements) -> None:
    until = time.monotonic() + SEATED_SECONDS
    while time.monotonic() < until and measured.seated < plan.sockets:
        await asyncio.sleep(0.2)


class _Place:
    """A table's place in the load: plays one game after another."""

    def __init__(
        self, plan: Plan, url: str, number: int, bot: bool, measured: Measurements
    ) -> None:
        self.plan, self.url, self.bot, self.measured = plan, url, bot, measured
        self.chance = random.Random(f"{plan.seed}/{number}")
        self.number = number
        self.people: list[Visitor] = []
        self.slug = ""

    def make(self) -> None:
        """Create a table and seat everybody. Blocks."""
        if not self.people:
            names = ["Ana"] if self.bot else ["Ana", "Bo"]
            self.people = [Visitor(self.url, f"{name} {self.number}") for name in names]
        first = self.people[0]
        slug = first.new_table(self.plan.agent if self.bot else "open")
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
