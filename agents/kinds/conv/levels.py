"""The levels of the convention agent: what each knows and its weights, as data files."""

import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from native.play.blueprint import Blueprint
from native.strategies.conv import WEIGHTS, Ideas, Level

FOLDER = Path(__file__).parent / "weights"
LEVELS = ("expert", "beginner", "human")

H1 = Ideas.GROUP
H2 = H1 | Ideas.DEEP | Ideas.SELF
H3 = H2 | Ideas.ORDER | Ideas.DISCARDS
H5 = H3 | Ideas.MOVES | Ideas.LAYERED
H11 = H5 | Ideas.TEMPO | Ideas.SCREAMS | Ideas.STALLS | Ideas.BLUFFS
PAIRS = {"2p": H11 | Ideas.PAIR, "sieve": Ideas.SIEVE}
PROFILES = {"h1": H1, "h2": H2, "h3": H3, "h5": H5, "h11": H11, **PAIRS}
"""The conventions of each level of the H-group, of its set for two players, and of the referential
sieve, beside finesses; they share one file of weights."""
LATER = {"unreadable", "untouched", "burn", "saved", "double", "early", "gift"}
"""Weights that files of the earlier levels leave out; they are 0 there."""


def path(level: str) -> Path:
    """Return the path of a level's file."""
    return FOLDER / f"{'group' if level in PROFILES else level}.json"


def read(level: str) -> Level:
    """Return the level with this name. Raise ValueError if its file holds no level."""
    stored = read_file(path(level))
    return replace(stored, ideas=PROFILES[level]) if level in PROFILES else stored


def read_file(file: Path) -> Level:
    """Return the level in a file. Raise ValueError if it holds none."""
    stored = json.loads(file.read_text())
    weights = {}
    for players, row in stored["weights"].items():
        if not set(row) <= set(WEIGHTS) <= set(row) | LATER:
            wrong = ", ".join(sorted(set(row) ^ set(WEIGHTS)))
            raise ValueError(f"The weights of {file.stem} for {players} players differ in {wrong}.")
        weights[int(players)] = tuple(int(row.get(name, 0)) for name in WEIGHTS)
    return Level(bool(stored["finesses"]), weights)


def write(level: str, chosen: Level) -> None:
    """Store a level in its file, one weight per line."""
    weights = {
        str(players): {
            name: weight
            for name, weight in zip(WEIGHTS, row, strict=True)
            if weight or name not in LATER
        }
        for players, row in sorted(chosen.weights.items())
    }
    text = json.dumps({"finesses": chosen.finesses, "weights": weights}, indent=2)
    path(level).write_text(f"{text}\n")


@lru_cache
def blueprint(level: str) -> Blueprint:
    """Return the level's agent as a strategy that the C code can simulate."""
    return read(level).blueprint()
