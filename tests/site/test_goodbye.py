"""What the server does when it listens, when it cannot, and before it goes, without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.defer import Deferred

from hanabi_site.operations import server as serving
from hanabi_site.operations.server import PoliteServer
from hanabi_site.sockets.slow_readers import BoundedSocket


async def nothing() -> None:
    """A hook that has nothing to do."""


def polite(on_listening: Callable[[], Awaitable[None]] = nothing) -> PoliteServer:
    return PoliteServer(None, endpoints=["nowhere"], on_listening=on_listening)


class Socket(BoundedSocket):
    """Remembers how it was closed."""

    def __init__(self, state: int) -> None:
        super().__init__()
        self.state, self.closed = state, list[tuple[int, bytes]]()

    def sendCloseFrame(self, code: int, reason: bytes) -> None:  # noqa: N802
        self.closed.append((code, reason))


def test_sockets_of_a_server_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WebSocketFactory, "protocol", WebSocketProtocol)
    polite()
    assert WebSocketFactory.protocol is BoundedSocket


async def test_once_a_port_is_open_the_hook_runs_when_the_loop_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran: list[str] = []
    later: list[tuple[float, Callable[[], None]]] = []

    async def hook() -> None:
        ran.append("hook")

    monkeypatch.setattr(Server, "listen_success", lambda self, port: ran.append(port))
    reactor = SimpleNamespace(callLater=lambda seconds, do: later.append((seconds, do)))
    monkeypatch.setattr(serving, "reactor", reactor)
    server = polite(hook)
    server.listen_success("a port")
    assert (ran, server.ports, server.failure) == (["a port"], ["a port"], "")
    [(seconds, start)] = later
    assert seconds == 0
    start()
    await server.hook
    assert ran == ["a port", "hook"]


async def test_a_hook_that_fails_is_written_to_the_log_and_no_more(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails() -> None:
        raise RuntimeError("out of luck")

    await polite(fails)._run_hook()
    [told] = caplog.records
    assert (told.getMessage(), told.levelname) == ("The server's start hook failed.", "ERROR")
    assert told.exc_info


def test_a_port_that_cannot_be_opened_ends_the_server_with_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped: list[bool] = []
    monkeypatch.setattr(PoliteServer, "stop", lambda self: stopped.append(True))
    server = polite()
    server.listen_error(SimpleNamespace(getErrorMessage=lambda: "Address in use."))
    assert (server.failure, stopped) == ("Address in use.", [True])


def goes(server: PoliteServer, applications: dict[Any, Coroutine[Any, Any, None] | None]) -> None:
    """Say goodbye, with a task for each socket's application."""

    async def begin() -> Deferred[None]:
        server.connections = {
            socket: {"application_instance": asyncio.create_task(work)} if work else {}
            for socket, work in applications.items()
        }
        return server.kill_all_applications()

    loop = asyncio.new_event_loop()
    said = loop.run_until_complete(begin())
    assert loop.run_until_complete(said.asFuture(loop)) is None
    assert not asyncio.all_tasks(loop)
    loop.close()


def test_open_sockets_hear_of_a_restart_and_their_applications_may_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []

    class Port:
        def stopListening(self) -> None:  # noqa: N802
            done.append("closed")

    async def ends() -> None:
        await asyncio.sleep(0.01)
        done.append("ended")

    opened, closing = Socket(Socket.STATE_OPEN), Socket(Socket.STATE_CLOSING)
    server = polite()
    server.ports = [Port()]
    goes(server, {opened: ends(), closing: None, "a page": None})
    assert opened.closed == [(1012, b"The server is restarting.")]
    assert closing.closed == []
    assert done == ["closed", "ended"]


def test_an_application_that_does_not_end_is_cancelled_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cancelled: list[bool] = []
    wait = asyncio.wait

    async def no_patience(tasks: Any, timeout: float) -> Any:
        return await wait(tasks, timeout=0.001)

    async def stubborn() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            cancelled.append(True)

    monkeypatch.setattr(serving.asyncio, "wait", no_patience)
    goes(polite(), {Socket(Socket.STATE_OPEN): stubborn()})
    assert cancelled


def test_without_sockets_there_is_nothing_to_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving.asyncio, "wait", None)
    goes(polite(), {"a page": None})
