"""Cross-play between families, kinds of agents such as rule lists: all pairs of members of the
frozen pool `families`, at tables of two.

The games are in the store of pairs (`agents.matchups.store`); `manage.py rebuild families` plays
the missing ones. Pairs that the core plays quickly get many games, others few; every mean has the
interval of its games.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from agents import registry
from agents.entry import Entry
from agents.matchups.store import PLAYERS, Matchups, Numbers, Wanted, table_of
from agents.pools import freezing
from analysis.diversity.crossplay import mean_over
from analysis.protocols.protocol import FIELD, SLOW_SECONDS, is_slow
from analysis.statistics import Estimate

GAMES = 2_000
SLOW_SHARE = 7
"""A pair with a slow agent plays SLOW_SECONDS / SLOW_SHARE / s games, where s is the slower
agent's time per decision in seconds."""
FEWEST = 40
"""The fewest games that a pair plays."""

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
"""The name of each agent's family, by the kind at the start of its address, such as `rules`."""


@dataclass(frozen=True)
class FamilyCrossPlay:
    """The scores of every pair of agents in the frozen pool `families`, a selection from every
    kind of agent on the site.
    """

    pairs: Matchups

    @property
    def agents(self) -> list[str]:
        """The addresses of the pool's members."""
        return list(self.pairs.agents)

    def mean(self, one: str, other: str, scoring: str) -> Estimate:
        """Return the mean score of two members with each other, given by their addresses; an
        estimate without a value if they have not played.

        `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
        """
        first, second = (np.array([self.agents.index(address)]) for address in (one, other))
        return mean_over(self.pairs, first, second, scoring)

    def between(self, one: str, other: str, scoring: str) -> Estimate:
        """Return the mean score over all pairs of an agent of family `one` and an agent of family
        `other`. If both name the same family, average over the pairs within it, without self-play.
        Return an estimate without a value if there are no such pairs.

        Families are given by name, such as "Rule lists". `scoring` is "stacks" (cards played) or
        "zero" (0 if lost by strikes). The error is that of the games: the agents are taken as
        given, not as a sample.
        """
        first, second = self._upper
        names = np.array([family(address) for address in self.agents])
        wanted = {(one, other), (other, one)}
        among = [
            i != k and (names[i], names[k]) in wanted for i, k in zip(first, second, strict=True)
        ]
        return mean_over(self.pairs, first[among], second[among], scoring)

    def itself(self, of: str, scoring: str) -> Estimate:
        """Return the mean self-play score over the agents of the family called `of`, such as "Rule
        lists".

        `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
        """
        members = np.array([i for i, one in enumerate(self.agents) if family(one) == of], np.int64)
        return mean_over(self.pairs, members, members, scoring)

    @property
    def games(self) -> int:
        """The number of games of all pairs together, self-play included."""
        return int(self.pairs.games[self._upper].sum())

    @property
    def _upper(self) -> tuple[Numbers, Numbers]:
        return np.triu_indices(len(self.agents))


def family(address: str) -> str:
    """Return the name of the family to which the agent at an address belongs, such as "Rule
    lists".
    """
    return FAMILIES[address.partition(":")[0]]


def wanted() -> list[Wanted]:
    """Return all pairs of members of the frozen pool `families`, self-play included, each with the
    number of games that it needs.

    Raises AgentError if a member's version differs from the frozen one.
    """
    entries = [registry.find(address) for address in freezing.addresses(FIELD)]
    return [
        Wanted(one.address, other.address, games_of(one, other))
        for one, other in combinations_with_replacement(entries, 2)
    ]


def games_of(one: Entry, other: Entry) -> int:
    """Return the number of games that a pair of agents has to play: GAMES (2,000) if the core plays
    both quickly; otherwise a number in inverse proportion to the time per decision of the slower
    agent, at least FEWEST (40).
    """
    slow = [entry.seconds for entry in (one, other) if is_slow(entry, PLAYERS)]
    return max(FEWEST, int(SLOW_SECONDS / max(slow) / SLOW_SHARE)) if slow else GAMES


def load() -> FamilyCrossPlay:
    """Return the stored scores of the members of the frozen pool `families` with each other, in
    their present versions.
    """
    return FamilyCrossPlay(table_of([address for address, _ in freezing.load(FIELD).members]))
