"""How many instructions a move costs, counted by callgrind: the same on a busy machine."""

import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from native._build import HERE, flags, sources

SHORT, LONG = 500, 5_500


class NoCallgrind(Exception):
    """Instructions cannot be counted here, and why."""


def instructions_per_move(players: int) -> float:
    """The difference of two run lengths, so that what happens once does not count.

    Raises NoCallgrind.
    """
    if not shutil.which("valgrind"):
        raise NoCallgrind("valgrind is not installed")
    few, many = (_count(players, games) for games in (SHORT, LONG))
    return (many[0] - few[0]) / (many[1] - few[1])


def _count(players: int, games: int) -> tuple[int, int]:
    """Instructions and moves of a run of the driver."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    run = subprocess.run(
        [*command, str(_driver()), str(players), str(games)],
        capture_output=True,
        text=True,
        check=True,
    )
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if not collected:
        raise NoCallgrind("callgrind says nothing")
    return int(collected[1]), int(run.stdout)


@cache
def _driver() -> Path:
    """Random play as a program of its own, built by the flags of the extension."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        raise NoCallgrind("there is no C compiler")
    program = Path(tempfile.mkdtemp(prefix="hanabi-bench-")) / "driver"
    files = [str(HERE.parent / source) for source in sources()]
    subprocess.run(
        [compiler, *flags(), f"-I{HERE}", *files, str(HERE / "bench/driver.c"), "-o", str(program)],
        check=True,
    )
    return program
