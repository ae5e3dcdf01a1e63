"""How far a command is, said on standard error."""

from __future__ import annotations

from django.core.management.base import OutputWrapper

UP_AND_EMPTY = "\033[A\r\033[K"


class ProgressLine:
    """One line that each next one replaces on a terminal; elsewhere lines one below the other."""

    def __init__(self, out: OutputWrapper) -> None:
        self._out, self._shown = out, False

    def show(self, line: str) -> None:
        over = UP_AND_EMPTY if self._shown and self._out.isatty() else ""
        self._out.write(over + line, style_func=str)
        self._shown = True
