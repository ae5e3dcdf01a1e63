"""What is sent to a socket that nobody holds any more."""

from dataclasses import replace

import pytest
from daphne.ws_protocol import WebSocketProtocol
from django.conf import LazySettings

from hanabi_site.settings.limits import limits
from hanabi_site.sockets.slow_readers import BoundedSocket


@pytest.mark.parametrize("state", ["CLOSING", "CLOSED"])
def test_a_frame_for_a_socket_that_is_closing_is_let_go(state: str) -> None:
    socket = BoundedSocket()
    socket.state = getattr(WebSocketProtocol, f"STATE_{state}")
    socket.serverSend("a frame")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What goes out; “dropped” once the socket is."""
    out: list[str] = []
    monkeypatch.setattr(
        WebSocketProtocol, "serverSend", lambda self, content, binary=False: out.append(content)
    )
    monkeypatch.setattr(
        WebSocketProtocol,
        "dropConnection",
        lambda self, abort: out.append("dropped" if abort else "closed"),
    )
    return out


@pytest.fixture
def socket(settings: LazySettings) -> BoundedSocket:
    """One that is open; ten bytes may wait for it."""
    settings.LIMITS = replace(limits("off"), unsent_bytes=10)
    one = BoundedSocket()
    one.state, one.path = WebSocketProtocol.STATE_OPEN, "/ws/tables/x/"
    return one


def test_an_open_socket_is_sent_its_frame(socket: BoundedSocket, sent: list[str]) -> None:
    socket.serverSend("a frame")
    assert sent == ["a frame"]


def test_a_socket_is_dropped_when_more_waits_than_may(
    socket: BoundedSocket, sent: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    socket.pauseProducing()
    for _ in range(3):
        socket.serverSend("12345")
    assert sent == ["12345", "12345", "dropped"]
    assert caplog.messages == ["Dropped a socket at /ws/tables/x/ that does not read."]


def test_a_client_that_reads_receives_everything(socket: BoundedSocket, sent: list[str]) -> None:
    for _ in range(3):
        socket.pauseProducing()
        socket.serverSend("1234567890")
        socket.resumeProducing()
        socket.serverSend("1234567890")
    socket.serverSend("1234567890" * 3)
    assert len(sent) == 7
    assert "dropped" not in sent
