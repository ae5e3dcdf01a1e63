"""Who is at the table right now, by their open sockets."""

import asyncio
import json
from collections import Counter
from datetime import datetime, timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from game.board import messages
from game.board.viewpoint import viewpoint_of
from game.live import broadcast, presence
from game.models import PRESENCE_FADES_AFTER, Player, Seating, Table, Watchers
from game.tables.state import TableState, load
from tests.game.conftest import Connect, seated

pytestmark = pytest.mark.django_db(transaction=True)


def here(seats: list[Seating] | None) -> list[bool]:
    return [seat.present for seat in seats]


def test_a_person_is_present_only_while_connected(table: Table, alice: Player, bob: Player) -> None:
    state = load(table.slug)
    assert here(presence.mark(state, alice, True)) == [True, False]
    assert here(presence.mark(state, bob, True)) == [True, True]
    assert presence.mark(state, bob, True) is None
    assert here(presence.mark(state, alice, False)) == [False, True]
    assert [seat.present for seat in Seating.objects.order_by("index")] == [False, True]


def test_a_spectator_marks_no_seat_as_present(table: Table, charlie: Player) -> None:
    for player in (charlie, None):
        assert presence.mark(load(table.slug), player, True) is None
    assert not Seating.objects.exclude(last_seen=None).exists()


def watching(table: Table) -> object:
    return presence.summary(load(table.slug))["watching"]


@pytest.fixture
def nobody_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server process that has just begun."""
    monkeypatch.setattr(presence, "_watching", Counter())
    monkeypatch.setattr(presence, "_stored", {})


def of_another_process(table: Table, count: int, seen: datetime) -> Watchers:
    return Watchers.objects.create(table=table, process="another", count=count, seen=seen)


@pytest.mark.usefixtures("nobody_yet")
def test_spectators_are_counted_by_windows_and_only_at_their_table(
    table: Table, alice: Player, bob: Player
) -> None:
    other = seated(alice, bob)
    for slug in (table.slug, table.slug, other.slug):
        presence.start_watching(slug)
    assert (watching(table), watching(other)) == (2, 1)
    presence.stop_watching(table.slug)
    assert (watching(table), watching(other)) == (1, 1)
    presence.stop_watching(table.slug)
    assert (watching(table), watching(other)) == (0, 1)
    assert list(Watchers.objects.values_list("table", "count")) == [(other.pk, 1)]
    presence.start_watching(table.slug)
    assert watching(table) == 1, "whoever comes again is counted again"


@pytest.mark.usefixtures("nobody_yet")
def test_spectators_of_other_processes_count_until_silent(table: Table) -> None:
    presence.start_watching(table.slug)
    row = of_another_process(table, 3, timezone.now())
    assert watching(table) == 4
    row.seen = timezone.now() - PRESENCE_FADES_AFTER - timedelta(seconds=1)
    row.save()
    assert watching(table) == 1


@pytest.mark.usefixtures("nobody_yet")
def test_a_count_is_noted_again_before_it_fades(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = [1000.0]
    monkeypatch.setattr(presence, "monotonic", lambda: moment[0])
    presence.start_watching(table.slug)
    noted = []
    for after in (0, presence.REFRESHED_AFTER / 2, presence.REFRESHED_AFTER / 2):
        moment[0] += after
        assert watching(table) == 1
        noted.append(Watchers.objects.get().seen)
    assert noted[0] == noted[1] < noted[2]


@pytest.mark.long
async def test_a_table_is_notified_of_arrivals_and_departures(
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


@pytest.mark.long
async def test_arrivals_at_the_same_time_are_announced_together(
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


async def test_after_the_pause_only_changes_of_presence_are_announced(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "REST", 3600)
    monkeypatch.setattr(broadcast, "_resting", {})
    monkeypatch.setattr(broadcast, "_tasks", set())
    await broadcast.announce_presence(table.slug)
    broadcast._rested(table.slug)
    assert not broadcast._tasks, "or it would be told every second for ever"
    await broadcast.announce_presence(table.slug)
    await broadcast.announce_presence(table.slug)
    broadcast._rested(table.slug)
    assert len(broadcast._tasks) == 1
    await asyncio.gather(*broadcast._tasks)


async def test_a_table_hears_nothing_of_another(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:

    other = await database_sync_to_async(seated)(bob, alice)
    socket = await connect(table.slug, alice)
    await socket.until("presence")
    await connect(other.slug, bob)
    await socket.send(t="ping", n=1)
    kinds: list[str] = []
    while not kinds or kinds[-1] != "pong":
        kinds.append((await socket.receive())["t"])
    assert "presence" not in kinds


def test_a_frame_says_who_is_present(table: Table, alice: Player, bob: Player) -> None:
    state = load(table.slug)
    viewpoint = viewpoint_of(state, bob)

    def here() -> bool:
        seats = json.loads(messages.whole(state, viewpoint))["frame"]["seats"]
        return bool(seats[0].get("present", True))

    presence.mark(state, alice, True)
    assert here()
    presence.mark(state, alice, False)
    assert not here()
