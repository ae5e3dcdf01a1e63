"""Tell a supervisor whether this process lives, and a load balancer whether it can serve."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_tasks_db.models import DBTaskResult

OK = "ok"
WAITING_TOO_LONG = timedelta(minutes=2)
"""For work, while no other work is being done."""
PATIENCE = 2.0
"""Seconds that Redis may take to answer."""


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 and `ok` while this process answers at all."""
    return HttpResponse(OK, content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 while this process can serve, else 503; each part by itself.

    Without its worker a site serves all but what waits for it. Without Redis a process serves its
    own sockets only, which several together must not do.
    """
    parts: dict[str, Callable[[], str]] = {
        "database": _database,
        "redis": _redis,
        "worker": _worker,
    }
    said = {name: look() for name, look in parts.items()}
    ready = said["database"] == OK and said["redis"] in (OK, "not used")
    return JsonResponse({"ready": ready} | said, status=200 if ready else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return "away"
    return OK


def _redis() -> str:
    if not settings.REDIS_URL:
        return "not used"
    from redis import Redis
    from redis.exceptions import RedisError

    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        ) as redis:
            redis.ping()
    except (RedisError, OSError):
        return "away"
    return OK


def _worker() -> str:
    """Workers keep no list of themselves: one is away when work waits and none is being done."""
    try:
        ready = DBTaskResult.objects.ready().filter(
            enqueued_at__lt=timezone.now() - WAITING_TOO_LONG
        )
        waiting = ready.count()
        working = DBTaskResult.objects.running().exists()
    except Error:
        return "unknown"
    return f"away: {waiting} tasks wait" if waiting and not working else OK
