"""What `manage.py serve` does once it listens."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from django.core.management import call_command

from hanabi_site.management.commands import serve


class Listening:
    """A server that listens for no longer than its hook takes."""

    failure = ""

    def __init__(self, *args: Any, on_listening: Callable[[], Awaitable[None]], **kwargs: Any):
        self.on_listening = on_listening

    def run(self) -> None:
        asyncio.run(self.on_listening())  # type: ignore[arg-type]


@pytest.fixture
def as_before() -> Iterator[None]:
    interval = sys.getswitchinterval()
    yield
    sys.setswitchinterval(interval)
    gc.unfreeze()


def test_what_was_loaded_at_the_start_is_never_looked_through_for_garbage(
    monkeypatch: pytest.MonkeyPatch, as_before: None
) -> None:
    resumed: list[int] = []

    async def resume() -> None:
        resumed.append(gc.get_freeze_count())

    monkeypatch.setattr(serve, "PoliteServer", Listening)
    monkeypatch.setattr(serve, "call_command", lambda *_, **__: None)
    monkeypatch.setattr("game.live.runner.resume_all", resume)
    call_command("serve", stdout=sys.stderr)
    assert resumed[0] > 10_000
