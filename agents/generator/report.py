"""What a finished run comes to."""

from __future__ import annotations

from dataclasses import asdict

from agents.archives.archive import Archive
from agents.archives.summary import summary


def report(archive: Archive, seconds: float) -> dict[str, object]:
    """For programs. Figures are re-measured, as in the paper; `stored` has the archive's own.

    `games` are those that made the archive; re-measuring is not in them, nor in `seconds`.
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
    """For people."""
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
