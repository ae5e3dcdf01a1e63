"""What a table under load measures: who sat down, who moved when, and who saw it."""

from __future__ import annotations

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from hanabi_site.load import table as tables
from hanabi_site.load.table import LoadedTable, Measured
from tests.site.sockets_of_tables import Line, Socket, frame

ANA: Any = SimpleNamespace(cookie_header="sessionid=ana")
BO: Any = SimpleNamespace(cookie_header="sessionid=bo")


def at_table(people: list[Any], onlookers: int = 0, pace: float = 0) -> LoadedTable:
    return LoadedTable("abc", people, onlookers, pace, Random("load"), Measured())


def accepts(request: dict[str, Any]) -> list[dict[str, Any]]:
    """A table that takes every move, and is over after the second."""
    if request["t"] == "ping":
        return []
    version = request["v"] + 1
    ack = {"t": "ack", "id": request["id"], "v": version}
    return [ack, frame(version, legal=True, over=version == 3, kind="update")]


async def test_everybody_dials_the_table_with_their_own_cookies_until_the_game_is_over() -> None:
    sockets = [Socket(frame(5, over=True)) for _ in range(4)]
    line, table = Line(*sockets), at_table([ANA, BO], onlookers=2)
    await table.play(line, "https://hanabi.example.org")
    address = "wss://hanabi.example.org/ws/tables/abc/"
    cookies = ["sessionid=ana", "sessionid=bo", "", ""]
    assert line.dialled == [(address, cookie) for cookie in cookies]
    assert vars(table.measured) | {"seen": []} == vars(
        Measured(seated=4, frames=table.measured.frames, games=1)
    )


async def test_a_person_moves_whenever_the_table_says_that_it_may() -> None:
    socket, table = Socket(frame(1, legal=True), answer=accepts), at_table([ANA])
    await table.play(Line(socket), "http://here")
    assert socket.sent == [
        {"id": "m1", "v": 1, "t": "clue", "seat": 1, "value": 2},
        {"id": "m2", "v": 2, "t": "clue", "seat": 1, "value": 2},
    ]
    measured = table.measured
    assert (measured.moves, measured.games, measured.frames, measured.refused) == (2, 1, 3, 0)
    assert len(measured.accepted) == len(measured.seen) == 2
    assert all(0 < seconds < 5 for seconds in (*measured.accepted, *measured.seen))


async def test_nobody_moves_twice_for_one_turn() -> None:
    said = [frame(1, legal=True), frame(1, legal=True), frame(2), frame(3, over=True)]
    socket, table = Socket(*said), at_table([ANA])
    await table.play(Line(socket), "http://here")
    assert len(socket.sent) <= 1


async def test_nobody_moves_who_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[int] = []

    def move(self: LoadedTable, socket: Socket, message: dict[str, Any], clicks: Any) -> Any:
        moved.append(message["v"])
        return asyncio.sleep(0)

    monkeypatch.setattr(LoadedTable, "_move", move)
    said = [frame(1), {"t": "people"}, frame(2, legal=True), frame(3), frame(4, over=True)]
    await at_table([ANA]).play(Line(Socket(*said)), "http://here")
    assert moved == [2]


async def test_refusals_and_sockets_that_fall_are_counted_and_end_the_table() -> None:
    refused = Socket({"t": "refused", "id": "m1"})
    table = at_table([ANA, BO], onlookers=1)
    await table.play(Line(refused, OSError(), TimeoutError()), "http://here")
    assert table.over.is_set()
    assert (table.measured.refused, table.measured.seated, table.measured.games) == (4, 1, 1)


async def test_a_person_takes_its_time_before_it_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(tables, "asyncio", SimpleNamespace(sleep=sleep))
    table, message = at_table([ANA], pace=2.0), frame(1, legal=True)
    for _ in range(2000):
        await table._move(Socket(), message, {})
    assert 1.8 < sum(waited) / len(waited) < 2.2
    assert max(waited) > 5


async def test_at_no_pace_it_moves_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clicks: dict[str, float] = {}
    monkeypatch.setattr(tables, "asyncio", None)
    await at_table([ANA], pace=0)._move(Socket(), frame(7, legal=True), clicks)
    assert list(clicks) == ["m7"]


async def test_people_ping_at_different_times_and_then_every_five_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []

    class Enough(Exception):
        pass

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) % 3 == 0:
            raise Enough

    monkeypatch.setattr(tables, "asyncio", SimpleNamespace(sleep=sleep))
    table, sockets = at_table([ANA]), [Socket() for _ in range(50)]
    for socket in sockets:
        await table._ping(socket)
    firsts = waited[::3]
    assert 0 <= min(firsts) < 1
    assert 4 < max(firsts) <= 5
    assert set(waited) - set(firsts) == {5.0}
    assert {len(socket.sent) for socket in sockets} == {2}


def test_what_is_seen_counts_from_the_click_before_and_after_its_acknowledgement() -> None:
    table = at_table([ANA, BO], onlookers=1)
    table._saw(2, 10.5)
    table._accepted(2, 10.0, 11.0)
    table._saw(2, 12.0)
    table._accepted(3, 20.0, 20.25)
    assert table.measured.seen == [0.5, 2.0]
    assert table.measured.accepted == [1.0, 0.25]
    assert table.measured.moves == 2


async def test_who_leaves_a_table_stops_to_ping_and_to_move() -> None:
    table = at_table([ANA], pace=100)
    await table.play(Line(Socket(frame(1, legal=True), frame(2, over=True))), "http://here")
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}
