#!/usr/bin/env python
"""Run a command of Django or of Hanabi Lab; `manage.py help` lists them."""

import os
import signal
import sys

STOPPED = 130

signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(STOPPED))  # while modules load

from django.core.exceptions import ImproperlyConfigured  # noqa: E402
from django.core.management import execute_from_command_line  # noqa: E402
from django.db import OperationalError  # noqa: E402

from agents.runs.stopping import Deadline, interrupt_with  # noqa: E402
from hanabi_site.operations.removed_commands import successor  # noqa: E402

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hanabi_site.settings")
    if gone := successor(sys.argv):
        sys.exit(gone)
    shell = sys.argv[1:2] == ["shell"]  # where Ctrl+C ends a line, not the process
    Deadline.seconds = None if shell else 2.0
    signal.signal(signal.SIGINT, interrupt_with("Stopped."))
    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    except BrokenPipeError:
        # The reader has closed the pipe, as `head` does; leave nothing to be flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except (ImproperlyConfigured, OperationalError, OSError) as error:
        if shell or "--traceback" in sys.argv:
            raise
        about = "The database failed: " if isinstance(error, OperationalError) else ""
        sys.exit(f"{about}{error}")
