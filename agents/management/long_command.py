"""Long-running commands: their progress line, and how they end on signals, errors and full
disks.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError, OutputWrapper

from agents.archives.archive import BadArchive
from agents.runs import stopping
from agents.runs.errors import BadParameters, BadRun, system_message
from agents.runs.progress import Meter

NOTHING_SAVED = "Stopped; nothing is saved."
UP_AND_EMPTY = "\033[A\r\033[K"


@contextmanager
def clean_exit(stopped: str = NOTHING_SAVED) -> Iterator[None]:
    """Context manager: end the command with a message on a signal or an expected error.

    A signal exits with status 130 and the text `stopped`; an invalid run, archive or parameter, or
    an OSError such as a full disk, exits with status 2 and the error's message.
    """
    try:
        with stopping.on_signal(stopped):
            yield
    except (BadArchive, BadRun, BadParameters) as error:
        raise CommandError(str(error), returncode=2) from None
    except OSError as error:
        raise CommandError(system_message(error), returncode=2) from None
    except (KeyboardInterrupt, stopping.Stopped):
        raise CommandError(stopped, returncode=stopping.EXIT_STATUS) from None


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
    """A progress callback: shows parts done, parts in all and the remaining time."""

    def __init__(self, out: OutputWrapper, meter: Meter) -> None:
        self._line, self._meter = ProgressLine(out), meter

    def __call__(self, done: int, of: int, note: str = "") -> None:
        """Show the progress, unless it was shown a moment ago."""
        if now := self._meter.at(done, of, note):
            self._line.show(now.line)
