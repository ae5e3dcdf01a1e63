"""A database or Redis that is away: sockets stay open and say so, and nothing is lost."""

import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import channel_layers
from django.conf import LazySettings
from django.db import OperationalError, connection

from game import protocol
from game.live import consumers
from game.live import database as threads
from game.live.database import in_thread
from game.models import Player, Table
from game.tables.state import load
from hanabi_site.asgi import application
from hanabi_site.settings.services import channel_layer_settings
from tests.game.conftest import Connect, arrived
from tests.sockets import PatientCommunicator

pytestmark = pytest.mark.django_db(transaction=True)


class Database:
    """Stands between the sockets and the database, and can be away."""

    away = False

    def __init__(self, in_thread: Any) -> None:
        self.in_thread = in_thread

    async def ask(self, function: Any, *args: Any) -> Any:
        if self.away:
            raise OperationalError("the database is away")
        return await self.in_thread(function, *args)


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Database:
    database = Database(in_thread)
    for module in (consumers, threads):
        monkeypatch.setattr(module, "in_thread", database.ask)
    monkeypatch.setattr(threads, "CHECKED_FOR", 0.0)
    return database


def play(v: int, order: int = 0) -> dict[str, Any]:
    return {"t": "play", "id": f"m{v}", "v": v, "order": order}


async def test_a_move_while_the_database_is_away_waits_and_is_made_when_sent_again(
    table: Table, alice: Player, connect: Connect, database: Database
) -> None:
    (socket,) = await arrived(connect, table.slug, alice)
    database.away = True
    await socket.send(**play(0))
    waiting = await socket.until("waiting")
    assert (waiting["id"], bool(waiting["text"])) == ("m0", True)
    await socket.send(t="ping", n=7)
    assert (await socket.until("pong"))["n"] == 7
    database.away = False
    await socket.send(**play(0))
    assert await socket.until("ack") == {"t": "ack", "id": "m0", "v": 1}
    assert len((await database_sync_to_async(load)(table.slug)).moves) == 1


async def test_spectators_too_are_notified_of_trouble_and_of_its_end(
    table: Table, connect: Connect, database: Database
) -> None:
    (socket,) = await arrived(connect, table.slug, None)
    database.away = True
    await socket.send(t="ping", n=1)
    assert (await socket.until("waiting"))["id"] is None
    database.away = False
    await socket.send(t="ping", n=2)
    assert (await socket.until("frame"))["v"] == 0


async def test_losing_the_database_between_welcome_and_frame_closes_no_socket(
    table: Table, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(slug: str) -> None:
        raise OperationalError("the database is away")

    with monkeypatch.context() as patched:
        patched.setattr(consumers, "load", away)
        socket = await connect(table.slug)
        await socket.until("waiting")
    await socket.send(t="ping", n=2)
    await socket.until("frame")


async def test_a_socket_opened_without_a_database_is_asked_to_reconnect(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def away(scope: object) -> None:
        raise OperationalError("the database is away")

    monkeypatch.setattr("channels.auth.get_user", away)
    socket = PatientCommunicator(
        application,
        f"/ws/tables/{table.slug}/",
        headers=[(b"host", b"localhost"), (b"origin", b"http://localhost")],
    )
    assert (await socket.connect())[0]
    closed = await socket.receive_output()
    assert (closed["code"], closed["type"]) == (protocol.CLOSE_AWAY, "websocket.close")
    assert closed["reason"] == "The site cannot reach its database. Try again in a moment."
    met = f"No database for a socket at /ws/tables/{table.slug}/: the database is away"
    assert met in caplog.messages


async def test_the_socket_of_a_deleted_table_is_notified(
    table: Table, alice: Player, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    (socket,) = await arrived(connect, table.slug, alice)
    monkeypatch.setattr(threads, "CHECKED_FOR", 0.0)
    await database_sync_to_async(table.delete)()
    await socket.send(t="ping", n=1)
    assert await socket.closed_with() == protocol.CLOSE_NO_TABLE


async def test_a_fault_of_ours_closes_the_socket_and_is_logged(
    table: Table, connect: Connect, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    (socket,) = await arrived(connect, table.slug, None)

    async def broken(slug: str) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as patched:
        patched.setattr(consumers, "checked", broken)
        await socket.send(t="ping", n=1)
        assert await socket.closed_with() == protocol.CLOSE_FAULT
    assert "RuntimeError: broken" in caplog.text


@pytest.fixture
def short_patience() -> Iterator[None]:
    """SQLite gives up on a lock at once, where it waits for seconds."""
    options = connection.settings_dict["OPTIONS"]
    before = options["timeout"]
    options["timeout"] = 0.05
    connection.close()
    yield
    options["timeout"] = before
    connection.close()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows.")
async def test_a_locked_sqlite_closes_no_socket_and_loses_no_move(
    short_patience: None, table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    sockets = await arrived(connect, table.slug, alice, bob)
    name = connection.settings_dict["NAME"]
    other = sqlite3.connect(name, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    for _ in range(2):
        await sockets[0].send(**play(0))
        await sockets[0].until("waiting")
    other.execute("ROLLBACK")
    other.close()
    await sockets[0].send(**play(0))
    await sockets[0].until("ack")
    assert (await sockets[1].until("update"))["v"] == 1


@pytest.fixture
def no_redis(settings: LazySettings) -> Iterator[None]:
    """Redis is configured, and nobody listens there."""
    url = "redis://127.0.0.1:9/0"
    settings.CHANNEL_LAYERS = {"default": channel_layer_settings(url, "secret")}
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()


async def test_a_single_process_works_without_redis(
    no_redis: None, table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    sockets = await arrived(connect, table.slug, alice, bob)
    await sockets[0].send(**play(0))
    await sockets[0].until("ack")
    assert (await sockets[1].until("update"))["v"] == 1


async def test_a_move_is_broadcast_though_its_sender_has_disconnected(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    sender, other = await arrived(connect, table.slug, alice, bob)
    await sender.send(**play(0))
    await sender.communicator.disconnect()
    assert (await other.until("update"))["v"] == 1
