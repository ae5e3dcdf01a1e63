"""What Prometheus reads: for who knows the token, and nothing of any game."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.conf import LazySettings
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory
from prometheus_client import CONTENT_TYPE_LATEST

from game.models import Table
from hanabi_site.operations import metrics
from tests.game import played


@pytest.fixture
def reader(settings: LazySettings, client: Client) -> Client:
    settings.METRICS_TOKEN = "a token"
    client.defaults["HTTP_AUTHORIZATION"] = "Bearer a token"
    return client


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer wrong", "a tokens"])
def test_nobody_else_reads_them(settings: LazySettings, client: Client, given: str) -> None:
    settings.METRICS_TOKEN = "a token"
    assert client.get("/metrics", headers={"authorization": given}).status_code == 404


@pytest.mark.django_db
def test_without_a_token_nobody_does(settings: LazySettings, client: Client) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
def test_tables_sockets_latency_queue_and_errors_are_there(reader: Client) -> None:
    import_module("game.live.socket")  # as every process has that serves sockets
    played.finished("rules:piers", "rules:iggi", slug="unheard", seed="metrics")
    reader.get("/healthz")
    told = reader.get("/metrics").content.decode()
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


@pytest.mark.django_db
def test_a_database_that_is_away_is_told(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("away")

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


@pytest.mark.django_db
def test_they_are_told_as_prometheus_reads_them(reader: Client) -> None:
    assert reader.get("/metrics")["Content-Type"] == CONTENT_TYPE_LATEST
