"""What `manage.py serve` does once it listens."""

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.core.management import call_command

from hanabi_site.management.commands import serve


class Stop(Exception):
    """Enough was seen."""


class Listening:
    """A server that listens for no longer than its hook takes."""

    failure = ""
    told: dict[str, Any] = {}

    def __init__(self, *args: Any, on_listening: Callable[[], Awaitable[None]], **kwargs: Any):
        self.on_listening = on_listening
        Listening.told = kwargs

    def run(self) -> None:
        asyncio.run(self._for_a_moment())

    async def _for_a_moment(self) -> None:
        with suppress(Stop):
            async with asyncio.timeout(60):
                await self.on_listening()


@pytest.fixture
def as_before() -> Iterator[None]:
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_all_is_looked_through_for_garbage_at_its_times_but_for_what_was_loaded_at_the_start(
    monkeypatch: pytest.MonkeyPatch, as_before: None
) -> None:
    resumed, searches, pauses = [], [], []

    async def resume() -> None:
        resumed.append(True)

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    def collect() -> None:
        searches.append(gc.get_freeze_count())
        if len(searches) > 2:
            raise Stop

    monkeypatch.setattr(serve, "PoliteServer", Listening)
    monkeypatch.setattr(serve.static_files, "collect", lambda: True)
    gc.unfreeze()
    monkeypatch.setattr(serve.asyncio, "sleep", sleep)
    monkeypatch.setattr(gc, "collect", collect)
    monkeypatch.setattr("game.live.runner.resume_all", resume)
    monkeypatch.setattr(serve, "collect_traces", resume)
    call_command("serve", stdout=sys.stderr)
    assert resumed
    assert searches[0] < 10_000 < searches[1]
    assert pauses == [15.0, 15.0]
    assert gc.get_threshold()[2] == serve.NEVER


def test_a_process_for_figures_gives_way_and_plays_for_nobody(
    monkeypatch: pytest.MonkeyPatch, as_before: None
) -> None:
    given_way: list[object] = []

    async def resume() -> None:
        raise AssertionError("agents think where tables are served")

    async def stop() -> None:
        raise Stop

    monkeypatch.setattr(serve, "PoliteServer", Listening)
    monkeypatch.setattr(serve.static_files, "collect", lambda: True)
    monkeypatch.setattr(serve.runner, "resume_all", resume)
    monkeypatch.setattr(serve, "look_for_garbage", stop)
    monkeypatch.setattr(serve.heavy, "for_study", False)
    monkeypatch.setattr(serve.os, "nice", given_way.append)
    monkeypatch.setattr(
        serve.os,
        "sched_setscheduler",
        lambda pid, kind, how: given_way.append((pid, kind, how.sched_priority)),
        raising=False,
    )
    monkeypatch.setattr(serve.os, "SCHED_IDLE", 5, raising=False)
    call_command("serve", "--study")
    assert given_way == [serve.STUDY_NICENESS, (0, 5, 0)]
    assert serve.heavy.for_study
    monkeypatch.delattr(serve.os, "SCHED_IDLE")
    call_command("serve", "--study")
    assert given_way == [serve.STUDY_NICENESS, (0, 5, 0), serve.STUDY_NICENESS]
