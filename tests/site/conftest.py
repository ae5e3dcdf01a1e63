"""What the tests of the site share."""

import asyncio

import pytest


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Pauses, each over at once."""
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def no_time(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", no_time)
    return pauses
