"""How the runs do with each other and with agents that they never met.

The result is stored in `strangers.json`, since it takes minutes to play.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import msgspec

from agents import registry
from agents.arena import simulate
from agents.runs.storage import replace
from analysis.papers.mwum.series import KNOWING, SEEDS
from analysis.statistics import Estimate, mean_of_counts
from native import Rules

FILE = Path(__file__).with_name("strangers.json")
GAMES = 1_000
SEED = "strangers"
RUNS = tuple(f"mwum:{KNOWING.run(seed)}" for seed in SEEDS)
OTHERS = ("rules:piers", "rules:iggi", "hat:information")


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two agents at a table of two."""

    one: str
    other: str
    zero: tuple[int, ...]
    """Games by score, where a lost game has none."""

    @property
    def mean(self) -> Estimate:
        return mean_of_counts(dict(enumerate(self.zero)))


class Strangers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    games: int
    seed: str
    pairs: tuple[Pair, ...]

    @property
    def alone(self) -> float:
        """Mean over the runs, each with itself."""
        return _mean([pair for pair in self.pairs if pair.one == pair.other])

    @property
    def apart(self) -> float:
        """Mean over pairs of two runs."""
        runs = [p for p in self.pairs if p.one != p.other and {p.one, p.other} <= set(RUNS)]
        return _mean(runs)


def load() -> Strangers | None:
    """What was stored, or nothing."""
    return msgspec.json.decode(FILE.read_bytes(), type=Strangers) if FILE.exists() else None


def measure(games: int, seed: str) -> Strangers:
    """Each run with each run, and with the others."""
    places = [*combinations_with_replacement(RUNS, 2), *((a, b) for a in RUNS for b in OTHERS)]
    rules, pairs = Rules.standard(2), []
    for one, other in places:
        entries = [registry.find(one), registry.find(other)]
        played = simulate(rules, entries, games, seed, threads=1)
        pairs.append(Pair(one, other, played.zero))
    return Strangers(games, seed, tuple(pairs))


def save(strangers: Strangers) -> None:
    replace(FILE, msgspec.json.encode(strangers) + b"\n")


def _mean(pairs: list[Pair]) -> float:
    return sum(pair.mean.value or 0.0 for pair in pairs) / len(pairs)
