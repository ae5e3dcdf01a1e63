"""How far long work is, how fast it goes and when it will be done."""

from __future__ import annotations

import time
from dataclasses import dataclass

EVERY = 1.0
"""Seconds between two lines of progress."""


@dataclass(frozen=True)
class Progress:
    """Work at one moment."""

    done: int
    of: int
    rate: float
    """A second, since this process took the work up; 0 if that cannot be told yet."""
    unit: str = ""
    label: str = ""
    note: str = ""

    @property
    def remaining(self) -> float | None:
        """Seconds to the end, at the rate so far."""
        return max(0, self.of - self.done) / self.rate if self.rate else None

    @property
    def line(self) -> str:
        """plain-1: 40,000 of 100,000 games · 52,000/s · 0:01 left · 1.25 points a game"""
        label = f"{self.label}: " if self.label else ""
        unit = f" {self.unit}" if self.unit else ""
        parts = [f"{label}{self.done:,} of {self.of:,}{unit}"]
        if self.remaining is not None:
            digits = 0 if self.rate >= 10 else 1
            parts += [f"{self.rate:,.{digits}f}/s", f"{clock(self.remaining)} left"]
        return " · ".join([*parts, self.note] if self.note else parts)


class Meter:
    """Measures the rate from where the work is taken up here, and speaks now and then."""

    def __init__(
        self, done: int | None = 0, *, unit: str = "", label: str = "", every: float = EVERY
    ) -> None:
        """`done` is where the work is taken up; None if the first call of `at` will tell."""
        self._first, self._unit, self._label, self._every = done, unit, label, every
        self._began = self._told = time.monotonic()

    def at(self, done: int, of: int, note: str = "") -> Progress | None:
        """The progress, if some is due."""
        now = time.monotonic()
        if self._first is None:
            self._first, self._began = done, now
        if now - self._told < self._every:
            return None
        self._told = now
        seconds = now - self._began
        rate = (done - self._first) / seconds if seconds else 0.0
        return Progress(done, of, rate, self._unit, self._label, note)


def clock(seconds: float) -> str:
    """0:07, 12:13 or 1:02:03"""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
