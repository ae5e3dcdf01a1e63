"""Text is sent compressed, whatever the settings; what is compressed already is not."""

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from hanabi_site.middleware.compression import Middleware

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
    return client


@pytest.mark.parametrize("address", ["/", "/learn/1.json", "/docs/"])
def test_text_is_compressed(address: str, asking: Client) -> None:
    response = asking.get(address)
    assert response.status_code == 200
    assert response["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("kind", ["font/woff2", "image/png", "application/zip"])
def test_what_is_compressed_already_is_sent_as_it_is(kind: str, rf: RequestFactory) -> None:
    request = rf.get("/", HTTP_ACCEPT_ENCODING="gzip")
    plain = Middleware(lambda request: HttpResponse(b"0" * 1000, content_type=kind))(request)
    assert "Content-Encoding" not in plain
    assert len(plain.content) == 1000


def test_who_does_not_ask_gets_plain_text(client: Client) -> None:
    assert "Content-Encoding" not in client.get("/")
