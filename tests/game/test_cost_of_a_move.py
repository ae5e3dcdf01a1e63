"""What a move costs, counted: the same early and late in a game, however many look on."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db.backends.utils import CursorWrapper

from agents import registry
from game import protocol as p
from game.board import messages
from game.board.viewpoint import Viewpoint
from game.live import broadcast, database, runner
from game.live.database import in_thread
from game.models import Player, Table, Watchers
from game.tables import agent_turns, changes
from game.tables.state import TableState, load
from native import Move
from tests.game.conftest import Connect, Socket, arrived, seated
from tests.game.played import play_out

pytestmark = pytest.mark.django_db(transaction=True)

STATEMENTS = 3
"""That a move may cost, its transaction included."""
A_LOOK = 3
"""That a window may cost which comes to watch: for the table and who sits there."""


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The statements of all threads."""
    statements: list[str] = []
    execute = CursorWrapper._execute  # type: ignore[attr-defined]

    def counting(self: CursorWrapper, sql: str, params: Any, *rest: Any) -> Any:
        statements.append(sql)
        return execute(self, sql, params, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(CursorWrapper, "_execute", counting)
        yield statements


def reads(statements: list[str]) -> list[str]:
    """Those of the table's row."""
    return [one for one in statements if one.startswith("SELECT") and "deck" in one]


def play_on(slug: str, turns: int) -> None:
    """Moves of an agent's choice until so many were made and seat 0 is to move."""
    while len((state := load(slug)).moves) < turns or (state.game and state.game.to_move != 0):
        seat = state.seats[state.game.to_move or 0]
        agent = seat.index if seat.address else None
        seat.address = "conv:expert"
        decision = agent_turns.decide(state, seat)
        actor = changes.Actor(player=seat.player, agent_seat=agent)
        changes.submit(slug, actor, decision.move, state.table.version)


async def shown(socket: Socket, version: int) -> None:
    """Wait until a socket shows this version. A reply may be so quick that both moves come in one
    whole frame."""
    message: dict[str, Any] = {}
    while "frame" not in message or message["v"] < version:
        message = await socket.receive()


def sensible(state: TableState) -> dict[str, object]:
    """The message of seat 0 for the move that an agent would make in its place."""
    move = registry.find("conv:expert").agent("").decide(state.game.view(0)).move
    head = {"id": "once", "v": state.table.version}
    if move.is_clue:
        return head | {"t": "clue", "seat": 1, "value": move.clue_value(state.game.rules)}
    return head | {"t": move.kind.name.lower(), "order": state.game.order(0, move.slot)}


@pytest.mark.long
@pytest.mark.parametrize("turns", [5, 40])
async def test_a_move_between_two_people_reads_no_table_that_is_known(
    table: Table,
    alice: Player,
    bob: Player,
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
    turns: int,
) -> None:
    await database_sync_to_async(play_on)(table.slug, turns)
    sockets = await arrived(connect, table.slug, alice, bob, None, None)
    await runner.settle()
    state = await database_sync_to_async(load)(table.slug)
    message = sensible(state)
    with counted(monkeypatch) as statements:
        await sockets[0].send(**message)
        for socket in sockets:
            await shown(socket, state.table.version + 1)
        await runner.settle()
        await asyncio.sleep(0)
    assert len(statements) <= STATEMENTS, "\n".join(statements)
    assert not reads(statements)


@pytest.mark.long
@pytest.mark.parametrize("turns", [5, 40])
async def test_a_bots_reply_costs_as_much_as_a_move(
    alice: Player, connect: Connect, monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    create = database_sync_to_async(seated)
    table = await create(alice, "conv:expert", seed="a table for two", delay=0)
    await database_sync_to_async(play_on)(table.slug, turns)
    (socket,) = await arrived(connect, table.slug, alice)
    await runner.settle()
    state = await database_sync_to_async(load)(table.slug)
    message = sensible(state)
    with counted(monkeypatch) as statements:
        await socket.send(**message)
        await shown(socket, state.table.version + 2)
        await runner.settle()
    assert len(statements) <= 2 * STATEMENTS, "\n".join(statements)
    assert not reads(statements), "\n".join(statements)


async def test_onlookers_from_the_same_place_are_sent_the_same_frame(
    table: Table, alice: Player, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[object] = []
    make = messages.frame

    def counting(state: TableState, viewpoint: Viewpoint, log_from: int = 0) -> p.Frame:
        frames.append(viewpoint)
        return make(state, viewpoint, log_from)

    onlookers = await arrived(connect, table.slug, *[None] * 5)
    monkeypatch.setattr(messages, "frame", counting)
    actor = changes.Actor(player=alice)
    version = await database_sync_to_async(changes.submit)(table.slug, actor, Move.play(0), 0)
    await broadcast.announce(table.slug, version)
    seen = [await socket.until("update") for socket in onlookers]
    assert len(frames) == 1
    assert all(one == seen[0] for one in seen)


async def test_agents_are_woken_once_a_version(
    table: Table, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    look = runner._run

    async def counting(slug: str) -> None:
        looks.append(slug)
        await look(slug)

    onlookers = await arrived(connect, table.slug, None, None, None)
    await runner.settle()
    monkeypatch.setattr(runner, "_run", counting)
    await broadcast.announce(table.slug, 0)
    for socket in onlookers:
        await socket.send(t="ping", n=1)
        await socket.until("pong")
    await runner.settle()
    assert looks == [table.slug]


@pytest.mark.parametrize("turns", [5, 40])
async def test_a_spectator_costs_few_statements_and_all_of_them_leave_one_row(
    table: Table, connect: Connect, monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    monkeypatch.setattr(broadcast, "REST", 3600)
    await database_sync_to_async(play_on)(table.slug, turns)
    await arrived(connect, table.slug, None)
    with counted(monkeypatch) as statements:
        for _ in range(4):
            socket = await connect(table.slug)
            await socket.send(t="look", turn=1)
            await socket.until("past")
            await runner.settle()
    watched = [one for one in statements if "game_" in one]
    assert len(watched) <= 4 * A_LOOK, "\n".join(watched)
    assert not [one for one in statements if one.startswith(("INSERT", "UPDATE"))]
    assert await database_sync_to_async(Watchers.objects.count)() == 1


async def test_the_last_move_is_acknowledged_at_the_cost_of_any_other(
    alice: Player, bob: Player, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trace of the game is made behind the answer."""
    put_off: list[tuple[Any, ...]] = []
    monkeypatch.setattr(database, "afterwards", lambda *work: put_off.append(work))
    costs = []
    for leave in (3, 1):
        table = await database_sync_to_async(seated)(alice, bob, seed="a table for two", delay=0)
        await database_sync_to_async(play_out)(table.slug, leave=leave)
        state = await database_sync_to_async(load)(table.slug)
        seat = state.game.to_move or 0
        (socket,) = await arrived(connect, table.slug, (alice, bob)[seat])
        move = {"t": "play", "order": state.game.order(seat, 0)}
        with counted(monkeypatch) as statements:
            await socket.send(id="move", v=state.table.version, **move)
            await socket.until("ack")
        costs.append(len(statements))
    assert costs[0] == costs[1], "\n".join(statements)
    [(make, *args)] = put_off
    await database_sync_to_async(make)(*args)
    assert await database_sync_to_async(Table.objects.filter(trace=None).count)() == 1


@pytest.mark.skipif(database.THREADS > 1, reason="with several threads none waits for another")
async def test_deferred_work_runs_after_the_answer_and_the_waiting_moves() -> None:
    order: list[str] = []
    queued = Event()

    def move() -> None:
        queued.wait()
        database.afterwards(order.append, "trace")
        order.append("move")

    moves = [
        asyncio.ensure_future(in_thread(move)),
        asyncio.ensure_future(in_thread(order.append, "another move")),
    ]
    await asyncio.sleep(0)
    queued.set()
    await asyncio.gather(*moves)
    await in_thread(lambda: None)
    assert order == ["move", "another move", "trace"]
