"""What differs from a base, and which tests are nearest to it."""

import re
import subprocess
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def changed_lines(base: str) -> dict[str, set[int]]:
    """The lines, counted from 1, that each file of the program has and `base` has not."""
    lines: dict[str, set[int]] = defaultdict(set)
    path = ""
    for line in git("diff", "--unified=0", "--no-color", base, "--", "*.py", "*.[ch]").splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/")
        elif (hunk := HUNK.match(line)) and not path.startswith(("tests/", "/dev/null")):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines[path].update(range(first, first + count))
    return {path: numbers for path, numbers in lines.items() if numbers}


def uncommitted() -> list[str]:
    """Files that differ from the last commit: a mutation could be taken for a change of yours."""
    return git("diff", "--name-only", "HEAD").splitlines()


def nearest_tests(path: str) -> list[str]:
    """The test files of the same room that name the module, or else the whole room's."""
    room = Path(path).parts[0]
    folder = ROOT / "tests" / {"hanabi_site": "site"}.get(room, room)
    word = re.compile(rf"\b{re.escape(Path(path).stem)}\b")
    files = sorted(folder.rglob("test_*.py"))
    naming = [file for file in files if word.search(f"{file.stem[5:]} {file.read_text()}")]
    chosen = naming or [folder]
    return [str(file.relative_to(ROOT)) for file in chosen]
