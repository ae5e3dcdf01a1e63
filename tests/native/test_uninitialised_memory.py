"""No agent's move depends on memory that was never written: valgrind watches games in C."""

import os
import shutil
import subprocess
import sys

import pytest

from native._build import HERE

pytestmark = pytest.mark.slow

GAMES = """
from agents import registry
from native import Rules
from native.play import table

stranger = registry.find("rules:outer").in_core
for entry in registry.everyone():
    for players in {2, 4} & set(entry.players):
        agent = entry.in_core(players)
        if agent is not None and not entry.thinks_long:
            seats = [agent, stranger(players), agent, agent][:players]
            table.simulate(Rules.standard(players), seats, 1, "memory", threads=1)
            print(entry.address)
"""


def test_games_read_no_uninitialised_memory() -> None:
    if not shutil.which("valgrind"):
        pytest.skip("valgrind is not installed, so reads of unwritten memory are not watched.")
    ran = subprocess.run(
        ["valgrind", "--error-limit=no", sys.executable, "-c", GAMES],
        cwd=HERE.parent,
        env={**os.environ, "PYTHONMALLOC": "malloc"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "conv:h11" in ran.stdout
    assert "_core." not in ran.stderr
