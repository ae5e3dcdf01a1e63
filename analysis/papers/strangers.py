"""Scores of equally trained runs with each other and with unfamiliar agents.

Results are stored because playing takes minutes; `manage.py rebuild strangers` plays what changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path

import msgspec

from agents import registry
from agents.arena import simulate
from agents.runs.storage import replace
from analysis.statistics import Estimate, mean_of_counts
from native import Rules

GAMES = 1_000
SEED = "strangers"
STORED = "strangers.json"


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games of two agents at a table of two."""

    one: str
    other: str
    zero: tuple[int, ...]
    """Games by score, with lost games at 0."""
    versions: tuple[str, str] = ("", "")
    """The versions of both agents."""

    @property
    def mean(self) -> Estimate:
        """The mean score of the pair."""
        return mean_of_counts(dict(enumerate(self.zero)))


class Strangers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games of a group of runs with each other and with other agents."""

    games: int
    """Games of each pair."""
    seed: str
    pairs: tuple[Pair, ...]

    @property
    def alone(self) -> float:
        """Mean score of the runs with themselves."""
        return _mean([pair for pair in self.pairs if pair.one == pair.other])

    @property
    def apart(self) -> float:
        """Mean score of pairs of two different runs."""
        runs = {pair.one for pair in self.pairs if pair.one == pair.other}
        return _mean([p for p in self.pairs if p.one != p.other and {p.one, p.other} <= runs])


@dataclass(frozen=True)
class Learners:
    """Runs that differ only in their seeds, and the other agents they play with."""

    runs: tuple[str, ...]
    others: tuple[str, ...]
    file: Path

    def load(self) -> Strangers | None:
        """Load the stored games; None if there are none."""
        if not self.file.exists():
            return None
        return msgspec.json.decode(self.file.read_bytes(), type=Strangers)

    def missing(self) -> list[tuple[str, str]]:
        """Return the pairs that were not played by the present versions of both agents."""
        stored = self.load()
        fresh = {
            (pair.one, pair.other)
            for pair in (stored.pairs if stored else ())
            if pair.versions == _versions(pair.one, pair.other)
        }
        return [places for places in self.wanted() if places not in fresh]

    def wanted(self) -> list[tuple[str, str]]:
        """Return each run with each run, and with the other agents."""
        return [
            *combinations_with_replacement(self.runs, 2),
            *((run, other) for run in self.runs for other in self.others),
        ]

    def make(self, say: Callable[[str], object] = str) -> None:
        """Play the missing pairs, and store the pairs after each."""
        stored = self.load()
        pairs = {(pair.one, pair.other): pair for pair in (stored.pairs if stored else ())}
        for one, other in self.missing():
            say(f"{one} and {other}")
            pairs[one, other] = play(one, other, GAMES, SEED)
            there = tuple(pairs[places] for places in self.wanted() if places in pairs)
            replace(self.file, msgspec.json.encode(Strangers(GAMES, SEED, there)) + b"\n")


def play(one: str, other: str, games: int, seed: str) -> Pair:
    """Play two agents at tables of two; the second sits second."""
    entries = [registry.find(one), registry.find(other)]
    played = simulate(Rules.standard(2), entries, games, seed, threads=1)
    return Pair(one, other, played.zero, _versions(one, other))


def _versions(one: str, other: str) -> tuple[str, str]:
    return registry.find(one).version, registry.find(other).version


def _mean(pairs: list[Pair]) -> float:
    return sum(pair.mean.value or 0.0 for pair in pairs) / len(pairs)


HERE = Path(__file__).parent
LEARNERS = {
    "mwum": Learners(
        ("mwum:knowing-1", "mwum:knowing-2", "mwum:knowing-3"),
        ("rules:piers", "rules:iggi", "hat:information"),
        HERE / "mwum" / STORED,
    ),
    "learning": Learners(
        ("rl:plus-2p", "rl:plus-2p-2", "rl:plus-2p-3"),
        ("conv:expert", "rules:piers", "rules:iggi"),
        HERE / "learning" / STORED,
    ),
}
"""Learners by the name of their paper's folder."""
