"""Addresses of sockets."""

from django.urls import path

from game.live.consumers import TableConsumer

websocket_urlpatterns = [path("ws/tables/<slug:slug>/", TableConsumer.as_asgi())]  # type: ignore[arg-type]
