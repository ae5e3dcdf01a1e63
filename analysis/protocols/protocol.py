"""The protocols: a frozen pool, a table, and how many games in a row are played with a partner.

Mirror, mixed and learning are the tracks of the Hanabi competition at CoG (Walton-Rivers et al.
2019); the partners of a mixed track were not known beforehand, while ours are, so `fresh:` pools of
`manage.py evaluate` stand in for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from agents import registry
from agents.contract import AgentError
from agents.entry import Entry
from agents.pools import freezing
from analysis.evaluate.evaluation import Plan
from native import Rules

FIELD = "families@1"
"""The frozen pool whose members stand in all tables of standings."""
SLOW_SECONDS, SLOW_GAMES = 140, 400
"""For an agent that the core cannot play quickly, so many games in all, over the members of a pool,
divided by the seconds that a decision of it may take, and no more than these."""
FAST_GAMES, QUICK_GAMES = 10**9, 20_000
"""The same for a rule list, and for another agent that the core plays."""
FEWEST = 4
"""Units from which on an agent has a place."""


@dataclass(frozen=True)
class Protocol:
    """A way to measure agents."""

    name: str
    title: str
    words: str
    pool: str = ""
    """A frozen pool; empty: the agent plays with itself."""
    session: int = 1
    """Games in a row with the same partner."""
    players: int = 2
    shown: int = 0
    """Games of the partner with copies of itself that the agent sees first."""
    quick: bool = False
    """Only the members that the core plays quickly are partners."""

    @property
    def rules(self) -> Rules:
        return Rules.standard(self.players)

    def partners(self, agent: Entry) -> list[Entry]:
        """Whom an agent meets. Raises AgentError if one is not what it was."""
        return self.members() if self.pool else [agent]

    def members(self) -> list[Entry]:
        """The partners of a protocol that has a pool. Raises AgentError if one is not what it
        was."""
        members = [registry.find(address) for address in freezing.addresses(self.pool)]
        return [one for one in members if not (self.quick and is_slow(one, self.players))]

    @property
    def versions(self) -> str:
        """Names the versions of all members, in short; empty where there are no partners."""
        if not self.pool:
            return ""
        members = repr(freezing.load(self.pool).members)
        return blake2b(members.encode(), digest_size=4).hexdigest()

    @property
    def adaptive(self) -> str:
        """Who knows all partners, recognises them by their moves, and answers with the best of
        them: the address of an agent; empty where there are no partners."""
        if not self.pool:
            return ""
        known = self.pool
        if self.quick:
            known = "+".join(one.address for one in self.members())
        return f"adaptive:0:{known}"

    def plans(self, agent: Entry, threads: int = 1) -> list[Plan]:
        """What an agent plays: seed after seed, the same games with every member. A slow one plays
        the first of these games only; none if those would be too few to tell anything."""
        frozen = freezing.load(self.pool or FIELD)
        members = len(self.members()) if self.quick else len(frozen.members) if self.pool else 1
        most = most_games(agent, self.players) // members
        games = min(frozen.games, most) // self.session * self.session
        seeds = frozen.seeds[: max(1, most // max(1, games))]
        if len(seeds) * games < FEWEST * self.session:
            return []
        return [
            Plan(
                self.rules,
                games,
                seed,
                session=self.session,
                threads=threads,
                shown=self.shown,
            )
            for seed in seeds
        ]


def most_games(agent: Entry, players: int) -> int:
    """In all, over the members of a pool."""
    if is_slow(agent, players):
        return int(min(SLOW_GAMES, SLOW_SECONDS / agent.seconds))
    return FAST_GAMES if agent.plays_in_core else QUICK_GAMES


def is_slow(agent: Entry, players: int) -> bool:
    """Whether thousands of games of it would take long."""
    blueprint = agent.in_core(players)
    return agent.thinks_long or blueprint is None or blueprint.thinks


PROTOCOLS = {
    protocol.name: protocol
    for protocol in (
        Protocol(
            "mirror",
            "With itself",
            "The agent plays with copies of itself: self-play, or the mirror track of the "
            "competition.",
        ),
        Protocol(
            "literature7",
            "With the seven of the literature",
            "The partners are the seven agents of Walton-Rivers et al. (2017), two of which play "
            "badly on purpose.",
            "literature7@1",
        ),
        Protocol(
            "families",
            "With one of every family",
            "The partners are rule lists, evolved agents, agents with conventions, one with a hat "
            "code, and networks that imitate people.",
            "families@1",
            quick=True,
        ),
        Protocol(
            "humans",
            "With learned people",
            "The partners are networks that imitate experienced and new players. They stand in "
            "for people.",
            "humans@1",
        ),
        Protocol(
            "elites",
            "With evolved agents",
            "The partners are all elites of an archive that no agent here learned from.",
            "paper-2@1",
        ),
        Protocol(
            "learning",
            "Five games with the same partner",
            "An agent may remember its partner from game to game: the learning track. The partners "
            "are the seven of the literature.",
            "literature7@1",
            session=5,
        ),
        Protocol(
            "shown",
            "With partners seen before",
            "Before every game the agent sees five games that its partner plays with copies of "
            "itself (Bard et al. 2020). The partners are the seven of the literature.",
            "literature7@1",
            shown=5,
        ),
    )
}


def find(name: str) -> Protocol:
    """Raises AgentError, in words, for a protocol that there is not."""
    if name not in PROTOCOLS:
        raise AgentError(f"There is no protocol {name[:40]}. There are {', '.join(PROTOCOLS)}.")
    return PROTOCOLS[name]
