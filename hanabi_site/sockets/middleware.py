"""Refuse sockets from other sites, and close sockets while the database is unavailable."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.db import Error
from django.http.request import split_domain_port, validate_host

from game.protocol import CLOSE_AWAY

logger = logging.getLogger(__name__)

Application = Callable[..., Awaitable[Any]]


class Middleware:
    """Base class of the socket middleware; `application` is the ASGI application that it wraps."""

    def __init__(self, application: Application) -> None:
        self.application = application


class OwnOriginOnly(Middleware):
    """Middleware that refuses sockets whose Origin is not this site's scheme, host and port."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Serve the connection, or refuse it if it comes from another site."""
        headers = {
            name.decode("latin1"): value.decode("latin1") for name, value in scope["headers"]
        }
        origin, own = headers.get("origin"), _own(scope, headers)
        if origin is not None and origin == own:
            return await self.application(scope, receive, send)
        logger.warning("Refused a socket from origin %r at %r.", origin or "(none)", own)
        return await WebsocketDenier()(scope, receive, send)


def _own(scope: Any, headers: dict[str, str]) -> str | None:
    """Return this site's origin as seen by the browser; None if the host is not allowed."""
    host = headers.get("host", "")
    domain, _ = split_domain_port(host)
    if not (domain and validate_host(domain, settings.ALLOWED_HOSTS)):
        return None
    secure = scope.get("scheme") == "wss"
    if proxy := getattr(settings, "SECURE_PROXY_SSL_HEADER", None):
        name, value = proxy
        header = headers.get(name.removeprefix("HTTP_").replace("_", "-").lower(), "")
        secure = header.partition(",")[0].strip() == value
    return f"{'https' if secure else 'http'}://{host.lower()}"


class CloseWhileAway(Middleware):
    """Middleware that closes a socket with code CLOSE_AWAY, which the page shows as “the
    site is busy”, if its application cannot reach the database.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the connection; if the database is unavailable, close it with a reason."""
        accepted = False

        async def sending(message: dict[str, Any]) -> None:
            nonlocal accepted
            accepted = accepted or message["type"] == "websocket.accept"
            await send(message)

        try:
            await self.application(scope, receive, sending)
        except Error as error:
            logger.warning("No database for a socket at %s: %s", scope["path"], error)
            if not accepted:
                await send({"type": "websocket.accept"})
            await send(
                {
                    "type": "websocket.close",
                    "code": CLOSE_AWAY,
                    "reason": "The site cannot reach its database. Try again in a moment.",
                }
            )
