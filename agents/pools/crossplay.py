"""Every member of a pool with every other: who plays best with whom, and who best with all.

All pairs play the same deals, so the best is not the luckiest; it is sought among all on few games,
then among the best few on more. One has one seat and copies of the other all the rest, as in an
evaluation. A table is stored under the digest of the members' addresses and versions, so it is
played once, and again when anybody has changed.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from django.conf import settings

from agents.entry import Entry
from agents.runs.storage import make_folder, replace
from native import Rng, Rules
from native.play.matches import MATCH, Matches, Results, packed, play, play_blueprints

FOLDER = ".pools"
"""In RUNS_DIR; no run has such a name."""
BUNDLED = Path(__file__).parent / "demo"
SEED = "cross-play of a pool"
GAMES = 16
"""Of every pair, on each seat of the first in turn."""
FINALISTS, FINAL_GAMES = 12, 64
"""So many of the best with each play so many further games."""
CHUNK = 20_000
"""Pairs in one call of the core."""

Floats = npt.NDArray[np.float32]
Pairs = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CrossPlay:
    """Means of cards played, `zero` of scores that are 0 after the last strike.

    `stacks[i, k]` is of member i with copies of member k on all other seats; `best[k]` is the best
    with k among all i, chosen by `stacks`.
    """

    stacks: Floats
    zero: Floats
    best: npt.NDArray[np.int64]

    @property
    def generalist(self) -> int:
        """The member with the best mean over the pool."""
        return int(self.stacks.mean(axis=1).argmax())

    @property
    def means(self) -> Floats:
        """(n,): of each with the whole pool."""
        return np.asarray(self.stacks.mean(axis=1), np.float32)


def of(entries: Sequence[Entry], players: int) -> CrossPlay:
    """The table of these members, from the disk or played now. All must be simulated by the
    core."""
    name = f"{digest(entries)}-{players}.npz"
    for home in (BUNDLED, folder()):
        stored = _read(home / name, len(entries))
        if stored:
            return stored
    made = make(entries, players)
    make_folder(folder())
    replace(folder() / name, _packed(made))
    return made


def folder() -> Path:
    """Where this installation keeps what it has played."""
    return Path(settings.RUNS_DIR) / FOLDER


def digest(entries: Sequence[Entry]) -> str:
    """Of the members, in their order, and of how each plays."""
    text = repr([SEED, GAMES, FINALISTS, FINAL_GAMES, *((e.address, e.version) for e in entries)])
    return blake2b(text.encode(), digest_size=8).hexdigest()


def make(entries: Sequence[Entry], players: int) -> CrossPlay:
    """Play it: a function of the members' policies and the number of players alone."""
    table, count = _Table(entries, players), len(entries)
    points, lost = table.all_pairs(count)
    most = min(FINALISTS, count)
    finalists = np.argsort(-points, axis=0, kind="stable")[:most]
    pairs = np.array([(i, k) for k in range(count) for i in finalists[:, k]])
    further = table.play(pairs, FINAL_GAMES, GAMES)[0].sum(axis=1)
    whole = np.take_along_axis(points, finalists, 0) + further.reshape(count, most).T
    best = finalists[whole.argmax(axis=0), np.arange(count)]
    stacks, zero = points / GAMES, (points - lost) / GAMES
    return CrossPlay(stacks.astype(np.float32), zero.astype(np.float32), best)


