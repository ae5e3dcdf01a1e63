"""The headers that keep a page to itself."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from hanabi_site import errors


def nonce(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.csp_nonce)


urlpatterns = [path("nonce", nonce)]
handler404 = errors.page_not_found

pytestmark = pytest.mark.django_db


def policy(response: HttpResponse) -> dict[str, list[str]]:
    directives = response["Content-Security-Policy"].split("; ")
    return {name: sources for name, *sources in map(str.split, directives)}


@pytest.mark.parametrize("address", ["/healthz", "/admin/login/", "/no-such-page", "/static/no.js"])
def test_every_answer_carries_a_strict_policy(client: Client, address: str) -> None:
    sent = policy(client.get(address))
    assert sent["default-src"] == ["'self'"]
    assert sent["style-src"] == ["'self'"]
    assert sent["connect-src"] == ["'self'"]
    assert sent["frame-ancestors"] == ["'none'"]
    assert sent["object-src"] == sent["base-uri"] == ["'none'"]
    assert not any("unsafe" in source for sources in sent.values() for source in sources)


@override_settings(ROOT_URLCONF=__name__)
def test_each_page_gets_a_nonce_of_its_own(client: Client) -> None:
    first, second = client.get("/nonce"), client.get("/nonce")
    assert first.content != second.content
    for response in (first, second):
        assert policy(response)["script-src"] == ["'self'", f"'nonce-{response.content.decode()}'"]


def test_browsers_are_told_not_to_guess_types_nor_leak_addresses(client: Client) -> None:
    response = client.get("/healthz")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"
