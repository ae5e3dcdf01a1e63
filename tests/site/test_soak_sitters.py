"""Whoever sits through a soak holds on, and keeps the books of what the server promised."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from hanabi_site.soak import sitter as sitters
from hanabi_site.soak.sitter import Account, Sitter
from tests.site.sockets_of_tables import Line, Socket, frame

ANA: Any = SimpleNamespace(cookie_header="sessionid=ana")
OVER = frame(9, over=True)


@pytest.fixture(autouse=True)
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that somebody waited, who need not here."""
    seconds: list[float] = []

    async def sleep(time: float) -> None:
        seconds.append(time)

    async def at_once(soon: Any, time: float) -> Any:
        seconds.append(time)
        return await soon

    monkeypatch.setattr(sitters, "asyncio", SimpleNamespace(sleep=sleep, wait_for=at_once))
    return seconds


async def played(*sockets: Socket | Exception) -> tuple[Sitter, Line]:
    """Somebody who sat until the game was over, and the line that they used."""
    one, line = Sitter("abc", ANA, Random("soak"), Account()), Line(*sockets)
    servers = [f"http://server-{number}" for number in range(len(sockets))]
    await one.play(line, lambda: servers.pop(0))
    assert not line.sockets
    return one, line


async def test_who_falls_dials_again_wherever_there_is_a_server(slept: list[float]) -> None:
    one, line = await played(OSError(), Socket(frame(1)), TimeoutError(), Socket(OVER))
    assert line.dialled == [
        (f"ws://server-{number}/ws/tables/abc/", "sessionid=ana") for number in range(4)
    ]
    assert one.account.dialled == 4
    pauses = [seconds for seconds in slept if seconds != 15.0]
    assert len(pauses) == 3
    assert all(0 < seconds < 0.2 for seconds in pauses)
    assert slept.count(15.0) == 3


async def test_a_move_that_was_not_answered_is_sent_again_under_the_same_name() -> None:
    first, second = Socket(frame(1, legal=True)), Socket(frame(1, legal=True), OVER)
    one, _ = await played(first, second)
    assert len(first.sent) == 1
    assert first.sent == second.sent
    name = first.sent[0]["id"]
    assert first.sent == [{"id": name, "v": 1, "t": "clue", "seat": 1, "value": 2}]
    assert one.account.sent == {name}
    assert one.account.acknowledged == {}
    assert one.account.refused == set()


async def test_what_is_acknowledged_is_written_down_and_not_sent_again() -> None:
    def answer(request: dict[str, Any]) -> list[dict[str, Any]]:
        version = request["v"] + 1
        ack = {"t": "ack", "id": request["id"], "v": version}
        return [ack, frame(version, legal=True, over=version == 4, kind="update")]

    socket = Socket(frame(1, legal=True), answer=answer)
    one, _ = await played(socket)
    names = [request["id"] for request in socket.sent]
    assert len(set(names)) == len(names) == 3
    assert [request["v"] for request in socket.sent] == [1, 2, 3]
    assert one.account.acknowledged == dict(zip(names, (2, 3, 4), strict=True))
    assert one.account.sent == set(names)
    assert one.pending is None


async def test_who_is_refused_asks_how_the_table_is_and_moves_again() -> None:
    def answer(request: dict[str, Any]) -> list[dict[str, Any]]:
        if request["t"] == "sync":
            return [frame(2, legal=True)]
        return [OVER] if request["v"] == 2 else [{"t": "refused", "id": request["id"]}]

    socket = Socket(frame(1, legal=True), answer=answer)
    one, _ = await played(socket)
    assert [request["t"] for request in socket.sent] == ["clue", "sync", "clue"]
    assert one.account.refused == {socket.sent[0]["id"]}
    assert one.account.sent == {socket.sent[0]["id"], socket.sent[2]["id"]}


async def test_a_refusal_of_nothing_in_particular_is_no_move_s() -> None:
    one, _ = await played(Socket(frame(1, legal=True), {"t": "refused", "id": ""}, OVER))
    assert one.account.refused == set()
    assert one.pending


async def test_who_is_told_to_wait_waits_and_sends_its_move_again(slept: list[float]) -> None:
    waits = Socket({"t": "waiting"}, frame(1, legal=True), {"t": "waiting"}, OVER)
    one, _ = await played(waits)
    assert [request["t"] for request in waits.sent] == ["ping", "clue", "clue"]
    assert waits.sent[1] == waits.sent[2]
    assert one.account.waited == 2
    assert slept.count(0.2) == 2


async def test_nobody_moves_who_may_not_or_whose_game_is_over() -> None:
    socket = Socket(frame(1), frame(2, legal=True, over=True))
    one, _ = await played(socket)
    assert socket.sent == []
    assert one.over
    assert one.account.sent == set()
