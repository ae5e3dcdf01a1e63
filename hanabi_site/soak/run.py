"""A run: people play while one part after another is killed, and the books are compared."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from django.db.utils import ConnectionHandler

from agents.runs.progress import Meter
from agents.runs.stopping import SIGNALS
from hanabi_site.database import database_settings
from hanabi_site.load.run import open_socket
from hanabi_site.load.server import OwnServer
from hanabi_site.load.visitor import Unwelcome, Visitor
from hanabi_site.soak.link import Link
from hanabi_site.soak.sitter import Account, Sitter

AWAY_SECONDS = 2.0
"""For which the database or Redis is away at most."""
SETTLE_SECONDS = 30.0
"""For which nobody may have been able to move."""


@dataclass(frozen=True)
class Plan:
    kills: int
    tables: int
    processes: int = 1
    database: str = ""
    """Empty: SQLite in a file of its own."""
    redis: str = ""
    seed: str = "soak"


@dataclass(frozen=True)
class Outcome:
    """How the books compare; `wrong` says in words what does not."""

    account: Account
    kept: int
    killed: dict[str, int]
    wrong: list[str]


async def run(plan: Plan, folder: Path, tell: Callable[[str], None]) -> Outcome:
    """Play and kill, and tell how far it is; after Ctrl+C, compare what there is until then.
    Raises RuntimeError if a server does not come back."""
    chance, meter, stop = random.Random(plan.seed), Meter(unit="kills"), asyncio.Event()
    for number in SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    links, environment = await _links(plan)
    servers = [
        OwnServer(folder, number, environment=environment) for number in range(plan.processes)
    ]
    await asyncio.to_thread(servers[0].migrate)
    account = Account()
    try:
        for server in servers:
            await asyncio.to_thread(server.start)
        places = [
            asyncio.create_task(_play_on(number, servers, plan, account))
            for number in range(plan.tables)
        ]
        victims = _victims(servers, links)
        killed = dict.fromkeys(victims, 0)
        while (done := sum(killed.values())) < plan.kills and not stop.is_set():
            await _until_somebody_plays(account)
            await asyncio.sleep(chance.uniform(0, 1.5))
            name = chance.choice(list(victims))
            killed[name] += 1
            await victims[name](chance)
            if told := meter.at(done + 1, plan.kills, f"{len(account.acknowledged):,} moves"):
                tell(told.line)
        # Ctrl+C in a terminal ends the servers too: nobody can play on then.
        before = -1 if stop.is_set() else len(account.acknowledged)
        for _ in range(0 if stop.is_set() else plan.tables):
            await _until_somebody_plays(account)
        for place in places:
            place.cancel()
        await asyncio.gather(*places, return_exceptions=True)
    finally:
        for server in servers:
            if hasattr(server, "process"):
                server.kill()
        for link in links.values():
            if link.server is not None:
                await link.cut()
    rows = await asyncio.to_thread(_rows, plan.database or servers[0].database)
    return Outcome(account, len(rows), killed, compare(account, rows, before))


async def _until_somebody_plays(account: Account) -> None:
    """Wait for the next move that is acknowledged, for a while."""
    until, before = time.monotonic() + SETTLE_SECONDS, len(account.acknowledged)
    while time.monotonic() < until and len(account.acknowledged) == before:
        await asyncio.sleep(0.02)


async def _links(plan: Plan) -> tuple[dict[str, Link], dict[str, str]]:
    """A link to each service that is given, and the settings that lead by it."""
    links: dict[str, Link] = {}
    environment: dict[str, str] = {"REDIS_URL": ""}
    for name, url in (("DATABASE_URL", plan.database), ("REDIS_URL", plan.redis)):
        if not url:
            continue
        parts = urlsplit(url)
        usual = 5432 if name == "DATABASE_URL" else 6379
        link = links[name] = Link(parts.hostname or "127.0.0.1", parts.port or usual)
        await link.mend()
        login = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
        netloc = f"{login}127.0.0.1:{link.port}"
        environment[name] = urlunsplit(parts._replace(netloc=netloc))
    return links, environment


Victim = Callable[[random.Random], Awaitable[None]]


def _victims(servers: list[OwnServer], links: dict[str, Link]) -> dict[str, Victim]:
    """What may be killed, by name: each comes back by itself."""

    def process(server: OwnServer) -> Victim:
        async def kill(chance: random.Random) -> None:
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)

        return kill

    def service(link: Link) -> Victim:
        async def kill(chance: random.Random) -> None:
            await link.cut()
            await asyncio.sleep(chance.uniform(0.2, AWAY_SECONDS))
            await link.mend()

        return kill

    victims = {f"process {number}": process(server) for number, server in enumerate(servers)}
    return victims | {name.partition("_")[0].lower(): service(link) for name, link in links.items()}


async def _play_on(number: int, servers: list[OwnServer], plan: Plan, account: Account) -> None:
    """One game after another at one place: two people, or a person and an agent."""
    chance = random.Random(f"{plan.seed}/{number}")

    def url() -> str:
        return chance.choice(servers).url

    while True:
        try:
            slug, people = await asyncio.to_thread(_seat, url, bot=number % 2 == 1)
        except Unwelcome:
            await asyncio.sleep(0.3)
            continue
        sitters = [Sitter(slug, person, chance, account) for person in people]
        await asyncio.gather(*(sitter.play(open_socket, url) for sitter in sitters))
        account.games += 1


def _seat(url: Callable[[], str], *, bot: bool) -> tuple[str, list[Visitor]]:
    first = Visitor(url(), "Ana")
    if bot:
        return first.table_with("rules:piers"), [first]
    slug, second = first.table_for_two(), Visitor(url(), "Bo")
    second.sit(slug, 1)
    return slug, [first, second]


Row = tuple[str, int, int, str]
"""Table, turn, version and request of a move that was kept."""


def _rows(database: str) -> list[Row]:
    connection = ConnectionHandler({"default": database_settings(database)})["default"]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT game_table.slug, game_move.turn, game_move.version, game_move.request "
            "FROM game_move JOIN game_table ON game_move.table_id = game_table.id "
            "ORDER BY game_table.slug, game_move.turn"
        )
        rows: list[Row] = cursor.fetchall()
    connection.close()
    return rows


def compare(account: Account, rows: list[Row], before_the_end: int = 0) -> list[str]:
    """What is wrong between what was promised and what was kept; nothing, if all is well."""
    kept: dict[str, list[Row]] = {}
    for row in rows:
        kept.setdefault(row[3], []).append(row)
    wrong = [
        f"move {name}, acknowledged at version {version}, was lost"
        for name, version in account.acknowledged.items()
        if version not in [row[2] for row in kept.get(name, [])]
    ]
    wrong += [
        f"move {n} was made {len(made)} times" for n, made in kept.items() if n and len(made) > 1
    ]
    wrong += [f"move {name} was refused and made" for name in account.refused if name in kept]
    wrong += [
        f"move {name} was made, and nobody sent it"
        for name in kept
        if name and name not in account.sent
    ]
    turns: dict[str, list[int]] = {}
    for slug, turn, *_ in rows:
        turns.setdefault(slug, []).append(turn)
    wrong += [
        f"table {slug} has turns {made}"
        for slug, made in turns.items()
        if made != list(range(1, len(made) + 1))
    ]
    if len(account.acknowledged) == before_the_end:
        wrong.append("after the last kill nobody could play on")
    return wrong
