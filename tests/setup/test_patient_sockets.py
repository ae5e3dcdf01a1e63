"""A socket that waited in vain must not break the tests after it."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests import sockets

Event = dict[str, Any]


async def silent(
    scope: Event, receive: Callable[[], Awaitable[Event]], send: Callable[[Event], Awaitable[None]]
) -> None:
    """Accept a socket and say nothing more."""
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


async def test_closing_a_socket_that_heard_nothing_raises_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    communicator = sockets.PatientCommunicator(silent, "/")
    assert (await communicator.connect())[0]
    monkeypatch.setattr(sockets, "PATIENCE", 0.01)
    with pytest.raises(TimeoutError):
        await communicator.receive_output(0)
    await communicator.disconnect(timeout=0)
