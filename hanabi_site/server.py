"""Daphne, stopped politely.

Daphne 4.2.3 fails to stop when a socket's application ended within the last second (a KeyError in
`kill_all_applications`), and cancels the others without a close frame, so that clients cannot tell
a restart from a fault and consumers never see their `disconnect`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from daphne.server import Server, reactor
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.defer import Deferred, maybeDeferred

from hanabi_site import slow_readers

logger = logging.getLogger(__name__)

SERVICE_RESTART = 1012
GRACE_SECONDS = 3


class PoliteServer(Server):
    """A server that runs a hook once it listens, drops who does not read, and says goodbye.

    `on_listening` is awaited in the server's event loop after the port is open; what it raises is
    logged. `failure` holds the reason if the port could not be opened.
    """

    def __init__(self, *args: Any, on_listening: Callable[[], Awaitable[None]], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.on_listening = on_listening
        slow_readers.bound_them()
        self.ports: list[Any] = []
        self.failure = ""

    def listen_success(self, port: Any) -> None:
        """Remember the port and run the hook when the event loop turns."""
        super().listen_success(port)
        self.ports.append(port)
        reactor.callLater(0, self._start_hook)

    def listen_error(self, failure: Any) -> None:
        """Keep the reason for the caller of `run`, and stop."""
        self.failure = failure.getErrorMessage()
        self.stop()

    def kill_all_applications(self) -> "Deferred[None]":
        """Called by Twisted before it shuts down; the shutdown waits for the answer."""
        return Deferred.fromFuture(asyncio.ensure_future(self._say_goodbye()))

    def _start_hook(self) -> None:
        self.hook = asyncio.ensure_future(self._run_hook())

    async def _run_hook(self) -> None:
        try:
            await self.on_listening()
        except Exception:
            logger.exception("The server's start hook failed.")

    async def _say_goodbye(self) -> None:
        """Stop listening, close every socket, give applications time to end, cancel the rest."""
        for port in self.ports:
            await maybeDeferred(port.stopListening).asFuture(asyncio.get_running_loop())
        for protocol in self.connections:
            if isinstance(protocol, WebSocketProtocol) and protocol.state == protocol.STATE_OPEN:
                protocol.sendCloseFrame(SERVICE_RESTART, b"The server is restarting.")
        applications = [
            details["application_instance"]
            for details in self.connections.values()
            if "application_instance" in details
        ]
        if applications:
            await asyncio.wait(applications, timeout=GRACE_SECONDS)
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
