"""How a load goes: everybody sits, then it is measured, and only what a server of ours can tell."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from hanabi_site.load import run as loads
from hanabi_site.load.run import Plan
from hanabi_site.load.table import Measured
from hanabi_site.load.visitor import Unwelcome
from tests.site.sockets_of_tables import Socket, frame

URL = "http://here"


class Costs:
    """A site of our own whose counters go up by one, ten, … each time somebody looks."""

    def __init__(self) -> None:
        self.looks = {"cpu": 0, "statements": 0, "bytes": 0, "memory": 0}

    def _look(self, name: str, unit: int) -> int:
        self.looks[name] += 1
        return self.looks[name] ** 2 * unit

    def cpu_seconds(self) -> float:
        return self._look("cpu", 1)

    def count_statements(self) -> int:
        return self._look("statements", 10)

    def database_bytes(self) -> int:
        return self._look("bytes", 100)

    def rss_mb(self) -> float:
        return self._look("memory", 1000)


class Guest:
    """A visitor who makes tables."""

    def __init__(self, url: str, name: str) -> None:
        assert url == URL
        self.name, self.sat, self.cookie_header = name, list[tuple[str, int]](), f"of={name}"

    def table_with(self, agent: str) -> str:
        return f"{self.name.replace(' ', '')} with {agent}"

    def table_for_two(self) -> str:
        return f"{self.name.replace(' ', '')} for two"

    def sit(self, slug: str, seat: int) -> None:
        self.sat.append((slug, seat))


class Sat:
    """What a table of the load was made with; it is played for ever."""

    made: list[Sat] = []

    def __init__(self, *told: Any) -> None:
        self.slug, self.people, self.onlookers, self.pace, self.chance, self.measured = told
        Sat.made.append(self)

    async def play(self, connect: Any, url: str) -> None:
        assert (connect, url) == (loads.open_socket, URL)
        people = len(self.people) + self.onlookers
        self.measured.seated += people
        self.measured.moves += people
        self.measured.refused += 1
        await asyncio.Event().wait()


@pytest.fixture(autouse=True)
def nothing_real(monkeypatch: pytest.MonkeyPatch) -> None:
    Sat.made = []
    monkeypatch.setattr(loads, "Visitor", Guest)
    monkeypatch.setattr(loads, "LoadedTable", Sat)


async def test_every_table_gets_its_people_its_agent_and_its_onlookers(slept: list[float]) -> None:
    plan = Plan(3, 7.5, pace=0.5, bots=0.34, agent="an agent", onlookers=2, crowd=10, seed="s")
    outcome = await loads.run(plan, URL)
    first, *others = Sat.made
    assert first.slug == "Ana0 with an agent"
    assert [one.name for one in first.people] == ["Ana 0"]
    assert [one.slug for one in others] == ["Ana1 for two", "Ana2 for two"]
    assert [[one.name for one in table.people] for table in others] == [
        ["Ana 1", "Bo 1"],
        ["Ana 2", "Bo 2"],
    ]
    assert [table.people[1].sat for table in others] == [[(table.slug, 1)] for table in others]
    assert [table.onlookers for table in Sat.made] == [12, 2, 2]
    assert {table.pace for table in Sat.made} == {0.5}
    assert [table.chance.random() for table in Sat.made] == [
        Random(f"s/{number}").random() for number in range(3)
    ]
    assert plan.sockets == 5 + 6 + 10
    # Moves from before everybody sat are left out, refusals are not.
    assert (outcome.measured.moves, outcome.measured.refused) == (0, 3)
    assert slept[-2:] == [3.0, 7.5]
    nothing = {name: None for name in vars(outcome) if name != "measured"}
    assert vars(outcome) == {"measured": outcome.measured} | nothing


async def test_what_a_server_of_ours_took_is_what_it_took_meanwhile(
    slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    dialled: list[tuple[str, str]] = []

    @asynccontextmanager
    async def answers(address: str, cookie: str) -> AsyncIterator[Socket]:
        dialled.append((address, cookie))
        socket = Socket({"t": "people"}, frame(1), {"t": "later"})
        yield socket
        # It goes as soon as it has seen the game.
        assert socket.words.qsize() == 1

    monkeypatch.setattr(Sat, "play", lambda self, *_: self_sits(self))
    monkeypatch.setattr(loads, "open_socket", answers)
    costs: Any = Costs()
    outcome = await loads.run(Plan(1, 1.0, bots=1), URL, costs)
    assert (outcome.cpu_seconds, outcome.statements, outcome.database_bytes) == (3, 30, 300)
    assert (outcome.rss_mb_before, outcome.rss_mb) == (1000, 4000)
    assert outcome.cpu_seconds_a_connection == (16 - 9) / 200
    assert outcome.cpu_seconds_a_return == (36 - 25) / 200
    address = "ws://here/ws/tables/Ana0 with conv:expert/"
    assert dialled == [(address, "")] * 200 + [(address, "of=Ana 0")] * 200
    assert slept.count(3.0) == 3


async def self_sits(table: Sat) -> None:
    table.measured.seated += 1
    await asyncio.Event().wait()


async def test_readers_read_from_when_everybody_sits_until_the_end(
    slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading: list[str] = []

    async def read_on(url: str, measured: Measured) -> None:
        assert measured.seated == 1
        try:
            reading.append(url)
            await asyncio.Event().wait()
        finally:
            reading.append("gone")

    monkeypatch.setattr(loads, "read_on", read_on)
    await loads.run(Plan(1, 1.0, bots=1, readers=2), URL)
    assert reading == [URL, URL, "gone", "gone"]


async def test_a_first_table_that_is_not_made_ends_the_load(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def closed(self: Guest, agent: str) -> str:
        raise Unwelcome("closed")

    monkeypatch.setattr(Guest, "table_with", closed)
    with pytest.raises(Unwelcome, match="closed"):
        await loads.run(Plan(1, 1.0, bots=1), URL)


async def test_people_are_waited_for_until_all_sit_or_patience_ends(
    slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([0.0, 1.0, 299.0, 300.0])
    monkeypatch.setattr(loads, "time", SimpleNamespace(monotonic=lambda: next(times)))
    await loads._until_all_sit(Plan(2, 1.0), Measured(seated=2))
    assert slept == [0.2, 0.2]
    times = iter([0.0, 1.0])
    await loads._until_all_sit(Plan(2, 1.0), Measured(seated=3))
    assert slept == [0.2, 0.2]


async def test_one_game_follows_another_with_the_same_people_and_refusals_are_counted(
    slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Enough(Exception):
        pass

    async def ends(self: Sat, *_: object) -> None:
        if len(Sat.made) == 2:
            raise Unwelcome("full")
        if len(Sat.made) == 4:
            raise Enough

    monkeypatch.setattr(Sat, "play", ends)
    place = loads._Place(Plan(9, 1.0), URL, 4, False, Measured())
    with pytest.raises(Enough):
        await place.play_on()
    assert len({id(table.people[0]) for table in Sat.made}) == 1
    assert Sat.made[0].people[1].sat == [("Ana4 for two", 1)] * 4
    assert place.measured.refused == 1
    assert slept == [1]


async def test_a_socket_says_where_its_page_is_from_and_falls_as_a_fault_of_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from websockets.asyncio import client
    from websockets.exceptions import WebSocketException

    dialled: list[Any] = []

    @asynccontextmanager
    async def connect(address: str, **told: Any) -> AsyncIterator[str]:
        dialled.append((address, told))
        yield "a socket"
        raise WebSocketException("fell")

    monkeypatch.setattr(client, "connect", connect)
    for address, cookie in (("wss://site.org/ws/tables/x/", "a=b"), ("ws://here/ws/tables/x/", "")):
        with pytest.raises(EOFError, match="fell"):
            async with loads.open_socket(address, cookie) as socket:
                assert socket == "a socket"
    usual = {"max_size": 4 * 1024 * 1024}
    assert dialled == [
        (
            "wss://site.org/ws/tables/x/",
            usual | {"origin": "https://site.org", "additional_headers": {"Cookie": "a=b"}},
        ),
        ("ws://here/ws/tables/x/", usual | {"origin": "http://here", "additional_headers": {}}),
    ]
