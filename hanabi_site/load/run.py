"""A run: tables are filled, everybody plays for a while, and games that end are begun anew."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from hanabi_site.load.server import OwnServer
from hanabi_site.load.table import LoadedTable, Measured
from hanabi_site.load.visitor import Unwelcome, Visitor

SEATED_SECONDS = 300.0
"""That it may take at most until everybody sits."""
SETTLED_SECONDS = 3.0


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
    seed: str = "load"


@dataclass(frozen=True)
class Outcome:
    """What was measured; the server's share only of a server of our own."""

    measured: Measured
    cpu_seconds: float | None = None
    statements: int | None = None
    rss_mb: float | None = None


async def run(plan: Plan, url: str, server: OwnServer | None = None) -> Outcome:
    """Put the load on. Raises Unwelcome if the first table cannot be made."""
    measured = Measured()
    bots = round(plan.bots * plan.tables)
    tables = [_Place(plan, url, number, number < bots, measured) for number in range(plan.tables)]
    await asyncio.to_thread(tables[0].make)
    playing = [asyncio.create_task(table.play_on()) for table in tables]
    await _until_all_play(tables)
    before = measured.forget()
    cpu = server.cpu_seconds() if server else 0.0
    statements = server.count_statements() if server else 0
    await asyncio.sleep(plan.seconds)
    outcome = Outcome(
        replace(measured, refused=measured.refused + before.refused),
        cpu_seconds=server.cpu_seconds() - cpu if server else None,
        statements=server.count_statements() - statements if server else None,
        rss_mb=server.rss_mb() if server else None,
    )
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return outcome


async def _until_all_play(tables: list[_Place]) -> None:
    """Wait until everybody sits, and a little more."""
    until = time.monotonic() + SEATED_SECONDS
    while time.monotonic() < until and not all(table.slug for table in tables):
        await asyncio.sleep(0.2)
    await asyncio.sleep(SETTLED_SECONDS)


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
                table = LoadedTable(
                    self.slug, self.people, self.plan.onlookers, self.plan.pace, self.chance,
                    self.measured,
                )  # fmt: skip
                await table.play(_connect, self.url)
            except Unwelcome:
                self.measured.refused += 1
                await asyncio.sleep(1)
            self.slug = ""


@asynccontextmanager
async def _connect(address: str, cookie: str) -> Any:
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
