"""No agent decides in a thread that saves moves, whichever door leads to its turn."""

import asyncio
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from agents.contract import Decision
from game.live import runner
from game.models import Player, Seating, Table
from game.tables import agent_turns, changes
from game.tables.state import TableState, load
from tests.game.conftest import Connect, first_legal, login, seated
from tests.game.doors import BOT, daily, fill, new, play_now, play_on, watch
from tests.sockets import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

read = database_sync_to_async(load)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name of the thread of each decision."""
    names: list[str] = []
    decide = agent_turns.decide

    def recorded(state: TableState, seat: Seating) -> Decision:
        names.append(threading.current_thread().name)
        return decide(state, seat)

    monkeypatch.setattr(agent_turns, "decide", recorded)
    return names


def play_with_the_usual_partner(client: Client, _: Player, _agent: str) -> None:
    client.post("/play/", {"players": "2"})


def again(client: Client, alice: Player, agent: str) -> None:
    table = seated(agent, alice, delay=0)
    changes.give_up(table.slug, alice, 0)
    client.post(f"/tables/{table.slug}/again/")


@pytest.mark.long
@pytest.mark.parametrize(
    "door",
    [play_now, play_with_the_usual_partner, new, watch, fill, play_on, daily, again],
    ids=lambda f: f.__name__,
)
async def test_no_page_leads_to_a_decision_in_a_thread_that_saves_moves(
    door: Callable[[Client, Player, str], object],
    alice: Player,
    connect: Connect,
    threads: list[str],
) -> None:
    def ask() -> str:
        door(login(Client(), alice), alice, BOT)
        return Table.objects.latest("pk").slug

    slug = await database_sync_to_async(ask)()
    socket = await connect(slug, alice)
    await socket.until("frame")
    state = await read(slug)
    if state.game and state.seats[state.game.to_move or 0].player == alice:
        await socket.send(id="mine", v=state.table.version, **a_move(state))
    await in_pools(threads)


async def in_pools(threads: list[str]) -> None:
    """Wait for the agents; each decided, and in a pool."""
    async with asyncio.timeout(PATIENCE):
        while not threads:
            await asyncio.sleep(0.01)
    await runner.settle()
    assert all(name.startswith("agent") for name in threads), set(threads)


def a_move(state: TableState) -> dict[str, Any]:
    """The message that plays the oldest card of the seat to move."""
    return {"t": "play", "order": state.game.order(state.game.to_move, 0)}


@pytest.mark.long
@pytest.mark.parametrize(
    "message",
    [
        {"t": "step", "v": 0},
        {"t": "pause", "paused": False},
        {"t": "replace", "v": 0, "seat": 0, "address": "rules:piers"},
        {"t": "take_over", "v": 0, "seat": 1},
    ],
    ids=lambda message: message["t"],
)
async def test_no_message_to_a_table_of_agents_leads_to_a_decision_in_such_a_thread(
    message: dict[str, Any], alice: Player, connect: Connect, threads: list[str]
) -> None:
    table = await database_sync_to_async(seated)(BOT, BOT, by=alice, delay=0, paused=True)
    socket = await connect(table.slug, alice)
    await socket.until("frame")
    await socket.send(id="x", **message)
    if message["t"] == "replace":
        await socket.send(id="y", t="step", v=1)
    await in_pools(threads)


@pytest.mark.parametrize("kind", ["play", "sit_in"])
async def test_no_message_to_a_table_of_people_leads_to_a_decision_in_such_a_thread(
    kind: str, alice: Player, bob: Player, connect: Connect, threads: list[str]
) -> None:
    hour_ago = timezone.now() - timedelta(hours=1)

    def prepare() -> TableState:
        table = seated(alice, bob if kind == "sit_in" else BOT, delay=0)
        if kind == "sit_in":
            changes.submit(table.slug, changes.Actor(player=alice), first_legal(table, 0), 0)
            Table.objects.filter(pk=table.pk).update(started=hour_ago)
        return load(table.slug)

    state = await database_sync_to_async(prepare)()
    socket = await connect(state.table.slug, alice)
    await socket.until("frame")
    message = {"t": "sit_in", "seat": 1} if kind == "sit_in" else a_move(state)
    await socket.send(id="x", v=state.table.version, **message)
    await in_pools(threads)
