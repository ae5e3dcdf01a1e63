"""What all our sockets have in common."""

from __future__ import annotations

from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer


class Socket(AsyncWebsocketConsumer):
    """Handles a message at once. Channels goes to a thread first, the same one for all sockets, to
    close old connections there; our handlers have none there (`game.live.database`)."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Raises ValueError for what there is no handler for."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No socket handles {message['type']}.")
        await handler(message)
