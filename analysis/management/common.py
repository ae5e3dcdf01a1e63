"""Options and progress that several commands have in common."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from agents.generator.executors import EXECUTORS, executor
from agents.management.long_command import ProgressPrinter, clean_exit
from agents.runs.progress import Meter


def add_executor_options(parser: CommandParser) -> None:
    """Add the options --threads, --executor and --scheduler to a command's parser."""
    add = parser.add_argument
    add("--threads", type=int, help="threads or Dask workers (one per processor)")
    add("--executor", default="threads", help=f"{' or '.join(EXECUTORS)} (threads)")
    add("--scheduler", default="", help="address of a Dask cluster (a local one)")


@contextmanager
def chosen_executor(options: dict[str, Any], stopped: str) -> Iterator[Executor]:
    """Open the executor that the options name. An expected error ends the command with its message,
    an interrupt with the message `stopped`.
    """
    with (
        clean_exit(stopped),
        executor(options["executor"], options["threads"], options["scheduler"]) as chosen,
    ):
        yield chosen


def checked(name: str, value: int, low: int, high: int) -> int:
    """Return the value of the option `name`; raise CommandError if it is not from `low` to
    `high`.
    """
    if not low <= value <= high:
        raise CommandError(f"{name} must be from {low} to {high}, not {value}.", returncode=2)
    return value


class ProgressReport(ProgressPrinter):
    """Report at most once a second how many parts are done and the remaining time.

    Time before the first part is not counted.
    """

    def __init__(self, stream: OutputWrapper, what: str) -> None:
        super().__init__(stream, Meter(None, unit="parts", label=what))
