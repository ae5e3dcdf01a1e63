"""The levels of the convention agent: what each knows and its weights, as data files."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from native.play.blueprint import Blueprint
from native.strategies.conv import WEIGHTS, Level

FOLDER = Path(__file__).parent / "weights"
LEVELS = ("expert", "beginner", "human")


def path(level: str) -> Path:
    """Return the path of a level's file."""
    return FOLDER / f"{level}.json"


def read(level: str) -> Level:
    """Return the level with this name. Raise ValueError if its file holds no level."""
    return read_file(path(level))


def read_file(file: Path) -> Level:
    """Return the level in a file. Raise ValueError if it holds none."""
    stored = json.loads(file.read_text())
    weights = {}
    for players, row in stored["weights"].items():
        if set(row) != set(WEIGHTS):
            wrong = ", ".join(sorted(set(row) ^ set(WEIGHTS)))
            raise ValueError(f"The weights of {file.stem} for {players} players differ in {wrong}.")
        weights[int(players)] = tuple(int(row[name]) for name in WEIGHTS)
    return Level(bool(stored["finesses"]), weights)


def write(level: str, chosen: Level) -> None:
    """Store a level in its file, one weight per line."""
    weights = {
        str(players): dict(zip(WEIGHTS, row, strict=True))
        for players, row in sorted(chosen.weights.items())
    }
    text = json.dumps({"finesses": chosen.finesses, "weights": weights}, indent=2)
    path(level).write_text(f"{text}\n")


@lru_cache
def blueprint(level: str) -> Blueprint:
    """Return the level's agent as a strategy that the C code can simulate."""
    return read(level).blueprint()
