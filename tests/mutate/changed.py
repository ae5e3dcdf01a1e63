"""What differs from a base, and which tests are nearest to it."""

import re
import subprocess
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NEAREST = 6
"""Test files: a change that they miss is worth a look, whatever the others say."""
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def changed_lines(base: str) -> dict[str, set[int]]:
    """The lines, counted from 1, that each file of the program has and had not where this branch
    left `base`; those of a new file once git knows it."""
    lines: dict[str, set[int]] = defaultdict(set)
    path = ""
    differs = git("diff", "--merge-base", "--unified=0", "--no-color", base, "--", "*.py", "*.c")
    for line in differs.splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/")
        elif (hunk := HUNK.match(line)) and not path.startswith(("tests/", "/dev/null")):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines[path].update(range(first, first + count))
    return {path: numbers for path, numbers in lines.items() if numbers}


ROOMS = ("agents", "analysis", "game", "hanabi_lab", "hanabi_site", "native")


def all_lines() -> dict[str, set[int]]:
    """The lines, counted from 1, of every Python file of the program."""
    paths = git("ls-files", "--", *(f":(glob){room}/**/*.py" for room in ROOMS)).splitlines()
    ours = [path for path in paths if "/migrations/" not in path]
    return {path: set(range(1, (ROOT / path).read_text().count("\n") + 1)) for path in ours}


def nearest_tests(path: str) -> list[str]:
    """The few test files of the same room that are nearest to a module, the nearest first: called
    like it, importing it, called like its folder, naming it. Without any, the whole room's."""
    *rooms, module = Path(path).with_suffix("").parts
    folder = ROOT / "tests" / {"hanabi_site": "site"}.get(rooms[0], rooms[0])
    begins = rf"\b{'[.]'.join(rooms)}"
    imports = re.compile(rf"{begins}([.]| import (\(\s*)?(\w+( as \w+)?,\s*)*){module}\b")
    names = re.compile(rf"\b{module}\b")

    def nearness(file: Path) -> tuple[bool, bool, bool, int]:
        text = file.read_text()
        told = len(names.findall(text))
        return module in file.stem, bool(imports.search(text)), rooms[-1] in file.stem, told

    near = {file: nearness(file) for file in sorted(folder.rglob("test_*.py"))}
    nearest = sorted((file for file in near if any(near[file])), key=near.__getitem__, reverse=True)
    return [str(file.relative_to(ROOT)) for file in nearest[:NEAREST] or [folder]]
