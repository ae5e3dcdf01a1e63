"""How far a long command is, in lines on its error stream."""

from __future__ import annotations

import time

from django.core.management.base import OutputWrapper

EVERY_SECONDS = 1.0


class ProgressReport:
    """Writes every second how many parts are done and how long the rest takes."""

    def __init__(self, stream: OutputWrapper, what: str) -> None:
        self.stream, self.what = stream, what
        self.began = self.written = time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if done == 1:
            self.began = now
        if done == 1 or now - self.written < EVERY_SECONDS:
            return
        self.written = now
        rate = (done - 1) / (now - self.began)
        left = round((of - done) / rate)
        self.stream.write(
            f"{self.what}: {done:,} of {of:,} parts · {rate:,.1f}/s · "
            f"{left // 60}:{left % 60:02} left"
        )
