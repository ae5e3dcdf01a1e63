"""What is sent to a socket that nobody holds any more."""

from __future__ import annotations

import pytest
from daphne.ws_protocol import WebSocketProtocol

from hanabi_site.slow_readers import BoundedSocket


@pytest.mark.parametrize("state", ["CLOSING", "CLOSED"])
def test_a_frame_for_a_socket_that_is_closing_is_let_go(state: str) -> None:
    socket = BoundedSocket()
    socket.state = getattr(WebSocketProtocol, f"STATE_{state}")
    socket.serverSend("a frame")


def test_an_open_socket_is_sent_its_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(
        WebSocketProtocol, "serverSend", lambda self, content, binary=False: sent.append(content)
    )
    socket = BoundedSocket()
    socket.state = WebSocketProtocol.STATE_OPEN
    socket.serverSend("a frame")
    assert sent == ["a frame"]
