"""Clocks of people: what is left, and what happens at zero."""

from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.live import runner
from game.models import Move, Player, Seating, Table
from game.tables import changes, clocks
from game.tables.state import load, memory
from tests.game.conftest import Connect, change_settings, first_legal, seated

pytestmark = pytest.mark.django_db(transaction=True)


def late(table: Table, seconds: float) -> None:
    """As if the turn had begun so long ago."""
    moment = timezone.now() - timedelta(seconds=seconds)
    Table.objects.filter(pk=table.pk).update(started=moment)
    Move.objects.filter(table=table).update(at=moment)
    Seating.objects.filter(table=table).update(since=moment)
    memory.forget(table.slug)


def seconds_left(table: Table) -> float:
    return (clocks.deadline(load(table.slug)) - timezone.now()).total_seconds()


def test_a_table_has_no_clock_by_default(table: Table) -> None:
    assert clocks.deadline(load(table.slug)) is None
    assert frame(load(table.slug), Viewpoint(0, open=False)).clock is None


def test_a_move_takes_from_the_base_and_adds_the_increment(table: Table, alice: Player) -> None:
    change_settings(table, clock_base=100, clock_increment=20)
    changes.submit(table.slug, changes.Actor(player=alice), first_legal(table, 0), 0)
    Move.objects.update(thinking_ms=30_000)
    memory.forget(table.slug)
    assert frame(load(table.slug), Viewpoint(0, open=False)).clock.left == [90, 100]
    assert 98 < seconds_left(table) <= 100
    Move.objects.update(thinking_ms=1_000_000)
    memory.forget(table.slug)
    assert clocks.left(load(table.slug), 0) == 20, "time over the limit is no debt"


def test_the_shorter_limit_counts_and_there_are_always_some_seconds(table: Table) -> None:
    change_settings(table, clock_base=100, clock_move=10)
    assert 8 < seconds_left(table) <= 10
    change_settings(table, clock_base=1, clock_move=0)
    assert 3 < seconds_left(table) <= clocks.AT_LEAST


def test_time_runs_out_neither_early_nor_without_a_chosen_clock(table: Table) -> None:
    change_settings(table, clock_move=10, at_zero="end")
    assert changes.time_out(table.slug, 0) is None
    change_settings(table, at_zero="nothing")
    late(table, 20)
    assert changes.time_out(table.slug, 0) is None
    assert load(table.slug).table.version == 0


def test_the_time_for_a_move_restarts_after_an_undo(table: Table, alice: Player) -> None:
    change_settings(table, clock_move=10, at_zero="end")
    changes.submit(table.slug, changes.Actor(player=alice), first_legal(table, 0), 0)
    late(table, 20)
    changes.undo(table.slug, alice, 1)
    state = load(table.slug)
    assert not state.moves
    assert clocks.turn_began(state) == state.notes[-1].at
    assert changes.time_out(table.slug, state.table.version) is None


def test_only_a_person_to_move_has_a_deadline(alice: Player) -> None:
    state = load(seated("rules:piers", alice, clock_base=100, clock_move=10).slug)
    assert clocks.deadline(state) is None
    assert [clocks.left(state, seat) for seat in (0, 1)] == [None, 100]
    alone = seated("rules:piers", "rules:piers", by=alice, clock_move=10)
    assert not clocks.has_clock(load(alone.slug))
    assert frame(load(alone.slug), Viewpoint(None, open=True)).clock is None


def test_when_time_is_up_the_game_ends_or_a_bot_takes_the_seat(table: Table, alice: Player) -> None:
    change_settings(table, clock_move=10, at_zero="bot")
    late(table, 20)
    assert changes.time_out(table.slug, 1) is None
    changes.time_out(table.slug, 0)
    state = load(table.slug)
    assert state.seats[0].sits_for == "Alice"
    assert clocks.deadline(state) is None
    assert changes.come_back(table.slug, alice) == 2
    change_settings(table, at_zero="end")
    late(table, 20)
    changes.time_out(table.slug, 2)
    state = load(table.slug)
    assert state.over
    assert state.notes[-1].text == "Alice's time is up, so the game ended."


@pytest.mark.parametrize(
    ("base", "increment", "per_move", "fresh"),
    [(0, 0, 20, 20), (60, 15, 0, 15), (60, 2, 0, clocks.AT_LEAST), (60, 15, 10, 10)],
)
def test_a_player_back_in_their_own_turn_has_the_time_of_a_move(
    base: int, increment: int, per_move: int, fresh: float, table: Table, alice: Player
) -> None:
    settings = {"clock_base": base, "clock_increment": increment, "clock_move": per_move}
    change_settings(table, at_zero="bot", **settings)
    late(table, 90)
    changes.time_out(table.slug, 0)
    changes.come_back(table.slug, alice)
    state = load(table.slug)
    end, since = clocks.deadline(state), state.seats[0].since
    assert end - since == timedelta(seconds=fresh)


def test_a_player_back_before_their_time_is_up_has_what_was_left(table: Table) -> None:
    change_settings(table, clock_base=600, clock_increment=5)
    late(table, 90)
    Seating.objects.filter(table=table, index=0).update(since=timezone.now())
    memory.forget(table.slug)
    assert 505 < seconds_left(table) <= 510


@pytest.mark.long
async def test_the_server_ends_a_turn_without_a_request_when_time_is_up(
    table: Table, alice: Player, connect: Connect
) -> None:
    await database_sync_to_async(change_settings)(table, clock_move=600, at_zero="end")
    socket = await connect(table.slug, alice)
    shown = (await socket.until("frame"))["frame"]
    assert shown["clock"]["deadline"] - shown["clock"]["began"] == pytest.approx(600)
    await database_sync_to_async(late)(table, 599.7)
    runner.wake(table.slug)
    assert (await socket.until("frame"))["frame"]["ending"]["kind"] == "terminated"
