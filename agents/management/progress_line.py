"""How far a command is, said on standard error."""

from __future__ import annotations

from django.core.management.base import OutputWrapper

from agents.runs.progress import Meter

UP_AND_EMPTY = "\033[A\r\033[K"


class ProgressLine:
    """One line that each next one replaces on a terminal; elsewhere lines one below the other."""

    def __init__(self, out: OutputWrapper) -> None:
        self._out, self._shown = out, False

    def show(self, line: str) -> None:
        over = UP_AND_EMPTY if self._shown and self._out.isatty() else ""
        self._out.write(over + line, style_func=str)
        self._shown = True


class Teller:
    """Tells how many parts are done, of how many, and how long the rest takes."""

    def __init__(self, out: OutputWrapper, meter: Meter) -> None:
        self._line, self._meter = ProgressLine(out), meter

    def __call__(self, done: int, of: int, note: str = "") -> None:
        if now := self._meter.at(done, of, note):
            self._line.show(now.line)
