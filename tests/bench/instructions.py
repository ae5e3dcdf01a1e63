"""Count the instructions of a move by callgrind, which does not depend on how busy the machine
is."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from native._build import HERE, flags, sources
from native.rulebase import Rule
from native.strategies.conv import Level

SHORT, LONG = 500, 5_500
SEARCHED, SEARCHED_BY_CONVENTIONS = (1, 5), (1, 2)


class NoCallgrind(Exception):
    """Instructions cannot be counted on this machine; the message says why."""


def instructions_per_move(
    players: int, agent: Sequence[Rule] | Level = (), rollouts: int = 0
) -> float:
    """Return the mean number of instructions of a move.

    Without an agent the moves are random. A rule list sits on every seat; with `rollouts` the first
    seat searches, over the rule list or over the conventions. The result is the difference between
    two runs of different lengths, so that one-time costs cancel. Raises NoCallgrind if instructions
    cannot be counted here.
    """
    if not shutil.which("valgrind"):
        raise NoCallgrind("valgrind is not installed")
    if isinstance(agent, Level):
        assert rollouts, "Conventions are counted in looking ahead."
        numbers, lengths = (int(agent.finesses), *agent.weights[players]), SEARCHED_BY_CONVENTIONS
        words = [" ".join(["conv", *map(str, numbers)])]
    else:
        lengths = SEARCHED if rollouts else (SHORT, LONG)
        words = [" ".join(map(str, rule.row)) for rule in agent]
    few, many = (_count(players, games, rollouts, words) for games in lengths)
    return (many[0] - few[0]) / (many[1] - few[1])


def instructions_text(players: int, agent: Sequence[Rule] = ()) -> str:
    """Return the instructions per move as text, or why they were not counted."""
    try:
        return f"{instructions_per_move(players, agent):.0f}"
    except NoCallgrind as missing:
        return f"not counted: {missing}"


def _count(players: int, games: int, rollouts: int, words: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of instructions and of moves of one run of the driver."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    run = subprocess.run(
        [*command, str(driver()), str(players), str(games), str(rollouts), *words],
        capture_output=True,
        text=True,
        check=True,
    )
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if not collected:
        raise NoCallgrind("callgrind printed no count")
    return int(collected[1]), int(run.stdout)


@cache
def driver() -> Path:
    """Compile the core as a program, with the flags of the extension, and return its path. Raises
    NoCallgrind if there is no compiler.
    """
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        raise NoCallgrind("there is no C compiler")
    program = Path(tempfile.mkdtemp(prefix="hanabi-bench-")) / "driver"
    files = [str(HERE.parent / source) for source in sources()]
    files.append(str(Path(__file__).with_name("driver.c")))
    subprocess.run([compiler, *flags(), f"-I{HERE}", *files, "-lm", "-o", str(program)], check=True)
    return program
