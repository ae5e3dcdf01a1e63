"""Sockets whose other end does not read are dropped, so that what waits for them cannot fill the
memory. The page dials again and gets the table as it then is.

What is still sent to a socket that is closing reaches nobody, and is no fault."""

from __future__ import annotations

import logging

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings

logger = logging.getLogger(__name__)


class BoundedSocket(WebSocketProtocol):
    """Hears from its transport when that is full (Twisted's push producer)."""

    unsent: int | None = None
    """Bytes handed over since the transport was full; None while it is not."""

    def onOpen(self) -> None:  # noqa: N802
        # Until now the transport told the HTTP channel, which has nothing left to say.
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)
        super().onOpen()

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        """Send, unless too much waits already or nobody is there any more."""
        if self.state not in (self.STATE_CONNECTING, self.STATE_OPEN):
            return
        if self.unsent is not None:
            self.unsent += len(content)
            if self.unsent > settings.LIMITS.unsent_bytes:
                logger.warning("Dropped a socket at %s that does not read.", self.path)
                self.dropConnection(abort=True)
                return
        super().serverSend(content, binary)

    def pauseProducing(self) -> None:  # noqa: N802
        """The transport is full."""
        self.unsent = self.unsent or 0

    def resumeProducing(self) -> None:  # noqa: N802
        """All of it was sent."""
        self.unsent = None

    def stopProducing(self) -> None:  # noqa: N802
        """The transport is closed."""


def bound_them() -> None:
    """From now on, for every server of this process."""
    WebSocketFactory.protocol = BoundedSocket
