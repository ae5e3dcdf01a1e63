"""URL patterns of the challenge's sockets, below `ah2ac2/`."""

from django.urls import path

from analysis.evaluate.challenge.consumers import NextGameConsumer, TestGameConsumer

websocket_urlpatterns = [
    path("ah2ac2/play-next", NextGameConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ah2ac2/play-random-agent", TestGameConsumer.as_asgi()),  # type: ignore[arg-type]
]
