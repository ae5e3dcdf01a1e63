"""Run a soak test: people play while one part after another is killed; then check all moves."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from agents.runs.progress import Meter
from agents.runs.stopping import SIGNALS
from tests.load.visitor import Unwelcome, Visitor, open_socket
from tests.serving import ServedSite, query
from tests.soak.link import Link
from tests.soak.sitter import Account, Sitter

AWAY_SECONDS = 2.0
"""The longest outage of the database or Redis."""
SETTLE_SECONDS = 30.0
"""The longest wait for the next acknowledged move."""


@dataclass(frozen=True)
class Plan:
    kills: int
    tables: int
    processes: int = 1
    database: str = ""
    """The database's URL; empty for a new SQLite file."""
    redis: str = ""
    seed: str = "soak"


@dataclass(frozen=True)
class Outcome:
    """The result of a soak test; `wrong` describes each discrepancy in a sentence."""

    account: Account
    stored: int
    """The number of moves in the database."""
    killed: dict[str, int]
    wrong: list[str]


async def run(plan: Plan, folder: Path, tell: Callable[[str], None]) -> Outcome:
    """Run the soak test and report its progress through `tell`; Ctrl+C ends the killing early.

    Raises RuntimeError if a server does not come back.
    """
    chance, meter, stop = random.Random(plan.seed), Meter(unit="kills"), asyncio.Event()
    for number in SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    links, environment = await _links(plan)
    servers = [
        await asyncio.to_thread(ServedSite, folder, number, **environment)
        for number in range(plan.processes)
    ]
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
        order: list[str] = []
        while (done := sum(killed.values())) < plan.kills and not stop.is_set():
            await _until_somebody_plays(account)
            await asyncio.sleep(chance.uniform(0, 1.5))
            # In a new order each time, so that a short soak reaches every part, too.
            order = order or chance.sample(list(victims), len(victims))
            name = order.pop()
            killed[name] += 1
            await victims[name](chance)
            if told := meter.at(done + 1, plan.kills, f"{len(account.acknowledged):,} moves"):
                tell(told.line)
        # Ctrl+C in a terminal stops the servers too, so that no game can continue.
        before = -1 if stop.is_set() else len(account.acknowledged)
        for _ in range(0 if stop.is_set() else plan.tables):
            await _until_somebody_plays(account)
        for place in places:
            place.cancel()
        await asyncio.gather(*places, return_exceptions=True)
    finally:
        for server in servers:
            server.kill()
        for link in links.values():
            if link.server is not None:
                await link.cut()
    # Not through the links: they are cut.
    database = plan.database or servers[0].environment["DATABASE_URL"]
    rows = await asyncio.to_thread(query, database, STORED_MOVES)
    return Outcome(account, len(rows), killed, compare(account, rows, before))


async def _until_somebody_plays(account: Account) -> None:
    """Wait for the next acknowledged move, at most SETTLE_SECONDS."""
    until, before = time.monotonic() + SETTLE_SECONDS, len(account.acknowledged)
    while time.monotonic() < until and len(account.acknowledged) == before:
        await asyncio.sleep(0.02)


async def _links(plan: Plan) -> tuple[dict[str, Link], dict[str, str]]:
    """Return a link to each configured service, and environment variables that use the links."""
    links: dict[str, Link] = {}
    environment: dict[str, str] = {"LIMITS": "off"}
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


def _victims(servers: list[ServedSite], links: dict[str, Link]) -> dict[str, Victim]:
    """Return by name functions that each kill one process or service and bring it back."""

    def process(server: ServedSite) -> Victim:
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


async def _play_on(number: int, servers: list[ServedSite], plan: Plan, account: Account) -> None:
    """Play one game after another: two people, or a person and an agent."""
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
        return first.new_table("rules:piers"), [first]
    slug, second = first.new_table("open"), Visitor(url(), "Bo")
    second.sit(slug, 1)
    return slug, [first, second]


Row = tuple[str, int, int, str]
"""Table, turn, version and request id of a stored move."""
STORED_MOVES = (
    "SELECT game_table.slug, game_move.turn, game_move.version, game_move.request "
    "FROM game_move JOIN game_table ON game_move.table_id = game_table.id "
    "ORDER BY game_table.slug, game_move.turn"
)
"""All moves, as rows, in the order of tables and turns."""


def compare(account: Account, rows: list[Row], before_the_end: int = 0) -> list[str]:
    """Return the discrepancies between acknowledged and stored moves; an empty list if none."""
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
