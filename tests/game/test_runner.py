"""Agents belong to the table: they play on with nobody looking, and after a restart."""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError

from agents.contract import Decision, GivesUp
from game.live import presence, runner
from game.models import Player
from game.tables import agent_turns, series
from game.tables.state import load
from native import View
from tests.game.conftest import Connect, seated
from tests.game.played import finished
from tests.sockets import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

create = database_sync_to_async(seated)
read = database_sync_to_async(load)


def busy_twice(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, for which the database is busy at the first two calls."""
    busy = [OperationalError("database is locked")] * 2

    def call(*args: Any) -> Any:
        if busy:
            raise busy.pop()
        return function(*args)

    return call


@pytest.mark.slow
async def test_after_a_restart_every_running_table_continues(transactional_db: None) -> None:
    slugs = [(await create("rules:piers", "rules:iggi", delay=0)).slug for _ in range(3)]
    await runner.resume_all()
    await runner.settle()
    for slug in slugs:
        assert (await read(slug)).over


@pytest.mark.long
async def test_an_agent_moves_after_everybody_has_left(
    alice: Player, connect: Connect, stub_agent: Callable[..., None]
) -> None:
    def decide(view: View) -> Decision:
        time.sleep(0.2)
        return Decision(view.legal_moves()[0], "It took its time.")

    stub_agent("stub:slow", decide)
    table = await create("stub:slow", alice, delay=0)
    await (await connect(table.slug, alice)).communicator.disconnect()
    await runner.settle()
    assert len((await read(table.slug)).moves) == 1


@pytest.mark.long
async def test_agents_continue_after_the_database_was_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    table = await create("rules:piers", "rules:iggi", delay=0)
    monkeypatch.setattr(runner, "load", busy_twice(load))
    monkeypatch.setattr(agent_turns, "decide", busy_twice(agent_turns.decide))
    monkeypatch.setattr(runner, "RETRY_SECONDS", 0.01)
    runner.wake(table.slug)
    await runner.settle()
    assert (await read(table.slug)).over


@pytest.mark.long
async def test_a_series_continues_after_the_database_was_busy_between_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await create("rules:iggi", "rules:iggi", delay=0, planned=2)
    monkeypatch.setattr(presence, "attended", lambda slug: True)
    monkeypatch.setattr(series, "go_on", busy_twice(series.go_on))
    monkeypatch.setattr(runner, "RETRY_SECONDS", 0.01)
    runner.wake(table.slug)
    await runner.settle()
    follower = await database_sync_to_async(table.next_in_series)()
    assert (await read(follower.slug)).over


async def test_two_processes_that_run_the_same_agent_write_one_move(alice: Player) -> None:
    table = await create("rules:piers", alice, delay=0)
    state = await read(table.slug)
    seat = state.seats[0]
    first, second = await runner._move(state, seat), await runner._move(state, seat)
    assert (first, second) == (table.version + 1, None)
    assert len((await read(table.slug)).moves) == 1


@pytest.mark.long
async def test_a_deciding_agent_never_blocks_the_event_loop(
    alice: Player, connect: Connect, stub_agent: Callable[..., None]
) -> None:
    begun, answered, in_time = threading.Event(), threading.Event(), []

    def decide(view: View) -> Decision:
        begun.set()
        in_time.append(answered.wait(20))
        return Decision(view.legal_moves()[0], "It took its time.")

    stub_agent("stub:slow", decide)
    table = await create("stub:slow", alice, delay=0)
    socket = await connect(table.slug, alice)
    await asyncio.to_thread(begun.wait, 20)
    await socket.send(t="ping", n=5)
    while (await socket.until("pong"))["n"] != 5:
        pass
    answered.set()
    await runner.settle()
    assert in_time == [True]


async def test_an_illegal_move_of_an_agent_is_trouble_and_not_a_crash(
    alice: Player, stub_agent: Callable[..., None]
) -> None:
    def decide(view: View) -> Decision:
        from native import Move

        return Decision(Move.discard(0), "It discards with all clue tokens there.")

    stub_agent("stub:lawless", decide)
    table = await create("stub:lawless", alice, delay=0)
    await runner.resume_all()
    await runner.settle()
    state = await read(table.slug)
    assert "clue tokens" in state.table.trouble
    assert not state.moves


@pytest.mark.long
async def test_moves_of_other_tables_do_not_wait_for_fifty_searches(
    alice: Player, stub_agent: Callable[..., None]
) -> None:
    may_decide = threading.Event()

    def search(view: View) -> Decision:
        assert may_decide.wait(60)
        return Decision(view.legal_moves()[0], "It looked ahead.")

    stub_agent("stub:search", search, seconds=5.0)
    slow_tables = [(await create("stub:search", alice, delay=0)).slug for _ in range(50)]
    quick_table = (await create("rules:piers", alice, delay=0)).slug
    for slug in (*slow_tables, quick_table):
        runner.wake(slug)
    while not (await read(quick_table)).moves:
        await asyncio.sleep(0.01)
    assert not any([(await read(slug)).moves for slug in slow_tables])
    may_decide.set()
    await runner.settle()
    assert all([len((await read(slug)).moves) == 1 for slug in slow_tables])


@pytest.mark.long
async def test_an_agent_that_waits_its_turn_to_think_is_not_taken_for_one_that_is_too_slow(
    alice: Player, stub_agent: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def search(view: View) -> Decision:
        begun.set()
        assert go_on.wait(PATIENCE)
        return Decision(view.legal_moves()[0], "It looked ahead.")

    stub_agent("stub:search", search, seconds=5.0)
    first, second = [(await create("stub:search", alice, delay=0)).slug for _ in range(2)]
    runner.wake(first)
    await asyncio.to_thread(begun.wait, PATIENCE)
    monkeypatch.setattr(runner, "SECONDS_TO_DECIDE", 1.0)
    runner.wake(second)
    await asyncio.sleep(1.2)
    go_on.set()
    await runner.settle()
    assert [len((await read(slug)).moves) for slug in (first, second)] == [1, 1]


async def test_the_game_ends_with_a_note_when_an_agent_gives_up(
    alice: Player, stub_agent: Callable[..., None]
) -> None:
    def decide(view: View) -> Decision:
        raise GivesUp("It knows no move.")

    stub_agent("stub:lost", decide)
    table = await create("stub:lost", alice, delay=0)
    runner.wake(table.slug)
    await runner.settle()
    state = await read(table.slug)
    assert state.over
    assert (state.table.ending, state.table.trouble) == ("terminated", "")
    notes = await database_sync_to_async(lambda: [note.text for note in state.table.notes.all()])()
    assert notes[-1].endswith("knows no move here, and ended the game.")


async def test_a_wake_while_agents_are_at_work_is_handled_when_they_are_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = []

    async def look(slug: str) -> None:
        looked.append(slug)
        await asyncio.sleep(0)

    monkeypatch.setattr(runner, "_run", look)
    for _ in range(3):
        runner.wake("busy")
    await runner.settle()
    assert looked == ["busy", "busy"]


@pytest.mark.parametrize("expected", [0.05, 5.0])
async def test_an_agent_that_takes_too_long_is_trouble(
    expected: float, alice: Player, stub_agent: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def search(view: View) -> Decision:
        over.wait(PATIENCE)
        return Decision(view.legal_moves()[0], "It looked ahead.")

    stub_agent("stub:search", search, seconds=expected)
    monkeypatch.setattr(runner, "SECONDS_TO_DECIDE", 0.05)
    table = await database_sync_to_async(seated)("stub:search", alice, delay=0)
    runner.wake(table.slug)
    await runner.settle()
    over.set()
    state = await database_sync_to_async(load)(table.slug)
    assert "took longer than" in state.table.trouble
    assert not state.moves


def test_only_running_tables_continue_after_a_restart(alice: Player) -> None:
    finished("rules:iggi", "rules:iggi")
    seated(alice, "")
    running = seated("rules:iggi", "rules:iggi", by=alice, paused=True)
    assert runner._running_slugs() == [running.slug]


def test_an_error_is_reported_in_a_message_of_limited_length() -> None:
    assert runner._in_words(TimeoutError()) == "it took longer than 30 seconds"
    assert runner._in_words(ValueError("no such card")) == "ValueError: no such card"
    assert len(runner._in_words(ValueError("x" * 1000))) == 300
