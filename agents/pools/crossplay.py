"""Cross-play of a pool: the mean score of every pair of members, and each member's best partner.

All pairs play the same deals at tables of two, so that no pair is preferred for lucky deals; the
best partner is sought among all members on few games, then among the best few on more. Results are
stored under a digest of the members' addresses and versions, so they are computed again only when
a member changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.entry import Entry
from agents.runs.storage import arrays_in, make_folder, replace, runs_dir
from native import Rng, Rules
from native.play.matches import MATCH, play_blueprints

FOLDER = ".pools"
"""Name of the folder inside RUNS_DIR for the tables computed here; no run can have this name."""
BUNDLED = Path(__file__).parent / "demo"
PLAYERS = 2
"""Number of players at the tables at which the members of a pool play each other."""
SEED = "cross-play of a pool"
GAMES = 16
"""Games of every pair of members, in equal parts with the first member on each seat."""
FINALISTS, FINAL_GAMES = 12, 64
"""Each member plays FINAL_GAMES further games with each of its best FINALISTS partners."""
CHUNK = 20_000
"""Largest number of pairs in one call of the C core."""

Floats = npt.NDArray[np.float32]
Pairs = npt.NDArray[np.int64]


@dataclass(frozen=True)
class PoolCrossPlay:
    """The mean scores of all pairs of agents in a pool, and each agent's best partner.

    `stacks[i, k]` is the mean number of cards that agents i and k play together; `zero[i, k]` is
    their mean score if a game lost by strikes scores 0. Both tables are symmetric, of shape (n,
    n). `best[k]` is the index of agent k's best partner, chosen by cards played.
    """

    stacks: Floats
    zero: Floats
    best: npt.NDArray[np.int64]


def of(entries: Sequence[Entry]) -> PoolCrossPlay:
    """Return the cross-play scores of `entries`, from the stored table if there is one, else
    computed and stored now.

    The C core must be able to play every agent.
    """
    name = f"{digest(entries)}-{PLAYERS}.npz"
    for home in (BUNDLED, folder()):
        stored = _read(home / name, len(entries))
        if stored:
            return stored
    made = make(entries)
    make_folder(folder())
    replace(folder() / name, _packed(made))
    return made


def folder() -> Path:
    """Return the folder of the cross-play tables that this installation has computed."""
    return runs_dir() / FOLDER


def digest(entries: Sequence[Entry]) -> str:
    """Return a hash of the agents, their versions, and the seed and numbers of games of
    cross-play; it names the file of their stored table.
    """
    text = repr([SEED, GAMES, FINALISTS, FINAL_GAMES, *((e.address, e.version) for e in entries)])
    return blake2b(text.encode(), digest_size=8).hexdigest()


def make(entries: Sequence[Entry]) -> PoolCrossPlay:
    """Play all pairs of `entries`, and return their cross-play scores without storing them; equal
    agents always give equal scores.
    """
    table, count = _Table(entries), len(entries)
    points, lost = table.all_pairs(count)
    most = min(FINALISTS, count)
    finalists = np.argsort(-points, axis=0, kind="stable")[:most]
    pairs = np.array([(i, k) for k in range(count) for i in finalists[:, k]])
    further = table.play(pairs, FINAL_GAMES, GAMES)[0].sum(axis=1)
    whole = np.take_along_axis(points, finalists, 0) + further.reshape(count, most).T
    best = finalists[whole.argmax(axis=0), np.arange(count)]
    stacks, zero = points / GAMES, (points - lost) / GAMES
    return PoolCrossPlay(stacks.astype(np.float32), zero.astype(np.float32), best)


class _Table:
    """The agents of a pool at tables of two, as the C code plays them."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.rules = Rules.standard(PLAYERS)
        self.blueprints = [one for entry in entries if (one := entry.in_core(PLAYERS))]
        assert len(self.blueprints) == len(entries), "a pool's members can be simulated"

    def all_pairs(self, count: int) -> tuple[Floats, Floats]:
        """Return the (n, n) points of i with k over GAMES games, and how many were lost.

        The table is symmetric, so half of the pairs are played.
        """
        upper = np.column_stack(np.triu_indices(count))
        points, lost = (part.sum(axis=1) for part in self.play(upper, GAMES, 0))
        return _symmetric(points, count), _symmetric(lost, count)

    def play(self, pairs: Pairs, games: int, first: int) -> tuple[Floats, Floats]:
        """Return the points that each pair scores, and those that it loses to the last strike, as
        two arrays of shape (pairs, players).

        In column s the pair's first member sits at seat s and its second member on all other
        seats. Each pair plays `games` games, numbered from `first`, an equal part with each seat;
        an entry is the sum over its part, so a row adds up to the pair's points in `games` games.
        """
        points = np.zeros((len(pairs), self.rules.players), np.float32)
        lost = points.copy()
        for start in range(0, len(pairs), CHUNK):
            part = slice(start, start + CHUNK)
            points[part], lost[part] = self._play(pairs[part], games, first)
        return points, lost

    def _play(self, pairs: Pairs, games: int, first: int) -> tuple[Floats, Floats]:
        players = self.rules.players
        matches = np.zeros((len(pairs), players), MATCH)
        each = -(-games // players)
        matches["stream"], matches["first"], matches["games"] = np.arange(players), first, each
        matches["lists"][:, :, :players] = pairs[:, 1, None, None]
        for seat in range(players):
            matches["lists"][:, seat, seat] = pairs[:, 0]
        results = play_blueprints(self.rules, self.blueprints, matches.reshape(-1), Rng(SEED))
        scale = games / (each * players)
        shape = (len(pairs), players)
        points = (results["points"].reshape(shape) * scale).astype(np.float32)
        return points, (results["lost_points"].reshape(shape) * scale).astype(np.float32)


def _packed(made: PoolCrossPlay) -> bytes:
    """Serialise the upper half of a table, which is symmetric, as integer sums of points."""
    file = BytesIO()
    half = np.triu_indices(len(made.best))
    sums: dict[str, Any] = {
        name: np.rint(means[half] * GAMES).astype(np.uint16)
        for name, means in (("stacks", made.stacks), ("zero", made.zero))
    }
    np.savez_compressed(file, best=made.best.astype(np.uint16), **sums)
    return file.getvalue()


def _read(path: Path, count: int) -> PoolCrossPlay | None:
    """Read a stored table; None if it is missing or invalid, so that it is computed again."""
    try:
        arrays = arrays_in(path.read_bytes())
        stacks, zero = (
            _symmetric((arrays[name] / GAMES).astype(np.float32), count)
            for name in ("stacks", "zero")
        )
        best = arrays["best"].astype(np.int64)
    except (OSError, ValueError, KeyError):
        return None
    return PoolCrossPlay(stacks, zero, best) if best.shape == (count,) else None


def _symmetric(upper: Floats, count: int) -> Floats:
    """Return a symmetric table, shape (count, count), from its upper half. Raise ValueError if that
    has another length.
    """
    table = np.zeros((count, count), np.float32)
    first, second = np.triu_indices(count)
    table[first, second] = table[second, first] = upper
    return table
