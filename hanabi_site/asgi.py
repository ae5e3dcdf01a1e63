"""The site as an ASGI application, for any ASGI server."""

import os
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hanabi_site.settings")
# Models must be loaded before anything that imports consumers.
http_application = get_asgi_application()

from django.urls import path, re_path  # noqa: E402

from analysis.evaluate.challenge.consumers import NextGameConsumer, TestGameConsumer  # noqa: E402
from analysis.evaluate.dialled import AgentConsumer  # noqa: E402
from game.live.consumers import TableConsumer  # noqa: E402
from game.live.shared_replays import SharedReplayConsumer  # noqa: E402
from hanabi_site.operations.logs import NamedSockets  # noqa: E402
from hanabi_site.sockets.middleware import CloseWhileAway, OwnOriginOnly  # noqa: E402


class NoSuchSocket(AsyncWebsocketConsumer):
    """Consumer that refuses WebSockets at unknown URLs with HTTP 403; Channels alone would raise
    ValueError.
    """

    async def connect(self) -> None:
        """Refuse the socket: close it before it is accepted."""
        await self.close()


sockets: Any = [
    path("ws/tables/<slug:slug>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/replays/", SharedReplayConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", NoSuchSocket.as_asgi()),  # type: ignore[arg-type]
]

browsers: Any = OwnOriginOnly(
    NamedSockets(CloseWhileAway(AuthMiddlewareStack(URLRouter(sockets))))  # type: ignore[arg-type]
)
agents: Any = AgentConsumer.as_asgi()
# Agents authenticate with a token; unlike browsers they send no origin and no cookie.
doors: Any = [
    path("ws/agents/", agents),
    path("ah2ac2/play-next", NextGameConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ah2ac2/play-random-agent", TestGameConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", browsers),
]

application = ProtocolTypeRouter({"http": http_application, "websocket": URLRouter(doors)})
