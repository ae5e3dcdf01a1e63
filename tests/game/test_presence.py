"""Who is at the table right now, by their open sockets."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from game.board import messages
from game.board.viewpoint import viewpoint_of
from game.live import arrivals, presence
from game.models import PRESENCE_FADES_AFTER, Onlooker, Player, Seating, Table
from game.tables import changes
from game.tables.state import TableState, load
from tests.game.conftest import Connect

pytestmark = pytest.mark.django_db(transaction=True)


def here(seats: list[Seating] | None) -> list[bool]:
    assert seats is not None
    return [seat.present for seat in seats]


def test_a_person_comes_and_goes(table: Table, alice: Player, bob: Player) -> None:
    state = load(table.slug)
    assert here(presence.mark(state, alice, True)) == [True, False]
    assert here(presence.mark(state, bob, True)) == [True, True]
    assert presence.mark(state, bob, True) is None
    assert here(presence.mark(state, alice, False)) == [False, True]
    assert [seat.present for seat in Seating.objects.order_by("index")] == [False, True]


def test_who_sits_nowhere_marks_nothing(table: Table, charlie: Player) -> None:
    for player in (charlie, None):
        assert presence.mark(load(table.slug), player, True) is None
    assert not Seating.objects.exclude(last_seen=None).exists()


def watching(table: Table) -> object:
    return presence.summary(load(table.slug))["watching"]


def test_who_watches_is_counted_by_windows_and_only_at_this_table(
    table: Table, alice: Player, bob: Player
) -> None:
    seats = [changes.SeatPlan(player=alice), changes.SeatPlan(player=bob)]
    other = changes.create(seats, alice)
    for socket in ("one", "two", "two"):
        presence.look_on(load(table.slug), socket, True)
    presence.look_on(load(other.slug), "three", True)
    assert (watching(table), watching(other)) == (2, 1)
    presence.look_on(load(table.slug), "one", False)
    assert (watching(table), watching(other)) == (1, 1)


def test_who_said_no_goodbye_watches_no_more_after_a_while(table: Table) -> None:
    state = load(table.slug)
    for socket in ("killed", "lately"):
        presence.look_on(state, socket, True)
    long_ago = timezone.now() - PRESENCE_FADES_AFTER - timedelta(seconds=1)
    Onlooker.objects.filter(socket="killed").update(seen=long_ago)
    presence.look_on(state, "new", True)
    assert set(Onlooker.objects.values_list("socket", flat=True)) == {"lately", "new"}


async def test_the_table_hears_who_comes_and_who_goes(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    first = await connect(table.slug, alice)
    assert (await first.until("presence"))["present"] == [True, False]
    second = await connect(table.slug, bob)
    assert (await first.until("presence"))["present"] == [True, True]
    await second.communicator.disconnect()
    assert (await first.until("presence"))["present"] == [True, False]
    seats = database_sync_to_async(lambda: list(Seating.objects.order_by("index")))
    assert [seat.present for seat in await seats()] == [True, False]


async def test_a_crowd_that_comes_together_is_told_of_together(
    table: Table, alice: Player, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    summary = presence.summary

    def counting(state: TableState) -> dict[str, object]:
        said = summary(state)
        told.append(int(str(said["watching"])))
        return said

    monkeypatch.setattr(presence, "summary", counting)
    first = await connect(table.slug, alice)
    await first.until("presence")
    for _ in range(8):
        await connect(table.slug)
    while (await first.until("presence"))["watching"] < 8:
        pass
    assert len(told) < 8


async def test_after_a_rest_only_who_came_or_went_meanwhile_is_told_of(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, "REST", 3600)
    monkeypatch.setattr(arrivals, "_resting", {})
    monkeypatch.setattr(arrivals, "_tasks", set())
    await arrivals.announce(table.slug)
    arrivals._rested(table.slug)
    assert not arrivals._tasks, "or it would be told every second for ever"
    await arrivals.announce(table.slug)
    await arrivals.announce(table.slug)
    arrivals._rested(table.slug)
    assert len(arrivals._tasks) == 1
    await asyncio.gather(*arrivals._tasks)


async def test_a_table_hears_nothing_of_another(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    from game.tables import changes

    plans = [changes.SeatPlan(player=bob), changes.SeatPlan(player=alice)]
    other = await database_sync_to_async(changes.create)(plans, bob)
    socket = await connect(table.slug, alice)
    await socket.until("presence")
    await connect(other.slug, bob)
    await socket.send(t="ping", n=1)
    kinds: list[str] = []
    while not kinds or kinds[-1] != "pong":
        kinds.append((await socket.receive())["t"])
    assert "presence" not in kinds


def test_a_frame_tells_who_is_here_now(table: Table, alice: Player, bob: Player) -> None:
    state = load(table.slug)
    viewpoint = viewpoint_of(state, bob)

    def here() -> bool:
        seats = json.loads(messages.whole(state, viewpoint))["frame"]["seats"]
        return bool(seats[0].get("present", True))

    presence.mark(state, alice, True)
    assert here()
    presence.mark(state, alice, False)
    assert not here()
