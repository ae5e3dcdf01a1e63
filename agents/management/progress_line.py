"""How far a command is, said on standard error."""

from __future__ import annotations

import time

from django.core.management.base import OutputWrapper

UP_AND_EMPTY = "\033[A\r\033[K"
SHOWN_EVERY = 1.0  # seconds


class ProgressLine:
    """One line that each next one replaces on a terminal; elsewhere lines one below the other."""

    def __init__(self, out: OutputWrapper) -> None:
        self._out, self._shown = out, False

    def show(self, line: str) -> None:
        over = UP_AND_EMPTY if self._shown and self._out.isatty() else ""
        self._out.write(over + line, style_func=str)
        self._shown = True


class Progress:
    """How many games of so many are done, at most once a second."""

    def __init__(self, line: ProgressLine, games: int) -> None:
        self._line, self._games = line, games
        self._began = self._shown = time.monotonic()

    def show(self, done: int) -> None:
        """«12,000 of 100,000 · 5,200/s · 0:17 left»"""
        now = time.monotonic()
        if now - self._shown < SHOWN_EVERY:
            return
        self._shown = now
        rate = done / (now - self._began)
        minutes, seconds = divmod(round((self._games - done) / rate), 60)
        self._line.show(
            f"{done:,} of {self._games:,} · {rate:,.0f}/s · {minutes}:{seconds:02} left"
        )
