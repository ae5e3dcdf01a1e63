"""How far a run is: for a line in the terminal, for the page, for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from agents.archives.archive import Archive
from agents.archives.files import replace
from agents.archives.summary import summary

FILE = "progress.json"

Phase = Literal["running", "stopped", "finished"]


class Progress(msgspec.Struct, frozen=True):
    """A run at one moment. Figures of the archive are the stored ones while it is being made."""

    run: str
    phase: Phase
    individuals: int
    of: int
    games: int
    seconds: float
    """Spent on it so far, by all the processes that went on with it."""
    coverage: int
    mean_valid: float | None
    max: float | None
    max_cell: tuple[int, int] | None
    qd_score: float

    @property
    def rate(self) -> float:
        """Individuals a second."""
        return self.individuals / self.seconds if self.seconds else 0.0

    @property
    def remaining(self) -> float | None:
        """Seconds to the end, at the rate so far."""
        return (self.of - self.individuals) / self.rate if self.rate else None

    @property
    def line(self) -> str:
        """«paper-1: 120,000 of 1,000,000 · 1,200/s · 12:13 left · coverage 300 · ...»"""
        left = "" if self.remaining is None else f" · {_clock(self.remaining)} left"
        best = "" if self.max is None else f" · best {self.max:.2f}"
        return (
            f"{self.run}: {self.individuals:,} of {self.of:,} · {self.rate:,.0f}/s{left} · "
            f"coverage {self.coverage} · QD-score {self.qd_score:,.1f}{best}"
        )


def progress(archive: Archive, of: int, seconds: float, phase: Phase) -> Progress:
    """The progress of a run whose archive now looks like this."""
    now = summary(archive)
    return Progress(
        run=archive.run,
        phase=phase,
        individuals=archive.individuals,
        of=of,
        games=archive.games,
        seconds=round(seconds, 3),
        coverage=now.coverage,
        mean_valid=now.mean_valid,
        max=now.max,
        max_cell=now.max_cell,
        qd_score=now.qd_score,
    )


def write(folder: Path, now: Progress) -> None:
    replace(folder / FILE, msgspec.json.encode(now) + b"\n")


def read(folder: Path) -> Progress | None:
    """The last progress written, or None. It is no part of the archive, so a bad one is none."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Progress)
    except (OSError, msgspec.DecodeError):
        return None


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
