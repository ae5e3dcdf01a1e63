"""Counts the SQL statements of this process into a file, for `manage.py load_test`."""

from __future__ import annotations

import itertools
import threading
import time
from pathlib import Path
from typing import Any

from django.db.backends.utils import CursorWrapper

EVERY = 0.5
"""Seconds between two writings."""


def count_into(file: Path) -> None:
    """Begin to count."""
    numbers = itertools.count(1)
    last = [0]
    unfinished = file.with_suffix(".new")
    execute = CursorWrapper._execute  # type: ignore[attr-defined]

    def counting(self: CursorWrapper, *args: Any) -> Any:
        last[0] = next(numbers)
        return execute(self, *args)

    def write() -> None:
        while True:
            # Who reads finds a whole number, the last one or this.
            unfinished.write_text(str(last[0]))
            unfinished.replace(file)
            time.sleep(EVERY)

    CursorWrapper._execute = counting  # type: ignore[attr-defined]
    threading.Thread(target=write, daemon=True).start()
