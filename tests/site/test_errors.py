"""Requests that cannot be answered get a friendly page of ours."""

import io
import logging
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from game.tables import changes
from hanabi_site.operations.logs import SentenceForRefusal
from hanabi_site.pages import errors


def raises(error: Exception) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    return view


urlpatterns = [
    path("bad", raises(SuspiciousOperation())),
    path("forbidden", raises(PermissionDenied())),
    path("broken", raises(RuntimeError("a secret detail"))),
    path("away", raises(OperationalError("a secret detail"))),
    path("", include("hanabi_site.urls")),
]
handler400 = errors.bad_request
handler403 = errors.permission_denied
handler404 = errors.page_not_found
handler500 = errors.server_error

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


@pytest.mark.parametrize(
    ("address", "status", "title"),
    [
        ("/bad", 400, "That request made no sense"),
        ("/forbidden", 403, "You do not have access to this page"),
        ("/nowhere", 404, "There is nothing here"),
        ("/broken", 500, "Something broke on our side"),
        ("/away", 503, "The site is away for a moment"),
        ("/agents/rules:%00/", 400, "That request made no sense"),
        ("/replays/?page=%00", 400, "That request made no sense"),
        ("/watch/?%00=1", 400, "That request made no sense"),
    ],
)
def test_an_error_page_has_text_and_the_right_status(address: str, status: int, title: str) -> None:
    response = Client(raise_request_exception=False).get(address)
    assert (response.status_code, "?next=" in response.content.decode()) == (status, status == 403)
    assert f"<h1>{title}</h1>" in response.content.decode()
    assert "secret" not in response.content.decode()


def test_a_form_without_its_token_asks_to_reload_the_page() -> None:
    response = Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "ana"})
    assert response.status_code == 403
    assert "<h1>That form was too old</h1>" in response.content.decode()


@pytest.mark.parametrize("address", ["/nowhere", "/replays/no-such-game/"])
def test_an_unknown_url_gets_our_page_in_development(settings: LazySettings, address: str) -> None:
    settings.DEBUG = True
    response = Client().get(address)
    assert response.status_code == 404
    assert "<h1>There is nothing here</h1>" in response.content.decode()


def test_a_missing_slash_is_still_added_in_development(settings: LazySettings) -> None:
    settings.DEBUG = True
    assert Client().get("/docs")["Location"] == "/docs/"


def test_the_404_page_hides_the_text_of_the_failed_query() -> None:
    page = Client().get("/analysis/people/999999/")
    assert page.status_code == 404
    assert "matches the given query" not in page.content.decode()


@pytest.mark.django_db
def test_a_refused_page_is_logged_as_one_sentence_with_its_reason(client: Client) -> None:
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.addFilter(SentenceForRefusal())
    logger = logging.getLogger("django")
    logger.addHandler(handler)
    try:
        table = changes.create([changes.SeatPlan(address="rules:piers")] * 2, None, seed="x")
        refused = client.get(f"/replays/{table.slug}/trace.json").content.decode()
        foreign = client.get("/", headers={"host": "evil.example"})
        Client(raise_request_exception=False).get("/away")
    finally:
        logger.removeHandler(handler)
    line, second, third = lines.getvalue().splitlines()
    assert third == "Service Unavailable: /away a secret detail"
    assert second.startswith("Invalid HTTP_HOST header: 'evil.example'")
    assert "<h1>That request made no sense</h1>" in foreign.content.decode()
    assert line.endswith("trace.json The game is still running; its replay opens at the end.")
    assert "?next=" not in refused, "logging in would not help"
