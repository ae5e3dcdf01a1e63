"""What a socket gets when the table changes, and when it has missed something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async

from agents.contract import Decision
from game import protocol
from game.live import broadcast, presence, runner
from game.models import Player, Table
from game.tables import changes
from game.tables.requests import carry_out
from native import Move, View
from tests.game.conftest import Connect

pytestmark = pytest.mark.django_db(transaction=True)
do = database_sync_to_async(carry_out)
create = database_sync_to_async(changes.create)


async def test_an_update_has_only_the_lines_that_are_new(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    socket = await connect(table.slug)
    await socket.until("frame")
    for version, player, seat in ((1, alice, 1), (2, bob, 0)):
        await do(table.slug, player, protocol.Clue(f"r{version}", version - 1, seat, "1"))
        await broadcast.announce(table.slug, version)
        update = await socket.until("update")
        assert update["v"] == version
        assert [line["n"] for line in update["frame"]["log"]] == [version]


async def test_who_missed_a_version_gets_the_whole_table(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    socket = await connect(table.slug)
    await socket.until("frame")
    await do(table.slug, alice, protocol.Clue("a", 0, 1, "1"))
    await do(table.slug, bob, protocol.Clue("b", 1, 0, "1"))
    await broadcast.announce(table.slug, 2)
    frame = await socket.until("frame")
    assert [line["n"] for line in frame["frame"]["log"]] == [1, 2]


async def test_a_ping_brings_what_no_announcement_told(
    table: Table, alice: Player, connect: Connect
) -> None:
    socket = await connect(table.slug)
    await socket.until("frame")
    await do(table.slug, alice, protocol.Clue("a", 0, 1, "1"))
    await socket.send(t="ping", n=1)
    assert (await socket.until("update"))["v"] == 1


async def test_a_stale_move_is_followed_by_the_table_as_it_is(
    table: Table, alice: Player, connect: Connect
) -> None:
    socket = await connect(table.slug, alice)
    await socket.until("frame")
    await do(table.slug, alice, protocol.Clue("a", 0, 1, "1"))
    await socket.send(t="play", id="b", v=0, order=0)
    assert (await socket.until("refused"))["reason"] == "stale_version"
    assert (await socket.until("frame"))["v"] == 1


async def test_a_discard_and_a_clue_do_what_they_say(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    first, second = await connect(table.slug, alice), await connect(table.slug, bob)
    await first.until("frame")
    await second.until("frame")
    await first.send(t="clue", id="a", v=0, seat=1, value="1")
    update = await second.until("update")
    line = update["frame"]["log"][0]
    assert (line["kind"], line["seat"], line["target"], line["value"]) == ("clue", 0, 1, "1")
    await second.send(t="discard", id="b", v=1, order=6)
    update = await first.until("update")
    while update["v"] < 2:
        update = await first.until("update")
    line = update["frame"]["log"][0]
    assert (line["kind"], line["seat"], line["order"]) == ("discard", 1, 6)


async def test_a_table_of_three_is_clued_by_seat(
    alice: Player, bob: Player, charlie: Player
) -> None:
    plans = [changes.SeatPlan(player=player) for player in (alice, bob, charlie)]
    table = await create(plans, alice, seed="ones 0")
    await do(table.slug, alice, protocol.Clue("a", 0, 1, "1"))
    await do(table.slug, bob, protocol.Clue("b", 1, 0, "1"))
    moves = database_sync_to_async(lambda: [move.text for move in table.moves.all()])
    assert await moves() == ["c11", "c21"]


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        '{"t": "delay", "id": "x", "ms": 10001}',
        '{"t": "delay", "id": "x", "ms": -1}',
        '{"t": "sync", "more": 1}',
        '{"t": "play", "id": "", "v": 0, "order": 0}',
        '{"t": "play", "id": "x", "v": 0, "order": 64}',
        '{"t": "play", "id": "x", "v": true, "order": 0}',
    ],
)
async def test_a_message_out_of_bounds_is_garbage(
    table: Table, alice: Player, connect: Connect, text: str
) -> None:
    socket = await connect(table.slug, alice)
    await socket.until("frame")
    await socket.send_text(text)
    assert (await socket.until("refused"))["reason"] == "garbage"


async def test_a_change_in_another_process_wakes_the_agents_here(
    alice: Player, connect: Connect, stub_agent: Callable[..., None]
) -> None:
    stub_agent("stub:first", lambda view: Decision(Move.play(0), "The oldest."))
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan(address="stub:first")]
    table = await create(plans, alice, delay=0, seed="a table for two")
    socket = await connect(table.slug)
    await socket.until("frame")
    await runner.settle()
    await do(table.slug, alice, protocol.Clue("a", 0, 1, "1"))
    await broadcast.announce(table.slug, 1)
    while (update := await socket.until("update"))["v"] < 2:
        pass
    assert update["frame"]["log"][0]["why"] == "The oldest."


async def test_an_agent_waits_out_the_tables_delay(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    plans = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(player=alice)]
    table = await create(plans, alice, delay=4000)
    monkeypatch.setattr(runner.asyncio, "sleep", sleep)
    runner.wake(table.slug)
    await runner._tasks[table.slug]
    assert 3.0 < max(waits) <= 4.0


async def test_agents_of_a_paused_table_and_of_a_persons_turn_wait(alice: Player) -> None:
    agents = [changes.SeatPlan(address="rules:piers")] * 2
    paused = await create(agents, alice, delay=0, paused=True)
    mine = await create([changes.SeatPlan(player=alice), agents[0]], alice, delay=0)
    await runner.resume_all()
    await runner.settle()
    moves = database_sync_to_async(lambda: [paused.moves.count(), mine.moves.count()])
    assert await moves() == [0, 0]


@pytest.mark.parametrize(("planned", "games"), [(1, 1), (2, 2)])
async def test_agents_play_as_many_games_as_were_planned(
    alice: Player,
    planned: int,
    games: int,
    stub_agent: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presence, "attended", lambda slug: True)

    def lose(view: View) -> Decision:
        return Decision(Move.play(0), "")

    stub_agent("stub:loser", lose)
    plans: list[Any] = [changes.SeatPlan(address="stub:loser")] * 2
    table = await create(plans, alice, delay=0, planned=planned, slug=f"planned-{planned}")
    runner.wake(table.slug)
    await runner.settle()
    count = database_sync_to_async(lambda: Table.objects.filter(status="finished").count())
    assert await count() == games
    assert await database_sync_to_async(Table.objects.count)() == games
