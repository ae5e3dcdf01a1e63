"""Run `manage.py ARGUMENTS` and count its SQL statements in a file.

Called as `python -m tests.load.counted FILE ARGUMENTS`.
"""

import itertools
import runpy
import sys
import threading
import time
from pathlib import Path
from typing import Any

from django.db.backends.utils import CursorWrapper

EVERY = 0.5
"""Seconds between two writes of the file."""


def count_into(file: Path) -> None:
    """Start counting SQL statements; a thread writes the count to `file` at intervals."""
    numbers = itertools.count(1)
    last = [0]
    unfinished = file.with_suffix(".new")
    execute = CursorWrapper._execute  # type: ignore[attr-defined]

    def counting(self: CursorWrapper, *args: Any) -> Any:
        last[0] = next(numbers)
        return execute(self, *args)

    def write() -> None:
        while True:
            # Replace the file atomically, so that readers always see a complete number.
            unfinished.write_text(str(last[0]))
            unfinished.replace(file)
            time.sleep(EVERY)

    CursorWrapper._execute = counting  # type: ignore[attr-defined]
    threading.Thread(target=write, daemon=True).start()


if __name__ == "__main__":
    count_into(Path(sys.argv[1]))
    sys.argv = ["manage.py", *sys.argv[2:]]
    runpy.run_path("manage.py", run_name="__main__")
