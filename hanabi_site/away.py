"""A socket that cannot be served because the database is away is told to come again."""

from __future__ import annotations

import logging
from typing import Any

from django.db import Error

from hanabi_site.origins import Application

logger = logging.getLogger(__name__)

TRY_AGAIN_LATER = 4503
"""The standard's close code, which a page takes for “the site is busy”."""


class CloseWhileAway:
    """Where an application of sockets stops for the database, it closes the socket in words."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        accepted = False

        async def sending(message: dict[str, Any]) -> None:
            nonlocal accepted
            accepted = accepted or message["type"] == "websocket.accept"
            await send(message)

        try:
            await self.application(scope, receive, sending)
        except Error as error:
            logger.warning("A socket at %s met no database: %s", scope["path"], error)
            if not accepted:
                await send({"type": "websocket.accept"})
            await send(
                {
                    "type": "websocket.close",
                    "code": TRY_AGAIN_LATER,
                    "reason": "The site cannot reach its database. Try again in a moment.",
                }
            )
