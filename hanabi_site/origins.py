"""Refuse sockets that another site opens in a visitor's name, and leave a trace of it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

logger = logging.getLogger(__name__)

Application = Callable[..., Awaitable[Any]]


class OwnOriginOnly:
    """A socket's Origin must be the site that it asks for: the same scheme, host and port."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = {
            name.decode("latin1"): value.decode("latin1") for name, value in scope["headers"]
        }
        origin, own = headers.get("origin"), _own(scope, headers)
        if origin is not None and origin == own:
            return await self.application(scope, receive, send)
        logger.warning("Refused a socket from origin %r at %r.", origin or "(none)", own)
        return await WebsocketDenier()(scope, receive, send)


def _own(scope: Any, headers: dict[str, str]) -> str | None:
    """This site as a browser names it; None for a host that it does not answer to."""
    host = headers.get("host", "")
    domain, _ = split_domain_port(host)
    if not (domain and validate_host(domain, settings.ALLOWED_HOSTS)):
        return None
    secure = scope.get("scheme") == "wss"
    if proxy := getattr(settings, "SECURE_PROXY_SSL_HEADER", None):
        name, value = proxy
        said = headers.get(name.removeprefix("HTTP_").replace("_", "-").lower(), "")
        secure = said.partition(",")[0].strip() == value
    return f"{'https' if secure else 'http'}://{host.lower()}"
