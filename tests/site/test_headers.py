"""The headers that keep a page to itself."""

import pytest
from django.http import HttpResponse
from django.test import Client

pytestmark = pytest.mark.django_db


def policy(response: HttpResponse) -> dict[str, list[str]]:
    directives = response["Content-Security-Policy"].split("; ")
    return {name: sources for name, *sources in map(str.split, directives)}


@pytest.mark.parametrize("address", ["/healthz", "/admin/login/", "/no-such-page", "/static/no.js"])
def test_every_answer_carries_a_strict_policy(client: Client, address: str) -> None:
    sent = policy(client.get(address))
    assert sent["default-src"] == ["'self'"]
    assert sent["style-src"] == sent["script-src"] == ["'self'"]
    assert sent["connect-src"] == ["'self'"]
    assert sent["frame-ancestors"] == ["'none'"]
    assert sent["object-src"] == sent["base-uri"] == ["'none'"]
    assert not any("unsafe" in source for sources in sent.values() for source in sources)


def test_browsers_are_told_not_to_guess_types_nor_leak_addresses(client: Client) -> None:
    response = client.get("/healthz")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"
