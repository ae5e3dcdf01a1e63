"""Long-running commands: their progress line, and how they end on signals, errors and full
disks.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from agents.archives.archive import BadArchive
from agents.contract import AgentError
from agents.runs import stopping
from agents.runs.errors import BadParameters, BadRun, system_message
from agents.runs.progress import EVERY, Meter
from native.engine.errors import HanabiError

NOTHING_SAVED = "Stopped; nothing is saved."
EXPECTED: tuple[type[Exception], ...] = (AgentError, BadArchive, BadParameters, BadRun, HanabiError)
"""Types of errors that end a command with the error's message and exit status 2."""
UP_AND_EMPTY = "\033[A\r\033[K"


@contextmanager
def clean_exit(
    stopped: str = NOTHING_SAVED, refusals: tuple[type[Exception], ...] = ()
) -> Iterator[None]:
    """Context manager: end the command with a message on a signal or an expected error.

    A signal exits with status 130 and the text `stopped`. An error of a type in EXPECTED or
    `refusals`, or an OSError such as a full disk, exits with status 2 and the error's message. A
    closed pipe is left to `manage.py`.
    """
    try:
        with stopping.on_signal(stopped):
            yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(system_message(error), returncode=2) from error
    except EXPECTED + refusals as error:
        raise CommandError(str(error), returncode=2) from error
    except (KeyboardInterrupt, stopping.Stopped):
        raise CommandError(stopped, returncode=stopping.EXIT_STATUS) from None


class LongCommand(BaseCommand):
    """Base of commands that end with a message instead of a traceback: on a signal with `stopped`
    and exit status 130, on an expected error with the error's message and status 2.
    """

    requires_system_checks = ()
    stopped = NOTHING_SAVED
    """The message with which a signal ends the command."""
    refusals: tuple[type[Exception], ...] = ()
    """Further types of errors, besides EXPECTED, that end the command with the error's message and
    exit status 2."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command and return its output; on a signal or an expected error, end it with a
        message instead of a traceback (`clean_exit`).
        """
        with clean_exit(self.stopped, self.refusals):
            return super().execute(*args, **options)

    def answer(self, report: object, text: str, *, as_json: bool) -> None:
        """Print `report` as JSON if the user asked for it (--json), otherwise `text`."""
        self.stdout.write(json.dumps(report) if as_json else text)


def aligned(report: Mapping[str, object], width: int) -> str:
    """Return a report as text: one line per value, after its name padded to this width."""
    return "\n".join(f"{name:{width}}{value}" for name, value in report.items())


class ProgressLine:
    """A status line that is overwritten on a terminal and appended elsewhere."""

    def __init__(self, out: OutputWrapper) -> None:
        self._out, self._shown = out, False

    def show(self, line: str) -> None:
        """Show a line in place of the previous one."""
        over = UP_AND_EMPTY if self._shown and self._out.isatty() else ""
        self._out.write(over + line, style_func=str)
        self._shown = True


class ProgressPrinter:
    """A progress callback, which shows the numbers of parts done and in all, and the remaining
    time.
    """

    def __init__(
        self,
        out: OutputWrapper,
        done: int | None = None,
        unit: str = "",
        label: str = "",
        every: float = EVERY,
    ) -> None:
        """Show progress on `out`; the other arguments are those of `Meter`."""
        self._line = ProgressLine(out)
        self._meter = Meter(done, unit=unit, label=label, every=every)

    def __call__(self, done: int, of: int, note: str = "") -> None:
        """Show that `done` of `of` parts are done, with the remark `note` (if not empty) at the
        end of the line, unless progress was shown a moment ago.
        """
        if now := self._meter.at(done, of, note):
            self._line.show(now.line)
