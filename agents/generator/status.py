"""Status of a run of the generator (a search for diverse agents), in progress or finished: for the
terminal, the site's page of the run and other programs.
"""

from dataclasses import asdict
from pathlib import Path
from typing import Literal

import msgspec

from agents.archives.archive import Archive
from agents.archives.summary import summary
from agents.runs.progress import Progress
from agents.runs.storage import replace
from native.records.json_bytes import decode_json

FILE = "progress.json"

Phase = Literal["running", "stopped", "finished"]


class Status(msgspec.Struct, frozen=True):
    """The status of a generator's run at one moment.

    While the run is in progress, scores are from the games by which elites won their cells; at the
    end they are re-measured.
    """

    run: str
    phase: Phase
    individuals: int
    of: int
    games: int
    seconds: float
    """Seconds spent so far, summed over all processes that worked on the run one after another."""
    coverage: int
    mean_valid: float | None
    max: float | None
    max_cell: tuple[int, int] | None
    qd_score: float

    @property
    def progress(self) -> Progress:
        """The individuals made so far and their rate, with coverage, QD score and best score as the
        note.
        """
        rate = self.individuals / self.seconds if self.seconds else 0.0
        best = "" if self.max is None else f" · best {self.max:.2f}"
        note = f"coverage {self.coverage} · QD-score {self.qd_score:,.1f}{best}"
        return Progress(self.individuals, self.of, rate, label=self.run, note=note)

    @property
    def line(self) -> str:
        """A progress line such as "paper-1: 120,000 of 1,000,000 · 1,200/s · 12:13 left · ..."."""
        return self.progress.line


def status(archive: Archive, of: int, seconds: float, phase: Phase) -> Status:
    """Return the status of a run with this archive; `of` is the number of individuals planned,
    `seconds` the time that the run has taken so far, `phase` whether it is `running`, `stopped` or
    `finished`.
    """
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
    """Write a status to the folder of its run, replacing the file atomically."""
    replace(folder / FILE, msgspec.json.encode(now) + b"\n")


def read(folder: Path) -> Status | None:
    """Return the status that was last written to a run's folder; None if it is missing or
    damaged.
    """
    try:
        return decode_json((folder / FILE).read_bytes(), Status)
    except (OSError, msgspec.DecodeError):
        return None


def report(archive: Archive, seconds: float) -> dict[str, object]:
    """Return the figures of a finished run, which took `seconds`, as JSON-ready data.

    The keys are the fields of `Summary`, from the re-measurement; `stored`, which has the same
    fields from the games by which the elites won their cells; `best_objective`, the same as `max`
    if the best elite played its additional games, else None; and `run`, `individuals`, `games`,
    `seconds` and `games_per_second`, of which `games` and `seconds` exclude re-measuring.
    """
    now = summary(archive)
    return {
        "run": archive.run,
        "individuals": archive.individuals,
        **asdict(now),
        "stored": asdict(summary(archive, stored=True)),
        "best_objective": archive.best.remeasured.objective if archive.best else None,
        "seconds": round(seconds, 3),
        "games": archive.games,
        "games_per_second": round(archive.games / seconds, 1) if seconds else None,
    }


def sentences(archive: Archive, seconds: float) -> str:
    """Return the figures of a finished run as text for the terminal; `seconds` is its duration."""
    now = summary(archive)
    lines = [
        f"{archive.run}: {archive.individuals:,} individuals, {archive.games:,} games "
        f"in {seconds:,.0f} s.",
        f"Coverage {now.coverage}, QD-score {now.qd_score:,.1f}, {now.in_own_cell} elites in "
        "their own cells when measured again.",
    ]
    if now.mean_valid is not None and now.max is not None and now.max_cell is not None:
        row, column = now.max_cell
        lines.append(
            f"Mean over valid cells {now.mean_valid:.2f}, best {now.max:.2f} at {row},{column}."
        )
    return "\n".join(lines)
