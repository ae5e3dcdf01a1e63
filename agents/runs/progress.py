"""Progress of long-running work: parts done, rate and remaining time."""

import time
from dataclasses import dataclass

EVERY = 1.0
"""Seconds between two progress reports."""


@dataclass(frozen=True)
class Progress:
    """The progress of some work at one moment: `done` of `of` parts.

    `label` names the work, `unit` its parts, such as “games”; `note` is a remark, such as the
    latest score. Each may be empty.
    """

    done: int
    of: int
    rate: float
    """Parts per second since this process started or resumed the work; 0 if not yet known."""
    unit: str = ""
    label: str = ""
    note: str = ""

    @property
    def remaining(self) -> float | None:
        """The estimated number of seconds to the end; None if the rate is unknown."""
        return max(0, self.of - self.done) / self.rate if self.rate else None

    @property
    def line(self) -> str:
        """A progress line such as "plain-1: 40,000 of 100,000 games · 52,000/s · 0:01 left"."""
        label = f"{self.label}: " if self.label else ""
        unit = f" {self.unit}" if self.unit else ""
        parts = [f"{label}{self.done:,} of {self.of:,}{unit}"]
        if self.remaining is not None:
            digits = 0 if self.rate >= 10 else 1
            parts += [f"{self.rate:,.{digits}f}/s", f"{clock(self.remaining)} left"]
        return " · ".join([*parts, self.note] if self.note else parts)


class Meter:
    """Measures the rate at which this process works, and limits how often progress is reported."""

    def __init__(
        self, done: int | None = 0, *, unit: str = "", label: str = "", every: float = EVERY
    ) -> None:
        """Start measuring with `done` parts already done; None takes this number from the first
        call of `at`.

        Reports are at least `every` seconds apart. They name the work (`label`) and its parts
        (`unit`, such as “games”).
        """
        self._first, self._unit, self._label, self._every = done, unit, label, every
        self._began = self._reported = time.monotonic()

    def at(self, done: int, of: int, note: str = "") -> Progress | None:
        """Return the progress, `done` of `of` parts, if a report is due now; None if the last
        report is too recent. `note` is a remark to show with it, such as the latest score.
        """
        now = time.monotonic()
        if self._first is None:
            self._first, self._began = done, now
        if now - self._reported < self._every:
            return None
        self._reported = now
        seconds = now - self._began
        rate = (done - self._first) / seconds if seconds else 0.0
        return Progress(done, of, rate, self._unit, self._label, note)


def clock(seconds: float) -> str:
    """Return a duration in seconds as text: 0:07, 12:13 or 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
