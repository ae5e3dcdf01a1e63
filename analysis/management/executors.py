"""Command-line options that choose an executor, and the executor they choose."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandParser

from agents.generator.executors import EXECUTORS, executor
from agents.management.long_command import clean_exit


def add_executor_options(parser: CommandParser) -> None:
    """Add --threads, --executor and --scheduler."""
    add = parser.add_argument
    add("--threads", type=int, help="threads or Dask workers (one per processor)")
    add("--executor", default="threads", help=f"{' or '.join(EXECUTORS)} (threads)")
    add("--scheduler", default="", help="address of a Dask cluster (a local one)")


@contextmanager
def chosen_executor(options: dict[str, Any], stopped: str) -> Iterator[Executor]:
    """Open the executor that the options name; errors and interrupts end the command with a
    message."""
    with (
        clean_exit(stopped),
        executor(options["executor"], options["threads"], options["scheduler"]) as chosen,
    ):
        yield chosen
