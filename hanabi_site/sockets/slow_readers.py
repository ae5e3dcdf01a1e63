"""Drop sockets whose client does not read, so that unsent messages cannot fill the memory.

The page reconnects and gets the table's current state. Messages to a socket that is closing are
discarded without an error.
"""

import logging

from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings

logger = logging.getLogger(__name__)


class BoundedSocket(WebSocketProtocol):
    """A WebSocket that is dropped if more than the limit `unsent_bytes` are unsent.

    It registers as Twisted's push producer to learn when the transport's buffer is full.
    """

    unsent: int | None = None
    """Bytes sent since the transport's buffer filled; None while it is not full."""

    def onOpen(self) -> None:  # noqa: N802
        """Open the connection, and register for a call of `pauseProducing` when the transport's
        buffer of unsent bytes is full.
        """
        # Replace the HTTP channel as the transport's producer: it sends nothing any more.
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)
        super().onOpen()

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        """Send a message, as bytes if `binary`, else as text. Discard it if the socket is closing,
        and drop the socket if too many bytes are unsent.
        """
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
        """Start counting unsent bytes: the transport's buffer is full."""
        self.unsent = self.unsent or 0

    def resumeProducing(self) -> None:  # noqa: N802
        """Stop counting unsent bytes: the transport's buffer has been sent."""
        self.unsent = None

    def stopProducing(self) -> None:  # noqa: N802
        """Do nothing when the transport closes; Twisted's producer interface requires the
        method.
        """
