"""Options that choose where games are played: on threads, or on a Dask cluster."""

from concurrent.futures import Executor
from contextlib import AbstractContextManager
from typing import Any

from django.core.management.base import CommandParser

from agents.generator.executors import EXECUTORS, executor


def add_executor_options(parser: CommandParser) -> None:
    """Add the options --threads, --executor and --scheduler to a command's parser; they choose
    whether its games are played on threads or on a Dask cluster.
    """
    add = parser.add_argument
    add("--threads", type=int, help="threads or Dask workers (one per processor)")
    add("--executor", default="threads", help=f"{' or '.join(EXECUTORS)} (threads)")
    add("--scheduler", default="", help="address of a Dask cluster (a local one)")


def chosen_executor(options: dict[str, Any]) -> AbstractContextManager[Executor]:
    """Return a context manager that yields the executor on which to play games: threads or a Dask
    cluster, by the options --executor, --threads and --scheduler. Entering it raises BadParameters
    if an option is invalid.
    """
    return executor(options["executor"], options["threads"], options["scheduler"])
