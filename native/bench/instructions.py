"""How many instructions a move costs, counted by callgrind: the same on a busy machine."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from native._build import HERE, flags, sources
from native.rulebase import Rule

SHORT, LONG = 500, 5_500
FEW_SEARCHED, MANY_SEARCHED = 1, 9


class NoCallgrind(Exception):
    """Instructions cannot be counted here, and why."""


def instructions_per_move(players: int, rules: Sequence[Rule] = (), rollouts: int = 0) -> float:
    """Of random play, or of everybody asking these rules; with rollouts the first seat looks ahead.

    It is the difference of two run lengths, so that what happens once does not count.
    Raises NoCallgrind.
    """
    if not shutil.which("valgrind"):
        raise NoCallgrind("valgrind is not installed")
    lengths = (FEW_SEARCHED, MANY_SEARCHED) if rollouts else (SHORT, LONG)
    few, many = (_count(players, games, rules, rollouts) for games in lengths)
    return (many[0] - few[0]) / (many[1] - few[1])


def _count(players: int, games: int, rules: Sequence[Rule], rollouts: int) -> tuple[int, int]:
    """Instructions and moves of a run of the driver."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    words = [" ".join(map(str, rule.row)) for rule in rules]
    run = subprocess.run(
        [*command, str(_driver()), str(players), str(games), str(rollouts), *words],
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
    """The core as a program of its own, built by the flags of the extension."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        raise NoCallgrind("there is no C compiler")
    program = Path(tempfile.mkdtemp(prefix="hanabi-bench-")) / "driver"
    files = [str(HERE.parent / source) for source in sources()]
    files.append(str(HERE / "bench/driver.c"))
    subprocess.run([compiler, *flags(), f"-I{HERE}", *files, "-lm", "-o", str(program)], check=True)
    return program
