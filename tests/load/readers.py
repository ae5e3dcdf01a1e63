"""Clients that request a figure page in a loop, to see whether tables slow down.

Each is a process of its own, so that its reading does not delay the simulated players.
`python -m tests.load.readers ADDRESS` runs one; it prints the seconds that each page took.
"""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.request import urlopen

if TYPE_CHECKING:
    from tests.load.table import Measurements

HEAVIEST = "/analysis/people/"
SECONDS = 60


async def read_on(url: str, measured: Measurements) -> None:
    """Request the heaviest page again and again in a subprocess; record the seconds of each."""
    reader = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, url + HEAVIEST, stdout=asyncio.subprocess.PIPE
    )
    try:
        async for line in reader.stdout:
            measured.pages.append(float(line))
    finally:
        with suppress(ProcessLookupError):
            reader.kill()
        await reader.wait()


def main(address: str) -> None:
    while True:
        began = time.monotonic()
        with suppress(OSError), urlopen(address, timeout=SECONDS) as page:
            page.read()
            sys.stdout.write(f"{time.monotonic() - began}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):
        main(sys.argv[1])
