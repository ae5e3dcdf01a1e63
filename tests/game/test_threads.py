"""Sockets work with the database in threads of its own, and go to no thread for anything else."""

from __future__ import annotations

import asyncio
import threading

import pytest
from channels import consumer
from django.db import connection

from game.live.database import in_thread
from game.models import Player, Table
from tests.game.conftest import Connect, settled

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL writes for many at a time.")
async def test_works_with_sqlite_are_done_one_after_another_as_they_were_asked() -> None:
    done: list[tuple[int, str]] = []

    def work(number: int) -> None:
        done.append((number, threading.current_thread().name))

    await asyncio.gather(*(in_thread(work, number) for number in range(20)))
    assert [number for number, _ in done] == list(range(20))
    assert len({name for _, name in done}) == 1


async def test_a_ping_is_answered_without_a_thread(
    table: Table, alice: Player, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hop() -> None:
        raise AssertionError("a message went to another thread")

    socket = await connect(table.slug, alice)
    await settled(socket)
    with monkeypatch.context() as patched:
        patched.setattr(consumer, "aclose_old_connections", hop)
        await socket.send(t="ping", n=5)
        assert (await socket.until("pong"))["n"] == 5
