"""Cross-play between families: all pairs of members of the frozen pool, at tables of two.

The result is stored because slow agents take long; `manage.py rebuild families` makes it. Pairs
that the core plays quickly get many games, others few; every mean has the interval of its games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement
from math import sqrt
from pathlib import Path

import msgspec
import numpy as np

from agents import registry
from agents.entry import Entry
from agents.matchups.playing import Plan, play_games
from agents.pools import freezing
from agents.runs.storage import replace
from analysis.protocols.protocol import FIELD, SLOW_SECONDS, is_slow
from analysis.statistics import Estimate, mean_of_counts
from native import Rules

FILE = Path(__file__).parent / "stored" / "crossplay.json"
GAMES = 2_000
SLOW_SHARE = 7
"""The divisor that gives a slow agent's games with one partner from its games under a protocol."""
FEWEST = 40
"""The fewest games of a pair."""
SEED = "families"
PLAYERS = 2

FAMILIES = {
    "rules": "Rule lists",
    "elite": "Evolved",
    "conv": "Conventions",
    "hat": "Hat",
    "human": "Learned people",
    "mwum": "Learners",
    "rl": "Learners",
    "wary": "Adaptive",
    "adaptive": "Adaptive",
    "search": "Search",
}
"""Family names by the kind of an address."""


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games of two agents at a table of two."""

    one: str
    other: str
    stacks: tuple[int, ...]
    """Games by score, under this scoring."""
    zero: tuple[int, ...]

    @property
    def games(self) -> int:
        """The number of games of the pair."""
        return sum(self.stacks)

    def mean(self, scoring: str) -> Estimate:
        """The mean score of the pair."""
        return mean_of_counts(dict(enumerate(self.zero if scoring == "zero" else self.stacks)))


class CrossPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games of every pair of agents in a frozen pool."""

    pool: str
    seed: str
    members: tuple[tuple[str, str], ...]
    """Addresses and versions."""
    pairs: tuple[Pair, ...]

    @property
    def agents(self) -> list[str]:
        """The addresses of the members."""
        return [address for address, _ in self.members]

    def between(self, one: str, other: str, scoring: str) -> Estimate:
        """Return the mean over the pairs of two families, self-play excluded; without a value if
        there are no such pairs. The error is that of the games, with the agents as given."""
        found = [
            pair.mean(scoring)
            for pair in self.pairs
            if pair.one != pair.other and {family(pair.one), family(pair.other)} == {one, other}
        ]
        return mean_of_means(found)

    def itself(self, of: str, scoring: str) -> Estimate:
        """Return the mean self-play score over the members of a family."""
        alone = [pair for pair in self.pairs if pair.one == pair.other and family(pair.one) == of]
        return mean_of_means([pair.mean(scoring) for pair in alone])


def family(address: str) -> str:
    """Return the name of an address's family."""
    return FAMILIES[address.partition(":")[0]]


def mean_of_means(means: Sequence[Estimate]) -> Estimate:
    """Return the unweighted mean of independent estimates."""
    if not means:
        return Estimate()
    value = sum(one.value or 0 for one in means) / len(means)
    units = sum(one.units for one in means)
    if any(one.sem is None for one in means):
        return Estimate(value, None, units)
    error = sqrt(sum((one.sem or 0) ** 2 for one in means)) / len(means)
    freedom = min(one.degrees for one in means) * len(means)
    return Estimate(value, error, units, freedom=freedom)


def measure(
    threads: int = 1,
    told: Callable[[str, str], object] = lambda _one, _other: None,
    known: CrossPlay | None = None,
) -> CrossPlay:
    """Play all pairs of the frozen pool except those in `known` whose members have not changed.

    `told` is called with the two addresses before a pair is played. Raises AgentError if a member's
    version differs from the frozen one.
    """
    frozen = freezing.load(FIELD)
    entries = [registry.find(address) for address in freezing.addresses(FIELD)]
    played = still_true(known, dict(frozen.members)) if known else {}
    pairs = []
    for one, other in combinations_with_replacement(entries, 2):
        pair = played.get((one.address, other.address))
        if pair is None:
            told(one.address, other.address)
            pair = _pair(one, other, threads)
        pairs.append(pair)
    return CrossPlay(FIELD, SEED, frozen.members, tuple(pairs))


def missing(known: CrossPlay) -> list[tuple[str, str]]:
    """Return the pairs of the frozen pool not played yet, or played with another version of a
    member."""
    frozen = dict(freezing.load(FIELD).members)
    played = still_true(known, frozen)
    pairs = combinations_with_replacement(frozen, 2)
    return [pair for pair in pairs if pair not in played]


def still_true(known: CrossPlay, versions: Mapping[str, str]) -> dict[tuple[str, str], Pair]:
    """Return the pairs whose two members have not changed, by addresses."""
    same = {one for one, version in known.members if versions.get(one) == version}
    return {(p.one, p.other): p for p in known.pairs if {p.one, p.other} <= same}


def games_of(one: Entry, other: Entry) -> int:
    """Return the number of games a pair plays."""
    slow = [entry.seconds for entry in (one, other) if is_slow(entry, PLAYERS)]
    return max(FEWEST, int(SLOW_SECONDS / max(slow) / SLOW_SHARE)) if slow else GAMES


def _pair(one: Entry, other: Entry, threads: int) -> Pair:
    rules = Rules.standard(PLAYERS)
    plan = Plan(rules, games_of(one, other), SEED, threads=threads)
    played = play_games([one], [other], plan)

    def counts(scoring: str) -> tuple[int, ...]:
        scores = played.scores(scoring).ravel().astype(np.int64)
        return tuple(np.bincount(scores, minlength=rules.max_score + 1).tolist())

    return Pair(one.address, other.address, counts("stacks"), counts("zero"))


def load() -> CrossPlay | None:
    """Return the stored cross-play; None if there is none."""
    return msgspec.json.decode(FILE.read_bytes(), type=CrossPlay) if FILE.exists() else None


def store(crossplay: CrossPlay) -> None:
    """Write a cross-play table to the file that `load` reads, replacing the old one."""
    FILE.parent.mkdir(exist_ok=True)
    replace(FILE, msgspec.json.encode(crossplay) + b"\n")
