"""URL routes of the WebSockets: tables and shared replays."""

from django.urls import path

from game.live.consumers import TableConsumer
from game.live.shared_replays import SharedReplayConsumer

websocket_urlpatterns = [
    path("ws/tables/<slug:slug>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/replays/", SharedReplayConsumer.as_asgi()),  # type: ignore[arg-type]
]
