"""The options of commands that play on an executor, and the executor that they ask for."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandParser

from agents.generator.executors import EXECUTORS, executor
from agents.management.long_command import ending_in_words


def add_executor_options(parser: CommandParser) -> None:
    add = parser.add_argument
    add("--threads", type=int, help="threads or Dask workers (one a processor)")
    add("--executor", default="threads", help=f"{' or '.join(EXECUTORS)} (threads)")
    add("--scheduler", default="", help="address of a Dask cluster (a local one)")


@contextmanager
def chosen_executor(options: dict[str, Any], stopped: str) -> Iterator[Executor]:
    """The executor that the options ask for. Refusals and interrupts end the command in words."""
    with (
        ending_in_words(stopped),
        executor(options["executor"], options["threads"], options["scheduler"]) as chosen,
    ):
        yield chosen
