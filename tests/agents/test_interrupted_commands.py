"""Ctrl+C ends every long command: with status 130, no process left, and no half-written file.

`python -m tests.agents.test_interrupted_commands 20` interrupts each 20 times and prints how long
it took to end.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.serving import ROOT, migrated

COMMANDS = {
    "simulate": "simulate rl:plus-2p --games 200000",
    "simulate in C": "simulate search:10000:conv:expert --games 2000",
    "evaluate": "evaluate wary:expert --pool pool:literature7 --games 20000",
    "evaluate in Python": "evaluate adaptive:500:paper-1 --pool pool:literature7 --games 2000",
    "crossplay": "crossplay mine --games 5000",
    "evolve": "evolve --run fresh",
    "rebuild": "rebuild named:mine",
    "deals": "deals --games 1000000 --keep deals.json",
    "perfect": "perfect foresight --games 10000000",
    "mwum": "mwum fresh --games 10000000",
    "train": "train fresh --turns 1000000",
    "standings": "standings literature7 wary:expert search:1000:rules:focus",
    "rebuild puzzles": "rebuild puzzles:tests/data/hanab_live_mit.tar.xz",
    "import_traces": "import_traces analysis/demo/hanabidata.tar.xz",
}
"""By name: each would take a minute or much longer."""
LONGEST_WAIT = 5.0
"""Seconds before the signal: some come while modules load, some in the middle of the work."""
GIVEN = 300
"""Seconds after which a command counts as hanging, on the busiest machine."""


class Ended(NamedTuple):
    status: int
    said: str
    seconds: float
    left: bool
    """Whether a process of the command was left."""


def interrupted(command: str, after: float, folder: Path) -> Ended:
    """Run a command as a terminal does, and send the signal to all its processes."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", *placed(command, folder)],
        cwd=ROOT,
        env=os.environ
        | {"RUNS_DIR": str(folder / "runs"), "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_listen,
    )
    try:
        time.sleep(after)
        assert process.poll() is None, f"ended by itself: {process.communicate()[1][-500:]}"
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=GIVEN)[1]
        return Ended(process.returncode, said, time.monotonic() - began, is_there(process.pid))
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def _listen() -> None:
    """Undo what a shell does to a job in the background: its children ignore Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def placed(command: str, folder: Path) -> list[str]:
    """The arguments, with the files that it writes in the folder."""
    return [str(folder / word) if word.endswith(".json") else word for word in command.split()]


def is_there(group: int) -> bool:
    """Whether a process of this group is there, after a moment in which workers may still end."""
    deadline = time.monotonic() + GIVEN
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True


@contextmanager
def place() -> Iterator[Path]:
    """A folder with a database and a run of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "runs" / "mine").mkdir(parents=True)
        shutil.copy(ROOT / "agents/archives/demo/paper-1/archive.json", folder / "runs" / "mine")
        shutil.copy(migrated(), folder / "site.sqlite3")
        yield folder


def check(name: str, after: float) -> Ended:
    """Interrupt a command. Raises AssertionError if a promise does not hold."""
    with place() as folder:
        ended = interrupted(COMMANDS[name], after, folder)
        if "init_import_site" in ended.said:
            return ended  # Python itself was starting: none of our code was loaded.
        # A shell shows 130 for a process that SIGINT killed, too: before our handler stands.
        assert ended.status in (130, -signal.SIGINT), ended
        assert not ended.left, "a worker is left"
        # Nothing is said while modules load.
        assert not ended.said.strip() or "topped" in ended.said, ended.said
        begun = (folder / "runs" / "fresh").exists()
        if "Stopped." in ended.said and begun:
            assert "--resume` continues it." in ended.said, ended.said
        for file in folder.rglob("*.json"):
            json.loads(file.read_bytes())
        assert not list(folder.rglob("tmp*")), "a half-written file is left"
    return ended


@pytest.mark.slow
@pytest.mark.parametrize("name", ["simulate in C", "evaluate in Python", "evolve", "train"])
def test_ctrl_c_at_any_moment_ends_a_long_command(name: str) -> None:
    if name == "train" and find_spec("torch") is None:
        pytest.skip("PyTorch is not installed.")
    check(name, random.Random(name).uniform(0.1, LONGEST_WAIT))


DROPPED = """
import signal, time
from agents.runs.stopping import Deadline, interrupt_with

class Dropping:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

Deadline.seconds = 0.1
signal.signal(signal.SIGINT, interrupt_with("Stopped."))
Dropping()
time.sleep(10)
"""


def test_an_interrupt_that_python_drops_in_a_callback_still_ends_the_command() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", DROPPED], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 130
    assert ended.stderr.endswith("Stopped.\n")


def main(times: int) -> None:
    for name in COMMANDS:
        seconds = []
        for _ in range(times):
            after = random.uniform(0.1, LONGEST_WAIT)
            try:
                seconds.append(check(name, after).seconds)
            except (AssertionError, subprocess.TimeoutExpired) as failure:
                print(f"{name} after {after:.2f} s: {failure}")  # noqa: T201
        last = f"{max(seconds):.1f} s at most" if seconds else "never ended"
        print(f"{name}: {len(seconds)} of {times}, {last}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]))
