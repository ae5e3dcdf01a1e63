"""Who reads figures while a load is measured is a process of its own, and goes with it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from hanabi_site.load.readers import HEAVIEST, read_on
from hanabi_site.load.table import Measured


class Page(BaseHTTPRequestHandler):
    asked: list[str] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200 if len(self.asked) > 1 else 503)
        self.end_headers()
        self.wfile.write(b"figures")

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def pages() -> Iterator[str]:
    Page.asked.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    Thread(target=server.serve_forever).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


async def test_a_reader_asks_for_one_page_after_another_until_it_is_stopped(pages: str) -> None:
    measured = Measured()
    reading = asyncio.create_task(read_on(pages, measured))
    while len(measured.pages) < 3:
        await asyncio.sleep(0.01)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    assert set(Page.asked) == {HEAVIEST}
    assert len(Page.asked) > len(measured.pages) - 1
    assert all(0 < seconds < 60 for seconds in measured.pages)
    asked = len(Page.asked)
    await asyncio.sleep(0.1)
    assert len(Page.asked) <= asked + 1
