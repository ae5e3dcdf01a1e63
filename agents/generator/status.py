"""Where a run stands: for a line in the terminal, for the page, for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from agents.archives.archive import Archive
from agents.archives.summary import summary
from agents.runs.progress import Progress
from agents.runs.storage import replace

FILE = "progress.json"

Phase = Literal["running", "stopped", "finished"]


class Status(msgspec.Struct, frozen=True):
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
    def progress(self) -> Progress:
        rate = self.individuals / self.seconds if self.seconds else 0.0
        best = "" if self.max is None else f" · best {self.max:.2f}"
        note = f"coverage {self.coverage} · QD-score {self.qd_score:,.1f}{best}"
        return Progress(self.individuals, self.of, rate, label=self.run, note=note)

    @property
    def line(self) -> str:
        """paper-1: 120,000 of 1,000,000 · 1,200/s · 12:13 left · coverage 300 · ..."""
        return self.progress.line


def status(archive: Archive, of: int, seconds: float, phase: Phase) -> Status:
    """The status of a run whose archive now looks like this."""
    now = summary(archive)
    return Status(
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


def write(folder: Path, now: Status) -> None:
    replace(folder / FILE, msgspec.json.encode(now) + b"\n")


def read(folder: Path) -> Status | None:
    """The last status written, or None. It is no part of the archive, so a bad one is none."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Status)
    except (OSError, msgspec.DecodeError):
        return None
