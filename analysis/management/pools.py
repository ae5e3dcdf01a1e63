"""What commands that play on an executor have in common."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from agents.archives import BadArchive, BadParameters, BadRun
from agents.archives.errors import in_words
from agents.generator.executors import EXECUTORS, executor

INTERRUPTED = 130
TOLD_SECONDS = 1.0


def add_pool_options(parser: CommandParser) -> None:
    add = parser.add_argument
    add("--threads", type=int, help="threads or Dask workers (one a processor)")
    add("--executor", default="threads", help=f"{' or '.join(EXECUTORS)} (threads)")
    add("--scheduler", default="", help="address of a Dask cluster (a local one)")


@contextmanager
def pool(options: dict[str, Any], stopped: str) -> Iterator[Executor]:
    """The executor that the options ask for. Refusals and interrupts end the command in words."""
    try:
        with executor(options["executor"], options["threads"], options["scheduler"]) as found:
            yield found
    except (BadArchive, BadRun, BadParameters) as error:
        raise CommandError(str(error), returncode=2) from None
    except OSError as error:
        raise CommandError(in_words(error), returncode=2) from None
    except KeyboardInterrupt:
        raise CommandError(stopped, returncode=INTERRUPTED) from None


def checked(name: str, value: int, low: int, high: int) -> int:
    """The value. Raises CommandError if it is out of range."""
    if not low <= value <= high:
        raise CommandError(f"{name} must be from {low} to {high}, not {value}.", returncode=2)
    return value


class Teller:
    """Tells every second how many parts are done and how long the rest takes."""

    def __init__(self, stream: OutputWrapper, what: str) -> None:
        self.stream, self.what = stream, what
        self.began = self.told = time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if done == 1:
            self.began = now
        if done == 1 or now - self.told < TOLD_SECONDS:
            return
        self.told = now
        rate = (done - 1) / (now - self.began)
        left = round((of - done) / rate)
        self.stream.write(
            f"{self.what}: {done:,} of {of:,} parts · {rate:,.1f}/s · "
            f"{left // 60}:{left % 60:02} left"
        )