class _Table:
    """The members at one table, in the form that plays fastest."""

    def __init__(self, entries: Sequence[Entry], players: int) -> None:
        self.rules = Rules.standard(players)
        lists = [entry.rule_list(players) for entry in entries]
        self.is_list = np.array([one is not None for one in lists])
        self.number = np.cumsum(self.is_list) - 1
        known = [one for one in lists if one is not None]
        self.lists = packed(known) if known else None
        self.blueprints = [entry.in_core(players) for entry in entries]

    def all_pairs(self, count: int) -> tuple[Floats, Floats]:
        """(n, n): points of i with k over GAMES games, and those that the last strike took."""
        if self.rules.players > 2:
            pairs = np.array([(i, k) for i in range(count) for k in range(count)])
            points, lost = self.play(pairs, GAMES, 0)
            shape = (count, count)
            return points.sum(axis=1).reshape(shape), lost.sum(axis=1).reshape(shape)
        # Of two, one seat's partner is the other's: half the games are enough.
        first, second = np.triu_indices(count)
        tables = []
        for part in self.play(np.column_stack([first, second]), GAMES, 0):
            table = np.zeros((count, count), np.float32)
            table[first, second] = table[second, first] = part.sum(axis=1)
            tables.append(table)
        return tables[0], tables[1]

    def play(self, pairs: Pairs, games: int, first: int) -> tuple[Floats, Floats]:
        """(n, players): points of each pair with its first on each seat, over `games` games in
        all, from game `first` on; and those that the last strike took."""
        points = np.zeros((len(pairs), self.rules.players), np.float32)
        lost = points.copy()
        fast = self.is_list[pairs].all(axis=1)
        for chosen in (np.flatnonzero(fast), np.flatnonzero(~fast)):
            for start in range(0, len(chosen), CHUNK):
                part = chosen[start : start + CHUNK]
                points[part], lost[part] = self._play(pairs[part], games, first)
        return points, lost

    def _play(self, pairs: Pairs, games: int, first: int) -> tuple[Floats, Floats]:
        players = self.rules.players
        listed = bool(self.is_list[pairs].all())
        numbers = self.number[pairs] if listed else pairs
        matches = np.zeros((len(pairs), players), MATCH)
        each = -(-games // players)
        matches["stream"], matches["first"], matches["games"] = np.arange(players), first, each
        matches["lists"][:, :, :players] = numbers[:, 1, None, None]
        for seat in range(players):
            matches["lists"][:, seat, seat] = numbers[:, 0]
        results = self._results(matches.reshape(-1), listed)
        scale = games / (each * players)
        shape = (len(pairs), players)
        points = (results["points"].reshape(shape) * scale).astype(np.float32)
        return points, (results["lost_points"].reshape(shape) * scale).astype(np.float32)

    def _results(self, matches: Matches, listed: bool) -> Results:
        if listed and self.lists is not None:
            return play(self.rules, self.lists, matches, Rng(SEED))
        known = [blueprint for blueprint in self.blueprints if blueprint is not None]
        assert len(known) == len(self.blueprints), "a pool's members can be simulated"
        return play_blueprints(self.rules, known, matches, Rng(SEED))


def _packed(made: CrossPlay) -> bytes:
    """Whole sums of points; of a symmetric table, which that of two players is, the upper half."""
    file = BytesIO()
    symmetric = bool((made.stacks == made.stacks.T).all() and (made.zero == made.zero.T).all())
    half = np.triu(np.ones(made.stacks.shape, bool)) | (not symmetric)
    sums: dict[str, Any] = {
        name: np.rint(means[half] * GAMES).astype(np.uint16)
        for name, means in (("stacks", made.stacks), ("zero", made.zero))
    }
    np.savez_compressed(file, best=made.best.astype(np.uint16), **sums)
    return file.getvalue()


def _read(path: Path, count: int) -> CrossPlay | None:
    """None for a file that is not there, or is none: then it is played again."""
    try:
        with np.load(path, allow_pickle=False) as file:
            stacks, zero = (_whole(file[name], count) for name in ("stacks", "zero"))
            best = file["best"].astype(np.int64)
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile):
        return None
    return CrossPlay(stacks, zero, best) if best.shape == (count,) else None


def _whole(sums: npt.NDArray[np.uint16], count: int) -> Floats:
    """Raises ValueError for sums that are not of so many members."""
    means = (sums / GAMES).astype(np.float32)
    if len(sums) == count * count:
        return means.reshape(count, count)
    table = np.zeros((count, count), np.float32)
    upper = np.triu_indices(count)
    table[upper] = means
    table.T[upper] = means
    return table
