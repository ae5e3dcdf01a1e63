"""Evaluation protocols: with which partners an agent plays (a frozen pool, or copies of itself),
at which table size, and how many games in a row with each.

Mirror, mixed and learning are the tracks of the Hanabi competition at CoG (Walton-Rivers et al.
2019). The partners of its mixed track were secret; ours are public, so `fresh:` pools of
`manage.py evaluate` serve as unseen partners.
"""

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import msgspec

from agents import registry
from agents.contract import AgentError
from agents.entry import Entry
from agents.matchups.playing import Plan
from agents.pools import freezing
from native import Rules

FIELD = "families@2"
"""The frozen pool whose members are ranked under every protocol."""
SLOW_SECONDS, SLOW_GAMES = 140, 400
"""Budget of a slow agent, one that the core cannot play quickly. Over all members of a pool it
plays SLOW_SECONDS / s games, where s is its time per decision in seconds; at most SLOW_GAMES."""
FAST_GAMES, QUICK_GAMES = 10**9, 20_000
"""Maximum number of games, over all members of a pool, of a rule list (FAST_GAMES) and of any
other agent that the C core plays quickly (QUICK_GAMES)."""
FEWEST = 4
"""An agent is ranked only if it plays at least this many deals with each partner (or sessions, in
protocols with several games in a row)."""


@dataclass(frozen=True)
class Protocol:
    """An evaluation protocol: with which partners agents play, how many players sit at a table,
    and how many games they play in a row.
    """

    name: str
    title: str
    words: str
    pool: str = ""
    """The name of a frozen pool, whose members are the partners; "" means self-play."""
    session: int = 1
    """Number of games in a row with the same partner."""
    players: int = 2
    shown: int = 0
    """Number of games of the partner with copies of itself that the agent sees before each of its
    games."""
    quick: bool = False
    """Whether only the pool's members that the core plays quickly are partners."""

    @property
    def rules(self) -> Rules:
        """The rules of the protocol's games: the standard ones for its number of players."""
        return Rules.standard(self.players)

    def partners(self, agent: Entry) -> list[Entry]:
        """Return the partners with which `agent` plays under the protocol: the pool's members or,
        without a pool, the agent itself. Raises AgentError if a member's version has changed.
        """
        return self.members() if self.pool else [agent]

    def members(self) -> list[Entry]:
        """Return the members of the protocol's pool that are partners: all or, if `quick`, those
        that are not slow (`is_slow`). Raises AgentError if a member's version has changed.
        """
        members = [registry.find(address) for address in freezing.addresses(self.pool)]
        return [one for one in members if not (self.quick and is_slow(one, self.players))]

    @property
    def addresses(self) -> list[str]:
        """The addresses of all members of the pool; an empty list for self-play."""
        return [one for one, _ in freezing.load(self.pool).members] if self.pool else []

    @property
    def versions(self) -> str:
        """A digest of the versions of all members of the pool; "" for self-play."""
        if not self.pool:
            return ""
        members = repr(freezing.load(self.pool).members)
        return blake2b(members.encode(), digest_size=4).hexdigest()

    @property
    def adaptive(self) -> str:
        """The address of the adaptive agent that knows all partners, infers which one it plays
        with, and responds best; "" for self-play.
        """
        if not self.pool:
            return ""
        known = "+".join(one.address for one in self.members()) if self.quick else self.pool
        return f"adaptive:0:{known}"

    def plans(self, agent: Entry, threads: int = 1) -> list[Plan]:
        """Return the games that an agent plays with each partner under the protocol, as a list of
        plans (deals and settings), one for each seed of deals.

        The deals are the same for all agents and partners, except that an agent with a smaller
        limit (`most_games`) plays only the first of them. The list is empty if that leaves fewer
        than FEWEST deals or sessions. `threads` is the number of threads that play the games.
        """
        frozen = freezing.load(self.pool or FIELD)
        members = len(self.members()) if self.quick else len(frozen.members) if self.pool else 1
        most = most_games(agent, self.players) // members
        games = min(frozen.games, most) // self.session * self.session
        seeds = frozen.seeds[: max(1, most // max(1, games))]
        if len(seeds) * games < FEWEST * self.session:
            return []
        return [
            Plan(self.rules, games, seed, session=self.session, threads=threads, shown=self.shown)
            for seed in seeds
        ]


def most_games(agent: Entry, players: int) -> int:
    """Return the maximum number of games that an agent plays under a protocol, with all members of
    the pool together. A slow agent (`is_slow`) gets at most 400, fewer the longer it takes.
    """
    if is_slow(agent, players):
        return int(min(SLOW_GAMES, SLOW_SECONDS / agent.seconds))
    return FAST_GAMES if agent.plays_in_core else QUICK_GAMES


def is_slow(agent: Entry, players: int) -> bool:
    """Return whether the agent is too slow, with this many players, for the thousands of games of
    a protocol: it takes long for a decision, or the C core cannot play it quickly.
    """
    blueprint = agent.in_core(players)
    return agent.thinks_long or blueprint is None or blueprint.thinks


FILE = Path(__file__).with_name("protocols.toml")
PROTOCOLS = {
    one.name: one
    for one in msgspec.toml.decode(FILE.read_bytes(), type=dict[str, list[Protocol]])["protocols"]
}


def find(name: str) -> Protocol:
    """Return the evaluation protocol called `name`. Raises AgentError if there is none."""
    if name not in PROTOCOLS:
        raise AgentError(f"There is no protocol {name[:40]}. There are {', '.join(PROTOCOLS)}.")
    return PROTOCOLS[name]
