"""What Prometheus reads: for who knows the token, and nothing of any game."""

import asyncio
import threading
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from prometheus_client import CONTENT_TYPE_LATEST

from agents.runs.storage import locked
from game.live.database import in_thread
from game.models import Table
from hanabi_site.operations import health, metrics
from tests.game import played


@pytest.fixture(autouse=True)
def _without_redis(settings: LazySettings) -> None:
    settings.REDIS_URL = ""


def away() -> None:
    raise OperationalError("away")


@pytest.fixture
def reader(settings: LazySettings, client: Client) -> Client:
    settings.METRICS_TOKEN = "a token"
    client.defaults["HTTP_AUTHORIZATION"] = "Bearer a token"
    return client


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer wrong", "a tokens"])
def test_a_wrong_token_reads_no_metrics(settings: LazySettings, client: Client, given: str) -> None:
    settings.METRICS_TOKEN = "a token"
    assert client.get("/metrics", headers={"authorization": given}).status_code == 404


@pytest.mark.django_db
def test_without_a_token_there_are_no_metrics(settings: LazySettings, client: Client) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
def test_metrics_have_tables_sockets_latency_queue_and_errors(reader: Client) -> None:
    import_module("game.live.socket")  # as every process has that serves sockets
    played.finished("rules:piers", "rules:iggi", slug="unheard", seed="metrics")
    reader.get("/healthz")
    answer = reader.get("/metrics")
    assert answer["Content-Type"] == CONTENT_TYPE_LATEST
    told = answer.content.decode()
    for line in (
        'hanabi_tables{status="finished"} 1.0',
        "hanabi_sockets 0.0",
        "hanabi_tasks_waiting 0.0",
        "hanabi_database_up 1.0",
        "hanabi_socket_faults_total",
        "hanabi_table_request_seconds",
        "hanabi_page_seconds_bucket",
    ):
        assert line in told
    table = Table.objects.get()
    assert table.deck not in told
    assert table.slug not in told


@pytest.mark.long
@pytest.mark.django_db
def test_metrics_report_a_missing_database(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics.Now, "_of_the_site", staticmethod(away))
    assert "hanabi_database_up 0.0" in reader.get("/metrics").content.decode()


def test_a_page_that_fails_by_a_fault_of_ours_is_counted_by_its_view(rf: RequestFactory) -> None:
    def counted(view: str) -> float:
        return float(metrics.ERRORS.labels(view)._value.get())

    before = counted("a view")
    for status in (200, 404, 499, 500, 503):
        request = rf.get("/")
        request.resolver_match = SimpleNamespace(view_name="a view")  # type: ignore[assignment]
        answer = metrics.middleware(lambda _: HttpResponse(status=status))(request)  # noqa: B023
        assert answer.status_code == status
    assert counted("a view") == before + 2


NOBODY = "redis://127.0.0.1:9/0"


def test_the_liveness_check_asks_no_database(client: Client) -> None:
    """No database is marked for this test: to ask it would fail."""
    assert client.get("/healthz").content == b"ok"


@pytest.mark.django_db
def test_a_process_with_database_redis_and_sockets_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {
        "ready": True, "database": "ok", "moves": "ok", "redis": "not used", "worker": "ok"
    }  # fmt: skip


@pytest.mark.django_db
def test_a_database_that_can_be_read_but_not_written_is_not_ready(client: Client) -> None:
    def full(execute: Any, statement: str, *rest: Any) -> Any:
        if not statement.startswith(("SELECT", "SAVEPOINT", "ROLLBACK", "RELEASE")):
            raise OperationalError("database or disk is full")
        return execute(statement, *rest)

    with connection.execute_wrapper(full):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "takes no writes: database or disk is full"


@pytest.mark.django_db
def test_a_process_whose_sockets_get_no_work_done_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "STUCK_SECONDS", 0.0)
    begun, release = threading.Event(), threading.Event()

    def stuck() -> None:
        begun.set()
        release.wait()

    async def ask() -> None:
        work = asyncio.create_task(in_thread(stuck))
        try:
            await asyncio.to_thread(begun.wait)
            assert health._moves().startswith("stuck: one has waited")
        finally:
            release.set()
        await work

    asyncio.run(ask())
    assert client.get("/readyz").json()["moves"] == "ok"


@pytest.mark.django_db
def test_without_redis_a_process_is_not_ready_and_names_redis(
    client: Client, settings: LazySettings
) -> None:
    settings.REDIS_URL = NOBODY
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["redis"]) == (503, "away")
    assert answer.json()["database"] == "ok"


def test_without_its_database_a_process_is_not_ready_and_names_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health.connection, "cursor", away)
    monkeypatch.setattr(health, "_worker", lambda: "unknown")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "away")


@pytest.mark.django_db
@pytest.mark.parametrize("status", ["READY", "RUNNING"])
def test_without_a_living_worker_unfinished_tasks_show_that_it_is_away_while_the_site_serves(
    client: Client, settings: LazySettings, tmp_path: Path, status: str
) -> None:
    settings.RUNS_DIR = str(tmp_path)
    DBTaskResult.objects.create(
        task_path="x", args_kwargs={}, backend_name="default", run_after=timezone.now(),
        exception_class_path="", traceback="", status=status,
    )  # fmt: skip
    assert client.get("/readyz").json()["worker"] == "ok"
    DBTaskResult.objects.update(enqueued_at=timezone.now() - 2 * health.WAITING_TOO_LONG)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["worker"]) == (200, "away: 1 task waits")
    with locked(tmp_path):
        assert client.get("/readyz").json()["worker"] == "ok"


def test_a_worker_is_unknown_if_its_tasks_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.DBTaskResult.objects, "ready", away)
    assert health._worker() == "unknown"
