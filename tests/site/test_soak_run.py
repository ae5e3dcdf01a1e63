"""How a soak goes: who is killed, what is between the site and its services, and what it tells."""

from __future__ import annotations

import asyncio
import io
import signal
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from hanabi_site.load.visitor import Unwelcome
from hanabi_site.management.commands import soak as command
from hanabi_site.soak import run as soak
from hanabi_site.soak.run import Outcome, Plan
from hanabi_site.soak.sitter import Account
from tests.game import played


class Server:
    """Remembers what was done to it; it answers while `up`."""

    made: list[Server] = []

    def __init__(self, folder: Path, number: int, *, environment: dict[str, str]) -> None:
        self.folder, self.number, self.environment = folder, number, environment
        self.url, self.database = f"http://server-{number}", "sqlite:///its.sqlite3"
        self.done: list[str] = []
        Server.made.append(self)

    def migrate(self) -> None:
        self.done.append("migrate")

    def start(self) -> None:
        self.process = object()
        self.done.append("start")

    def kill(self) -> None:
        self.done.append("kill")


class Cut:
    """A link that was told what to do."""

    def __init__(self, host: str, port: int) -> None:
        self.there, self.port, self.done = (host, port), 7000 + port % 1000, list[str]()
        self.server: object = None

    async def mend(self) -> None:
        self.server = object()
        self.done.append("mend")

    async def cut(self) -> None:
        self.server = None
        self.done.append("cut")


@pytest.fixture(autouse=True)
def nothing_real(monkeypatch: pytest.MonkeyPatch) -> None:
    Server.made.clear()
    monkeypatch.setattr(soak, "OwnServer", Server)
    monkeypatch.setattr(soak, "Link", Cut)


