"""URLs of the analysis pages' WebSockets."""

from django.urls import path

from analysis.maps.consumers import RunConsumer

websocket_urlpatterns = [path("ws/runs/<slug:name>/", RunConsumer.as_asgi())]  # type: ignore[arg-type]
