"""Refuse sockets that another site opens in a visitor's name, and leave a trace of it."""

import logging
from urllib.parse import ParseResult

from channels.security.websocket import OriginValidator

logger = logging.getLogger(__name__)


class LoggingOriginValidator(OriginValidator):
    """Channels' validator, which says nothing of what it refuses, with a line in the log."""

    def valid_origin(self, parsed_origin: ParseResult | None) -> bool:
        """Whether the socket's Origin is one of the allowed hosts; a missing one is not."""
        if super().valid_origin(parsed_origin):
            return True
        origin = parsed_origin.geturl() if parsed_origin else "(none)"
        logger.warning(
            "Refused a socket from origin %r; ALLOWED_HOSTS are %s.",
            origin,
            ", ".join(map(str, self.allowed_origins)),
        )
        return False
