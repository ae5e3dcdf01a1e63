"""Sockets are for our own pages; what is refused leaves a line in the log."""

import logging
from typing import Any

import pytest
from django.conf import LazySettings

from hanabi_site.sockets.middleware import OwnOriginOnly
from tests.sockets import PatientCommunicator

Header = tuple[bytes, bytes]

HERE: Header = (b"host", b"hanabi.example.org")


@pytest.fixture(autouse=True)
def site(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["hanabi.example.org"]


async def welcome(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})


async def is_welcome(*headers: Header) -> bool:
    application = OwnOriginOnly(welcome)
    connected, _ = await PatientCommunicator(application, "/", headers=list(headers)).connect()
    return bool(connected)


@pytest.mark.parametrize(
    ("host", "welcome"),
    [
        (b"hanabi.example.org", True),
        (b"hanabi.example.org:8080", True),
        (b"evil.example.org", False),
    ],
)
async def test_a_page_of_a_host_of_ours_may_open_a_socket_with_its_port_and_no_other_may(
    host: bytes, welcome: bool
) -> None:
    assert await is_welcome((b"host", host), (b"origin", b"http://" + host)) is welcome


async def test_behind_a_proxy_with_https_our_own_page_is_the_secure_one(
    settings: LazySettings,
) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    secure = (b"x-forwarded-proto", b"https")
    assert await is_welcome(HERE, secure, (b"origin", b"https://hanabi.example.org"))
    assert not await is_welcome(HERE, secure, (b"origin", b"http://hanabi.example.org"))
    assert not await is_welcome(HERE, (b"origin", b"https://hanabi.example.org"))


async def test_of_several_proxies_the_first_names_the_scheme(settings: LazySettings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    page = (b"origin", b"https://hanabi.example.org")
    assert await is_welcome(HERE, (b"x-forwarded-proto", b"https, http"), page)
    assert await is_welcome(HERE, (b"x-forwarded-proto", b" https , http"), page)
    assert not await is_welcome(HERE, (b"x-forwarded-proto", b"http, https"), page)


@pytest.mark.parametrize(
    "origin",
    [
        b"https://evil.example.org",
        b"https://hanabi.example.org",
        b"http://hanabi.example.org:8080",
        b"http://hanabi.example.org.evil.org",
        b"null",
        b"",
    ],
)
async def test_a_socket_from_another_site_scheme_or_port_is_refused_and_logged(
    origin: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert not await is_welcome(HERE, (b"origin", origin))
    assert "at 'http://hanabi.example.org'" in caplog.text


async def test_a_socket_without_origin_is_refused_and_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        assert not await is_welcome(HERE)
    assert caplog.messages == [
        "Refused a socket from origin '(none)' at 'http://hanabi.example.org'."
    ]


async def test_a_request_without_a_host_is_refused() -> None:
    for origin in (b"http://", b"http://XX", b"null"):
        assert not await is_welcome((b"origin", origin))
