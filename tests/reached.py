"""The lines and branches that the last run of the tests reached, room by room.

`make coverage` measures Python by coverage.py, C by gcov.
"""

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PYTHON = ROOT / "build" / "reached"
C = ROOT / "build" / "covering"


class Reached(NamedTuple):
    """How much of a file's lines and branches was reached."""

    lines: int = 0
    of_lines: int = 0
    branches: int = 0
    of_branches: int = 0

    def plus(self, other: "Reached") -> "Reached":
        return Reached(*(mine + its for mine, its in zip(self, other, strict=True)))


def python_files() -> Iterable[tuple[str, Reached]]:
    """Each Python file's path and what was reached of it; none without a run."""
    if list(PYTHON.glob("python.*")):
        _coverage("combine", "--quiet")
    if not (PYTHON / "python").exists():
        return
    report = PYTHON / "python.json"
    _coverage("json", "--quiet", "-o", str(report))
    for path, found in json.loads(report.read_text())["files"].items():
        sums = found["summary"]
        yield (
            path,
            Reached(
                sums["covered_lines"],
                sums["num_statements"],
                sums["covered_branches"],
                sums["num_branches"],
            ),
        )


def c_files() -> Iterable[tuple[str, Reached]]:
    """The path of each line and branch of C, and whether it was reached; none without a run."""
    counts = sorted(C.rglob("*.gcda"))
    if not counts:
        return
    said = subprocess.run(
        ["gcov", "--json-format", "--branch-probabilities", "--stdout", *map(str, counts)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    # A header's lines are compiled into several units: reached in one is reached.
    lines: dict[tuple[str, int], bool] = defaultdict(bool)
    branches: dict[tuple[str, int, int], bool] = defaultdict(bool)
    for unit in said.stdout.splitlines():
        for file in json.loads(unit)["files"]:
            if not file["file"].startswith("native/") or file["file"].endswith("_core.c"):
                continue
            for line in file["lines"]:
                at = (file["file"], line["line_number"])
                lines[at] |= line["count"] > 0
                for number, branch in enumerate(line["branches"]):
                    branches[*at, number] |= branch["count"] > 0
    for (path, _), reached in lines.items():
        yield path, Reached(lines=reached, of_lines=1)
    for (path, *_), reached in branches.items():
        yield path, Reached(branches=reached, of_branches=1)


def by_room(files: Iterable[tuple[str, Reached]]) -> dict[str, Reached]:
    """Sums by folder, two levels deep, and of everything."""
    rooms: dict[str, Reached] = defaultdict(Reached)
    for path, reached in files:
        folder = "/".join(Path(path).parts[:-1][:2])
        for room in (folder, "all"):
            rooms[room] = rooms[room].plus(reached)
    return rooms


def table(title: str, rooms: dict[str, Reached]) -> Iterable[str]:
    yield f"{title:32}{'lines':>8}{'':>12}{'branches':>10}"
    for room in sorted(rooms, key=lambda room: (room == "all", room)):
        lines, of_lines, branches, of_branches = rooms[room]
        yield (
            f"{room:32}{_percent(lines, of_lines):>8}{f'of {of_lines}':>12}"
            f"{_percent(branches, of_branches):>10}{f'of {of_branches}':>12}"
        )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _coverage(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "coverage", *arguments], cwd=ROOT, check=True)


def main() -> None:
    for title, files in (("Python reached", python_files()), ("C reached", c_files())):
        rooms = by_room(files)
        text = table(title, rooms) if rooms else [f"{title}: not measured yet (make coverage)."]
        sys.stdout.write("\n".join(["", *text]) + "\n")


if __name__ == "__main__":
    main()
