"""How runs that learnt alike do with each other and with agents that they never met.

Results are stored, since it takes minutes to play.
"""

from __future__ import annotations

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
    """Of each pair."""
    seed: str
    pairs: tuple[Pair, ...]

    @property
    def alone(self) -> float:
        """Mean over the runs, each with itself."""
        return _mean([pair for pair in self.pairs if pair.one == pair.other])

    @property
    def apart(self) -> float:
        """Mean over pairs of two runs."""
        runs = {pair.one for pair in self.pairs if pair.one == pair.other}
        return _mean([p for p in self.pairs if p.one != p.other and {p.one, p.other} <= runs])


@dataclass(frozen=True)
class Learners:
    """Runs that differ by their seeds alone, and whom else they meet."""

    runs: tuple[str, ...]
    others: tuple[str, ...]
    file: Path

    def load(self) -> Strangers | None:
        """What was stored, or nothing."""
        if not self.file.exists():
            return None
        return msgspec.json.decode(self.file.read_bytes(), type=Strangers)

    def measure(self, games: int, seed: str) -> Strangers:
        """Each run with each run, and with the others."""
        places = [
            *combinations_with_replacement(self.runs, 2),
            *((run, other) for run in self.runs for other in self.others),
        ]
        rules, pairs = Rules.standard(2), []
        for one, other in places:
            entries = [registry.find(one), registry.find(other)]
            played = simulate(rules, entries, games, seed, threads=1)
            pairs.append(Pair(one, other, played.zero))
        return Strangers(games, seed, tuple(pairs))

    def save(self, strangers: Strangers) -> None:
        replace(self.file, msgspec.json.encode(strangers) + b"\n")


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
"""By the folder of the paper."""
