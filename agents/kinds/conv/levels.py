"""The levels of the convention agent: named sets of conventions, and data files with their
weights, the numbers by which the agent values moves.
"""

import json
from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import and_
from pathlib import Path

from native.play.blueprint import Blueprint
from native.strategies.conv import WEIGHTS, Ideas, Level

FOLDER = Path(__file__).parent / "weights"
LEVELS = ("expert", "beginner", "human")

H1 = Ideas.GROUP | Ideas.TOUCH
H2 = H1 | Ideas.DEEP | Ideas.SELF
H3 = H2 | Ideas.ORDER | Ideas.DISCARDS
H5 = H3 | Ideas.MOVES | Ideas.LAYERED
H11 = H5 | Ideas.TEMPO | Ideas.SCREAMS | Ideas.STALLS | Ideas.BLUFFS
PAIRS = {"2p": H11 | Ideas.PAIR, "sieve": Ideas.SIEVE}
PROFILES = {"h1": H1, "h2": H2, "h3": H3, "h5": H5, "h11": H11, **PAIRS}
"""The conventions, other than finesses, of each profile: the levels of the H-Group (`h1` to
`h11`), its set for two players (`2p`), and the referential sieve. All profiles also use finesses,
unless an exception in their name removes them, and share one file of weights."""
GROUP_LEVELS = ("h1", "h2", "h3", "h5", "h11")
"""The profiles that may have exceptions, added to the name as in `h5:no-layered-finesses`."""
EXCEPTIONS = {
    "no-finesses": Ideas.FINESSES | Ideas.DEEP | Ideas.SELF | Ideas.LAYERED | Ideas.BLUFFS,
    "no-self-finesses": Ideas.SELF,
    "no-layered-finesses": Ideas.LAYERED,
    "no-bluffs": Ideas.BLUFFS,
    "no-order-of-1s": Ideas.ORDER,
    "no-shown-copies": Ideas.DISCARDS,
    "no-chop-moves": Ideas.MOVES | Ideas.TEMPO | Ideas.SCREAMS,
    "no-stalls": Ideas.STALLS,
    "no-good-touch": Ideas.TOUCH,
}
"""The conventions that each exception, such as `no-bluffs`, removes from a level."""
LATER = {
    *("unreadable", "untouched", "burn", "saved", "double", "early", "gift", "late", "copy"),
    "literal",
}
"""The weights that a level's file may omit, because they were introduced later; they are 0
then."""
OWN_WEIGHTS: dict[str, dict[str, int]] = {"h1": {"literal": 100}}
"""By level, the weights that replace those of the level's file, with any number of players. People
who play level 1 often take clues literally, so `h1` avoids clues that they would misplay."""


def path(level: str) -> Path:
    """Return the path of the data file of a level such as `expert` or `h5`. The levels in PROFILES
    share one file. `level` must not have exceptions such as `:no-bluffs`.
    """
    return FOLDER / f"{'group' if level in PROFILES else level}.json"


def ideas_of(level: str) -> Ideas:
    """Return the conventions of a level in PROFILES, such as `h11`, without those that exceptions
    in its name remove (`h11:no-bluffs`).

    Raise ValueError if there is no such level or exception.
    """
    profile, *without = level.split(":")
    if profile not in PROFILES:
        raise ValueError(f"There is no level “{profile[:40]}”: {', '.join(PROFILES)}.")
    if without and (profile not in GROUP_LEVELS or not set(without) <= set(EXCEPTIONS)):
        known = f"{', '.join(GROUP_LEVELS)}; they are {', '.join(EXCEPTIONS)}"
        raise ValueError(f"“{level[:60]}”: exceptions are possible from {known}.")
    ideas = PROFILES[profile] | Ideas.FINESSES
    for one in without:
        ideas &= ~EXCEPTIONS[one]
    return ideas


def named(ideas: Ideas) -> str:
    """Return the canonical name, such as `h5:no-bluffs`, of a set of conventions: the lowest level
    of the H-Group that has them all, and the exceptions that remove the level's other conventions.

    Raise ValueError if no level with exceptions has exactly these conventions.
    """
    profile = next((one for one in GROUP_LEVELS if not ideas & ~ideas_of(one)), None)
    if profile is None:
        raise ValueError(f"No level of the H-Group has all of these conventions: {ideas!r}.")
    left, exceptions = ideas_of(profile) & ~ideas, []
    for exception, without in EXCEPTIONS.items():
        if without & left and not without & ideas:
            exceptions.append(exception)
            left &= ~without
    if left:
        raise ValueError(f"The level {profile} has no exception that removes {left!r}.")
    return ":".join([profile, *exceptions])


def common(all_levels: Iterable[str]) -> str:
    """Return the name, such as `h5:no-bluffs`, of the largest set of conventions that all of these
    levels share. Raise ValueError if a level or an exception is unknown, or if no level with
    exceptions has exactly these conventions.
    """
    return named(reduce(and_, map(ideas_of, all_levels)))


def read(level: str) -> Level:
    """Load the conventions and weights of a level such as `expert` or `h11:no-bluffs`. Raise
    ValueError if an exception is unknown or the level's file is invalid.
    """
    profile = level.partition(":")[0]
    stored = read_file(path(profile))
    if profile not in PROFILES:
        return stored
    ideas, own = ideas_of(level), OWN_WEIGHTS.get(profile, {})
    weights = {
        players: tuple(own.get(name, one) for name, one in zip(WEIGHTS, row, strict=True))
        for players, row in stored.weights.items()
    }
    return Level(bool(ideas & Ideas.FINESSES), weights, ideas & ~Ideas.FINESSES)


def read_file(file: Path) -> Level:
    """Load a level, its weights and whether it uses finesses, from a JSON file.

    Weights named in LATER may be missing and are then 0. Raise ValueError if the file is not JSON,
    lacks any other of WEIGHTS, or has a weight that is not in WEIGHTS.
    """
    stored = json.loads(file.read_text())
    if not {"finesses", "weights"} <= set(stored):
        raise ValueError(f"{file.name} needs `finesses` and `weights`.")
    weights = {}
    for players, row in stored["weights"].items():
        if not set(row) <= set(WEIGHTS) <= set(row) | LATER:
            wrong = ", ".join(sorted(set(row) ^ set(WEIGHTS)))
            raise ValueError(f"The weights of {file.stem} for {players} players differ in {wrong}.")
        weights[int(players)] = tuple(int(row.get(name, 0)) for name in WEIGHTS)
    return Level(bool(stored["finesses"]), weights)


def write(level: str, chosen: Level) -> None:
    """Write the weights of `chosen`, and whether it uses finesses, to the data file of the level
    called `level`, replacing the file. Weights in OWN_WEIGHTS are not written.
    """
    weights = {
        str(players): {
            name: weight
            for name, weight in zip(WEIGHTS, row, strict=True)
            if name not in OWN_WEIGHTS.get(level, {}) and (weight or name not in LATER)
        }
        for players, row in sorted(chosen.weights.items())
    }
    text = json.dumps({"finesses": chosen.finesses, "weights": weights}, indent=2)
    path(level).write_text(f"{text}\n")


@lru_cache
def blueprint(level: str) -> Blueprint:
    """Return the convention agent of a level such as `expert` or `h11:no-bluffs` as a strategy
    that the C code can simulate.
    """
    return read(level).blueprint()
