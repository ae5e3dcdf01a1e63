"""Health checks: liveness for a supervisor, readiness for a load balancer, and a prepared database
for commands.
"""

from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management.base import CommandError
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_tasks_db.models import DBTaskResult

from game import worker
from game.live.database import age_of_oldest_work

OK = "ok"
WAITING_TOO_LONG = timedelta(minutes=2)
"""How long a task may wait or seem to run while no worker lives, before the worker counts as
away."""
STUCK_SECONDS = 15.0
"""Seconds that a database task of sockets or agents may wait and run before it counts as stuck; a
busy SQLite or an unreachable PostgreSQL makes it fail earlier."""
ROW = "readyz"
"""The key of a session row, used by no visitor, that is written to test whether the database can
be written."""
PATIENCE = 2.0
"""Seconds that Redis may take to answer."""


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Report liveness: 200 and `ok` while this process answers at all."""
    return HttpResponse(OK, content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Report readiness: 200 while this process can serve, else 503.

    The JSON has `ready` (a boolean) and the states of `database`, `moves` (the threads in which
    sockets and agents use the database), `redis` and `worker` (the background worker), each “ok”
    or the fault; `redis` may be “not used”.

    A missing worker does not make the site unready: only background tasks wait. Missing Redis does:
    a process would then update its own sockets only.
    """
    states = {"database": _database(), "moves": _moves(), "redis": _redis(), "worker": _worker()}
    ready = states["database"] == states["moves"] == OK and states["redis"] in (OK, "not used")
    return JsonResponse({"ready": ready} | states, status=200 if ready else 503)


def refuse_unless_prepared() -> None:
    """Raise CommandError if the database lacks tables or columns of this version of the program;
    django.db.Error if it cannot be reached.
    """
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("The database is not up to date. Run: manage.py prepare")


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return "away"
    try:
        Session.objects.update_or_create(
            session_key=ROW, defaults={"session_data": "", "expire_date": timezone.now()}
        )
    except Error as error:
        return f"takes no writes: {error}"
    return OK


def _moves() -> str:
    """Return “ok” or what is wrong with the threads that do the database tasks of sockets and
    agents.
    """
    age = age_of_oldest_work()
    return f"stuck: one has waited for {age:.0f} seconds" if age > STUCK_SECONDS else OK


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
    """Return the state of the background worker: it counts as away if tasks wait and none lives."""
    try:
        unfinished = DBTaskResult.objects.ready() | DBTaskResult.objects.running()
        waiting = unfinished.filter(enqueued_at__lt=timezone.now() - WAITING_TOO_LONG).count()
    except Error:
        return "unknown"
    tasks = "1 task waits" if waiting == 1 else f"{waiting} tasks wait"
    return f"away: {tasks}" if waiting and not worker.lives() else OK
