"""Sockets are for our own pages; what is refused leaves a line in the log."""

import logging
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator

from hanabi_site.origins import LoggingOriginValidator


async def welcome(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})


async def is_welcome(*headers: tuple[bytes, bytes]) -> bool:
    application = LoggingOriginValidator(welcome, ["hanabi.example.org"])
    connected, _ = await WebsocketCommunicator(application, "/", headers=list(headers)).connect()
    return bool(connected)


async def test_our_own_page_may_open_a_socket() -> None:
    assert await is_welcome((b"origin", b"https://hanabi.example.org"))


async def test_another_site_may_not_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert not await is_welcome((b"origin", b"https://evil.example.org"))
    assert "'https://evil.example.org'; ALLOWED_HOSTS are hanabi.example.org" in caplog.text


async def test_a_socket_without_origin_is_refused_and_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        assert not await is_welcome()
    assert "'(none)'" in caplog.text
