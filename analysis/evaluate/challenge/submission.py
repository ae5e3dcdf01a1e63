"""What a key is for: the games of an agent with a pool of ours, in an order that says nothing."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from django.core import signing

from agents.contract import AgentError
from agents.entry import Entry
from analysis.evaluate.core_games import seats
from analysis.evaluate.pools import PREFIX, pool
from native import Game, Rng, Rules
from native.environment.observation import check

AGE = 365 * 24 * 3600
"""Seconds that a key lasts."""
MOST_GAMES = 20_000
SALT = "evaluations in the way of AH2AC2"
ORDER_STREAM = 2**62
"""Of the seed: the order is drawn from there, far from deals and seats."""


class Scheduled(NamedTuple):
    """One game: the deal and the seat are those that `manage.py evaluate` gives its game `deal`."""

    players: int
    partner: Entry
    deal: int
    seat: int


@dataclass(frozen=True)
class Submission:
    """`games` with every member of the pool at a table of each size."""

    name: str
    pool: str
    players: tuple[int, ...] = (2,)
    games: int = 10
    seed: str = "1"

    def key(self) -> str:
        """What opens it for a year. Raises AgentError or BadRules, in words, if nobody could play
        its games."""
        schedule(self)
        return signing.dumps(asdict(self), salt=SALT)

    @property
    def digest(self) -> str:
        """Names it in a file's name."""
        return blake2b(repr(self).encode(), digest_size=12).hexdigest()

    def deal(self, scheduled: Scheduled) -> Game:
        rules = Rules.standard(scheduled.players)
        return Game(rules, seed=Rng(self.seed).derive(scheduled.deal).derive(0))


def opened(key: str) -> Submission:
    """What a key is for. Raises AgentError, in words."""
    try:
        facts = signing.loads(key, salt=SALT, max_age=AGE)
    except signing.BadSignature:
        raise AgentError(
            "The key is none of ours, or too old: manage.py agent_token NAME --pool POOL."
        ) from None
    return Submission(**{**facts, "players": tuple(facts["players"])})


@lru_cache(maxsize=16)
def schedule(submission: Submission) -> tuple[Scheduled, ...]:
    """Its games in their order. Raises AgentError or BadRules, in words."""
    if not submission.pool.startswith(PREFIX):
        raise AgentError("Name a pool of ours, such as pool:literature7.")
    if submission.games < 1 or not submission.players:
        raise AgentError("Play at least one game with each member, at a table of some size.")
    if len(set(submission.players)) < len(submission.players):
        raise AgentError("Name each size of a table once.")
    found: list[Scheduled] = []
    for players in submission.players:
        rules = Rules.standard(players)
        check(rules)
        members = pool(submission.pool, rules).members
        if slow := next((one for one in members if one.thinks_long), None):
            raise AgentError(f"{slow.title} thinks too long over a move to play here.")
        if len(found) + submission.games * len(members) > MOST_GAMES:
            raise AgentError(
                f"{submission.pool} has {len(members)} members: there would be more than "
                f"{MOST_GAMES} games."
            )
        chosen = seats(rules, submission.games, submission.seed).tolist()
        found += [
            Scheduled(players, member, deal, seat)
            for member in members
            for deal, seat in enumerate(chosen)
        ]
    order = Rng(submission.seed).derive(ORDER_STREAM)
    for place in range(len(found) - 1, 0, -1):
        other = order.below(place + 1)
        found[place], found[other] = found[other], found[place]
    return tuple(found)
