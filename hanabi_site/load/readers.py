"""Clients that ask for pages of figures in a loop, to see whether tables mind."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from urllib.request import urlopen

from hanabi_site.load.table import Measured

HEAVIEST = "/analysis/people/"
SECONDS = 60


async def read_on(url: str, measured: Measured) -> None:
    """One page after another."""
    while True:
        began = time.monotonic()
        with suppress(OSError):
            await asyncio.to_thread(_read, url + HEAVIEST)
            measured.pages.append(time.monotonic() - began)


def _read(address: str) -> None:
    with urlopen(address, timeout=SECONDS) as page:
        page.read()
