"""Runs of MAP-Elites."""

from __future__ import annotations

from typing import Any

from agents.archives.errors import BadParameters
from agents.archives.recipe import Recipe
from agents.archives.setting import Setting
from agents.generator.executors import executor
from agents.generator.run import make, started
from hanabi_lab.evolved import Archive
from hanabi_lab.settings import configure


def evolve(
    name: str,
    *,
    seed: str | int = 1,
    individuals: int = 5000,
    initial: int | None = None,
    games: int = 100,
    algorithm: str = "paper",
    threads: int | None = None,
    **setting: Any,
) -> Archive:
    """Make a run as `manage.py evolve` does, and return its archive: `individuals` are made, the
    first `initial` of them at random (left out: a fifth), and each plays `games` with itself.

    `setting` has the other options of that command that say what is measured: players, alphabet,
    mode, scoring, measures and grid. The run lies where `archive` finds it; one that was stopped
    goes on with `manage.py evolve --resume`. Raises BadRun or BadParameters, in words.
    """
    configure()
    if unknown := setting.keys() - set(Setting.__struct_fields__):
        raise BadParameters(f"A run has no setting {sorted(unknown)[0]}.")
    first = max(1, individuals // 5) if initial is None else initial
    recipe = Recipe(str(seed), individuals, first, algorithm, games)
    with executor("threads", threads) as pool, started(name, Setting(**setting), recipe) as run:
        return Archive(make(run, pool, lambda _status: None))