@pytest.fixture
def as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in soak.SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def somebody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move is acknowledged whenever one is waited for."""

    async def plays(account: Account) -> None:
        name = str(len(account.acknowledged) + 1)
        account.sent.add(name)
        account.acknowledged[name] = int(name)
        await asyncio.sleep(0)

    monkeypatch.setattr(soak, "_until_somebody_plays", plays)
    monkeypatch.setattr(soak, "_rows", lambda database: kept_by(database))


def kept_by(database: str) -> list[soak.Row]:
    assert database == "sqlite:///its.sqlite3"
    return [("t", number, number, str(number)) for number in range(1, 200)]


async def nobody_sits(*_: Any) -> None:
    await asyncio.Event().wait()


@pytest.mark.usefixtures("as_before")
async def test_processes_are_killed_as_often_as_was_asked_and_come_back(
    slept: list[float], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seats: list[int] = []

    async def sits(number: int, servers: list[Server], plan: Plan, account: Account) -> None:
        assert servers == Server.made
        seats.append(number)
        await nobody_sits()

    somebody_plays(monkeypatch)
    monkeypatch.setattr(soak, "_play_on", sits)
    told: list[str] = []
    monkeypatch.setattr(
        soak.Meter,
        "at",
        lambda self, done, *rest: SimpleNamespace(line=f"{self._unit} {done} {rest}"),
    )
    plan = Plan(kills=12, tables=3, processes=2)
    outcome = await soak.run(plan, tmp_path, told.append)
    assert seats == [0, 1, 2]
    first, second = Server.made
    assert (first.folder, first.number, second.number) == (tmp_path, 0, 1)
    assert first.environment == second.environment == {"REDIS_URL": ""}
    killed = outcome.killed
    assert sum(killed.values()) == 12
    assert min(killed.values()) > 1
    assert first.done == ["migrate", "start", *["kill", "start"] * killed["process 0"], "kill"]
    assert second.done == ["start", *["kill", "start"] * killed["process 1"], "kill"]
    assert told[0] == "kills 1 (12, '1 moves')"
    assert told[-1] == "kills 12 (12, '12 moves')"
    pauses = [seconds for seconds in slept if seconds]
    assert 0 < min(pauses) < 0.5
    assert 1 < max(pauses) <= 1.5
    # Once before every kill, and once for every table afterwards.
    assert len(outcome.account.acknowledged) == 12 + 3
    assert outcome.kept == 199
    assert "after the last kill nobody could play on" not in outcome.wrong


@pytest.mark.usefixtures("slept", "as_before")
async def test_if_nobody_plays_after_the_last_kill_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def not_any_more(account: Account) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(soak, "_until_somebody_plays", not_any_more)
    monkeypatch.setattr(soak, "_play_on", nobody_sits)
    monkeypatch.setattr(soak, "_rows", lambda database: [])
    outcome = await soak.run(Plan(kills=1, tables=1), tmp_path, print)
    assert outcome.wrong == ["after the last kill nobody could play on"]


@pytest.mark.usefixtures("slept", "as_before")
async def test_stopped_it_compares_what_there_is_and_asks_nobody_to_play_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[int] = []

    async def stops(account: Account) -> None:
        asked.append(len(asked))
        account.sent.add("a")
        account.acknowledged["a"] = 1
        if len(asked) == 2:
            signal.raise_signal(signal.SIGINT)
        # The loop hears of a signal when it turns.
        for _ in range(5):
            await asyncio.sleep(0)

    monkeypatch.setattr(soak, "_until_somebody_plays", stops)
    monkeypatch.setattr(soak, "_play_on", nobody_sits)
    monkeypatch.setattr(soak, "_rows", lambda database: [("t", 1, 1, "a")])
    outcome = await soak.run(Plan(kills=1000, tables=4), tmp_path, print)
    assert outcome.killed == {"process 0": 2}
    assert len(asked) == 2
    assert outcome.wrong == []
    assert Server.made[0].done[-1] == "kill"


@pytest.mark.usefixtures("slept", "as_before")
async def test_a_server_that_does_not_come_back_leaves_no_other_and_no_link(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    links: list[Cut] = []

    def link(*there: Any) -> Cut:
        links.append(Cut(*there))
        return links[-1]

    def start(self: Server) -> None:
        if self.number:
            raise RuntimeError("The site did not start: ")
        self.process = object()

    monkeypatch.setattr(soak, "Link", link)
    monkeypatch.setattr(Server, "start", start)
    plan = Plan(1, 1, processes=2, database="postgres://db/games", redis="redis://cache")
    with pytest.raises(RuntimeError, match="did not start"):
        await soak.run(plan, tmp_path, print)
    assert [server.done for server in Server.made] == [["migrate", "kill"], []]
    assert [one.done for one in links] == [["mend", "cut"]] * 2


async def test_services_are_reached_by_links_that_know_their_ports_and_logins() -> None:
    plan = Plan(1, 1, database="postgres://me:p%40ss@db:5433/games", redis="redis://cache/1")
    links, environment = await soak._links(plan)
    assert {name: link.there for name, link in links.items()} == {
        "DATABASE_URL": ("db", 5433),
        "REDIS_URL": ("cache", 6379),
    }
    assert environment == {
        "DATABASE_URL": "postgres://me:p%40ss@127.0.0.1:7433/games",
        "REDIS_URL": "redis://127.0.0.1:7379/1",
    }
    assert [link.done for link in links.values()] == [["mend"], ["mend"]]
    only, environment = await soak._links(Plan(1, 1, redis="redis://cache:1"))
    assert list(only) == list(environment) == ["REDIS_URL"]
    usual, environment = await soak._links(Plan(1, 1, database="postgresql:///games"))
    assert usual["DATABASE_URL"].there == ("127.0.0.1", 5432)
    assert environment["REDIS_URL"] == ""


async def test_a_service_is_away_for_a_moment_and_then_there_again(slept: list[float]) -> None:
    links: Any = {"DATABASE_URL": Cut("db", 1), "REDIS_URL": Cut("cache", 2)}
    victims = soak._victims([], links)
    assert list(victims) == ["database", "redis"]
    chance = Random("away")
    for _ in range(200):
        await victims["redis"](chance)
    assert links["DATABASE_URL"].done == []
    assert links["REDIS_URL"].done == ["cut", "mend"] * 200
    assert 0.2 <= min(slept) < 0.3
    assert 1.9 < max(slept) <= 2.0


async def test_the_next_move_is_waited_for_while_there_is_patience(
    slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    account, times = Account(acknowledged={"a": 1}), iter([0.0, 1.0, 2.0, 29.0, 30.0])
    monkeypatch.setattr(soak, "time", SimpleNamespace(monotonic=lambda: next(times)))
    await soak._until_somebody_plays(account)
    assert slept == [0.02] * 3
    times = iter([0.0, 1.0, 2.0, 3.0])

    async def moves(_: float) -> None:
        account.acknowledged["b"] = 2

    monkeypatch.setattr(soak.asyncio, "sleep", moves)
    await soak._until_somebody_plays(account)
    assert next(times) == 3.0


class Guest:
    """Somebody who comes to a server; the first one finds it closed."""

    came: list[tuple[str, str]] = []

    def __init__(self, url: str, name: str) -> None:
        Guest.came.append((url, name))
        if len(Guest.came) == 1:
            raise Unwelcome("closed")
        self.name, self.sat = name, [""]

    def table_with(self, agent: str) -> str:
        return agent

    def table_for_two(self) -> str:
        return f"of {self.name}"

    def sit(self, slug: str, seat: int) -> None:
        self.sat = [slug, str(seat)]


@pytest.mark.parametrize(
    ("number", "who"),
    [
        (0, [("of Ana", "Ana"), ("of Ana", "Bo")]),
        (1, [("rules:piers", "Ana")]),
        (2, [("of Ana", "Ana"), ("of Ana", "Bo")]),
        (3, [("rules:piers", "Ana")]),
    ],
)
async def test_at_every_other_place_the_partner_is_an_agent_and_games_follow_one_another(
    number: int,
    who: list[tuple[str, str]],
    slept: list[float],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    sat: list[tuple[str, str]] = []

    class Enough(Exception):
        pass

    class Sits:
        def __init__(self, slug: str, person: Guest, *_: Any) -> None:
            sat.append((slug, person.name))
            assert person.name == "Ana" or person.sat == [slug, "1"]

        async def play(self, connect: Callable[..., Any], url: Callable[[], str]) -> None:
            assert url() in ("http://server-0", "http://server-1")
            if len(sat) > 3 * len(who):
                raise Enough

    Guest.came = []
    monkeypatch.setattr(soak, "Visitor", Guest)
    monkeypatch.setattr(soak, "Sitter", Sits)
    servers: Any = [Server(tmp_path, at, environment={}) for at in (0, 1)]
    account = Account()
    with pytest.raises(Enough):
        await soak._play_on(number, servers, Plan(1, 2), account)
    assert sat == who * 4
    assert account.games == 3
    assert slept[0] == 0.3
    assert {url for url, _ in Guest.came} <= {server.url for server in servers}


@pytest.mark.django_db(transaction=True)
def test_moves_that_were_kept_are_read_from_the_database_in_their_order() -> None:
    table = played.finished("rules:piers", "rules:iggi", slug="b", seed="soak")
    played.finished("rules:piers", "rules:iggi", slug="a", seed="soak")
    table.moves.filter(turn=2).update(request="named")
    name = connection.settings_dict["NAME"]
    if connection.vendor != "sqlite":
        pytest.skip("The address of this database is not known here.")
    rows = soak._rows(f"sqlite:///{name}")
    assert [row[:2] for row in rows] == sorted(row[:2] for row in rows)
    assert {row[0] for row in rows} == {"a", "b"}
    assert [row for row in rows if row[3]] == [("b", 2, table.moves.get(turn=2).version, "named")]


Ran = Callable[[Plan, Path, Callable[[str], Any]], Awaitable[Outcome]]


def soaked(monkeypatch: pytest.MonkeyPatch, *arguments: object, wrong: int = 0) -> list[Any]:
    """The plan that a command makes of its arguments, and what it tells."""
    seen: list[Any] = []

    async def run(plan: Plan, folder: Path, tell: Callable[[str], Any]) -> Outcome:
        assert folder.is_dir()
        seen.append(plan)
        tell("half way")
        account = Account(games=3, dialled=1234, waited=5678)
        account.acknowledged = {str(number): number for number in range(1500)}
        faults = [f"move {number} was lost" for number in range(wrong)]
        return Outcome(account, 2500, {"process 0": 4, "redis": 2}, faults)

    monkeypatch.setattr(command, "run", run)
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("soak", *map(str, arguments), stdout=out, stderr=err)
    except CommandError as refusal:
        seen.append(str(refusal))
    return [*seen, out.getvalue().splitlines(), err.getvalue()]


BOOKS = (
    "Killed 6 times (4 × process 0, 2 × redis); 3 games ended; 1,500 moves of people acknowledged, "
    "2,500 moves kept; dialled 1,234 times, waited 5,678 times."
)


def test_the_command_tells_what_was_done_and_that_nothing_was_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan, out, err = soaked(monkeypatch)
    assert plan == Plan(kills=20, tables=6)
    assert out == [BOOKS, "Nothing was lost or doubled."]
    assert err.strip() == "half way"
    given = ("--processes", 2, "--database", "postgres://db", "--redis", "redis://r", "--seed", "x")
    plan, *_ = soaked(monkeypatch, "--kills", 1, "--tables", 1, *given)
    assert plan == Plan(1, 1, 2, "postgres://db", "redis://r", "x")


def test_the_command_fails_with_the_first_twenty_things_that_are_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, refusal, out, _ = soaked(monkeypatch, wrong=30)
    assert refusal.splitlines() == ["Wrong:", *[f"move {n} was lost" for n in range(20)]]
    assert out == [BOOKS]


@pytest.mark.parametrize("given", [("--database", "postgres://db"), ("--redis", "redis://r"), ()])
def test_several_processes_need_both_services(
    given: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal, *_ = soaked(monkeypatch, "--processes", 2, *given)
    assert refusal == "Several processes need --database and --redis."


@pytest.mark.parametrize("option", ["kills", "tables", "processes"])
def test_nothing_to_do_is_refused(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    refusal, *_ = soaked(monkeypatch, f"--{option}", 0)
    assert refusal == "Kills, tables and processes are 1 or more."


def test_without_its_package_and_without_a_server_it_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == "websockets" else name)
    assert soaked(monkeypatch)[0] == "A soak needs the package websockets: make dev"
    monkeypatch.undo()

    async def fails(*_: Any) -> Outcome:
        raise RuntimeError("The site did not start: a reason")

    monkeypatch.setattr(command, "run", fails)
    with pytest.raises(CommandError, match=r"^The site did not start: a reason$"):
        call_command("soak")
