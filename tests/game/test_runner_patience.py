"""How long the runner waits: for agents that think, for a database that is away, for its turn."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError

from agents.contract import Decision
from game.live import database, runner
from game.models import Player
from game.tables import changes
from game.tables.refusals import Refusal, Refused
from game.tables.state import load
from native import View
from tests.game.played import finished
from tests.sockets import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

AWAY = OperationalError("database is locked")
GONE = Refused(Refusal.NO_TABLE)


async def test_who_calls_while_agents_are_at_work_is_heard_once_they_are_done(
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


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the runner waits, without waiting; it sees an agent that has to move, always."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def moved(*_: object) -> None:
        return None

    monkeypatch.setattr(runner, "asyncio", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(runner, "_move", moved)
    somebody = SimpleNamespace(visiting=False)
    monkeypatch.setattr(runner.agent_turns, "agent_to_move", lambda _: somebody)
    return waited


def reads(monkeypatch: pytest.MonkeyPatch, *answers: object) -> None:
    """What the database answers, one time after another."""
    left = iter(answers)

    async def in_thread(*_: object) -> object:
        answer = next(left)
        if isinstance(answer, Exception):
            raise answer
        return answer

    for module in (runner, database):
        monkeypatch.setattr(module, "in_thread", in_thread)


async def test_a_database_that_stays_away_is_asked_ever_less_but_every_minute(
    waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, *[AWAY] * 8, GONE)
    await runner._run("table")
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]


async def test_after_a_move_the_next_failure_is_waited_for_as_briefly_as_the_first(
    waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = SimpleNamespace(table=SimpleNamespace(paused=False))
    reads(monkeypatch, AWAY, AWAY, running, AWAY, GONE)
    await runner._run("table")
    assert waits == [1, 2, 1]


@pytest.mark.parametrize("expected", [0.05, 5.0])
async def test_an_agent_that_takes_too_long_is_trouble(
    expected: float,
    alice: Player,
    stub_agent: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = threading.Event()

    def search(view: View) -> Decision:
        over.wait(PATIENCE)
        return Decision(view.legal_moves()[0], "It looked ahead.")

    stub_agent("stub:search", search, seconds=expected)
    monkeypatch.setattr(runner, "SECONDS_TO_DECIDE", 0.05)
    plans = [changes.SeatPlan(address="stub:search"), changes.SeatPlan(player=alice)]
    table = await database_sync_to_async(changes.create)(plans, alice, delay=0)
    runner.wake(table.slug)
    await runner.settle()
    over.set()
    state = await database_sync_to_async(load)(table.slug)
    assert "took longer than" in state.table.trouble
    assert not state.moves


def test_only_running_tables_go_on_after_a_restart(alice: Player) -> None:
    finished("rules:iggi", "rules:iggi")
    changes.create([changes.SeatPlan(player=alice), changes.SeatPlan()], alice)
    running = changes.create([changes.SeatPlan(address="rules:iggi")] * 2, alice, paused=True)
    assert runner._running_slugs() == [running.slug]


def test_what_went_wrong_is_told_in_words_that_are_not_too_long() -> None:
    assert runner._in_words(TimeoutError()) == "it took longer than 30 seconds"
    assert runner._in_words(ValueError("no such card")) == "ValueError: no such card"
    assert len(runner._in_words(ValueError("x" * 1000))) == 300
