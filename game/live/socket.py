"""The base class of all sockets: limits on connections and requests, failures, and metrics."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error
from prometheus_client import Counter, Histogram

from game import protocol as p
from game.live import presence
from game.models import Player

logger = logging.getLogger(__name__)

FAULT = "The site made a mistake here, which its log describes. Please try again."
"""The message to the client after an internal error."""
AWAY = "The site cannot reach its database. Try again in a moment."
"""The message to the client while the database is unavailable."""

REQUEST_SECONDS = Histogram(
    "hanabi_table_request_seconds",
    "Seconds from a client's request to its answer.",
    ["kind"],
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
AWAY_TOTAL = Counter(
    "hanabi_database_away_total",
    "Socket tasks that failed because the database was unavailable.",
)
FAULTS_TOTAL = Counter("hanabi_socket_faults_total", "Sockets closed because of an internal error.")


class TokenBucket:
    """A rate limit: bursts of `capacity` requests, and `per_second` requests on average. `clock`
    returns the time in seconds.
    """

    def __init__(
        self, capacity: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.capacity = capacity
        self.per_second = per_second
        self.clock = clock
        self.left = capacity
        self.seen = clock()

    def take(self) -> bool:
        """Take a token for one request and return True; return False if none is left."""
        now = self.clock()
        self.left = min(self.capacity, self.left + (now - self.seen) * self.per_second)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Socket(AsyncWebsocketConsumer):
    """Base of the site's WebSocket consumers: exceptions are logged and reported to the client,
    and close the socket.

    The socket counts towards the limits on open sockets from the call of `arrive` until it closes.
    Messages are handled immediately: Channels would first close old database connections in a
    thread shared by all sockets, but our handlers open none there (`game.live.database`).
    """

    ticket: presence.Ticket = ()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the connection until it ends, then stop counting this socket as open."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            presence.leave(self.ticket)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler method named by the `type` of the message. If it raises an exception,
        log it, report it to the client and close the socket.

        Raise `django.db.Error` if a handler needs the database while it is unavailable; the site's
        middleware then closes the socket.
        """
        try:
            handler = getattr(self, get_handler_name(message), None)
            if handler is None:
                raise ValueError(f"No socket handles {message['type']}.")
            await handler(message)
        except (StopConsumer, Error):
            raise
        except Exception as error:
            await self.fail(error)
            if message["type"] == "websocket.disconnect":
                raise StopConsumer from error

    def arrive(self, place: str, name: str | None = None, player: Player | None = None) -> None:
        """Count this socket as open, for its network address, its person and its place.

        `place` is the kind of place, such as “table”, and `name` the place itself, such as a slug.
        Raise Refused(TOO_MANY) if the address, person or place has too many sockets.
        """
        address = (self.scope.get("client") or [""])[0]
        self.ticket = presence.arrive(name, player, address, place)

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start and return a task of this socket that does `work`. If it raises an exception, log
        it, report it to the client and close the socket.
        """
        return asyncio.create_task(self._guarded(work))

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:
            await self.fail(error)

    async def fail(self, error: Exception) -> None:
        """Log an unhandled exception, report it to the client and close the socket."""
        if isinstance(error, Error):
            logger.warning("No database for a socket at %s: %s", self.scope["path"], error)
            AWAY_TOTAL.inc()
            await self.refuse(AWAY, p.CLOSE_AWAY)
        else:
            logger.error("A socket at %s failed.", self.scope["path"], exc_info=error)
            FAULTS_TOTAL.inc()
            await self.refuse(FAULT, p.CLOSE_FAULT)

    async def refuse(self, words: str, code: int) -> None:
        """Close the socket with the WebSocket close code `code`, and `words` as the reason.

        Sockets for programs override this method to send the reason as a message first.
        """
        await self.close(code, reason=words)
