"""Daphne with a clean shutdown.

Daphne 4.2.3 fails to stop when a socket's application ended within the last second (a KeyError in
`kill_all_applications`), and cancels all other applications without sending a close frame, so that
clients cannot tell a restart from a fault and consumers never see their `disconnect`.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from daphne.server import Server, reactor
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.defer import Deferred, maybeDeferred

from game.protocol import CLOSE_RESTART
from hanabi_site.sockets.slow_readers import BoundedSocket

logger = logging.getLogger(__name__)

GRACE_SECONDS = 3
"""Seconds that the applications of sockets may take to end by themselves when the server stops."""
CANCELLED_SECONDS = 1
"""Seconds that the remaining tasks of the event loop may take to end once they are cancelled."""


class PoliteServer(Server):
    """Daphne server that runs a start hook, drops clients that do not read, and closes its sockets
    when it stops.

    `on_listening`, the start hook, is awaited in the server's event loop after the port is open;
    its exceptions are logged. `failure` is the reason if the port could not be opened, else empty.
    """

    def __init__(self, *args: Any, on_listening: Callable[[], Awaitable[None]], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.on_listening = on_listening
        WebSocketFactory.protocol = BoundedSocket
        self.ports: list[Any] = []
        self.failure = ""

    def run(self) -> None:
        """Serve until stopped; then end the process at once, even if threads are still computing.
        Return only if the port could not be opened.

        A normal exit would wait for the threads of all pools and the work queued for them. No move
        is lost: moves are acknowledged after they are committed.
        """
        super().run()
        if not self.failure:
            sys.stdout.flush()
            logging.shutdown()
            os._exit(0)

    def listen_success(self, port: Any) -> None:
        """Store the open port, and schedule `on_listening` for the next turn of the event loop."""
        super().listen_success(port)
        self.ports.append(port)
        reactor.callLater(0, self._start_hook)

    def listen_error(self, failure: Any) -> None:
        """Store in `self.failure` why the port could not be opened, and stop the server."""
        self.failure = failure.getErrorMessage()
        self.stop()

    def kill_all_applications(self) -> "Deferred[None]":
        """Close all sockets and end their applications; return a Deferred that fires when this is
        done. Twisted calls the method before the server shuts down, and waits for the Deferred.
        """
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
                protocol.sendCloseFrame(CLOSE_RESTART, b"The server is restarting.")
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
        if rest:
            await asyncio.wait(rest, timeout=CANCELLED_SECONDS)
