"""A pool as policies that a partner may play by: what recognises them, and what answers them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from agents.contract import AgentError
from agents.entry import Entry
from agents.pools import crossplay
from agents.pools.members import changed, members
from native.partners.suspects import Suspects
from native.play.blueprint import Blueprint
from native.search.among import Among
from native.search.search import Setting

PAIR = 2
"""Players at the tables where it is found out who plays best with whom."""


@dataclass(frozen=True)
class Policies:
    """The members of a pool at tables of one size, rule lists before all others.

    All play on where a list comes to an end, also one that was evolved in the faithful mode: while
    a game goes on, its partner has not given up, and whoever plays like it must not.
    """

    entries: tuple[Entry, ...]
    players: int

    def __len__(self) -> int:
        return len(self.entries)

    @cached_property
    def suspects(self) -> Suspects:
        """What weighs them by the moves of a partner."""
        lists = [entry.rule_list(self.players) for entry in self.entries]
        known = [rules for rules in lists if rules is not None]
        return Suspects(known, self.blueprints[len(known) :])

    @cached_property
    def blueprints(self) -> tuple[Blueprint, ...]:
        found = [entry.in_core(self.players) for entry in self.entries]
        return tuple(one for one in found if one is not None)

    def among(self, setting: Setting) -> Among:
        """The pool to search with: where the next seat plays by a policy, this one goes on as its
        best partner."""
        if setting not in self._searches:
            self._searches[setting] = Among(self.blueprints, self.table.best.tolist(), setting)
        return self._searches[setting]

    @cached_property
    def _searches(self) -> dict[Setting, Among]:
        return {}

    @cached_property
    def table(self) -> crossplay.CrossPlay:
        """Who plays best with whom, at tables of two; what suits whom there is taken to suit them
        at larger tables. It is played first if nobody has yet: seconds for an archive, a minute or
        two for two."""
        return crossplay.of(self.entries, PAIR)


def policies(pool: str, players: int) -> Policies:
    """The pool of this name as it is now. Raises AgentError, in words, for one that does not exist
    or has members that cannot be simulated."""
    return _policies(pool, players, changed(pool))


@lru_cache(maxsize=16)
def _policies(pool: str, players: int, _changed: tuple[int, ...]) -> Policies:
    known = [entry.playing_on() for entry in members(pool, players)]
    entries = [entry for entry in known if PAIR in entry.players]
    for entry in entries:
        blueprint = None if entry.sees_everything else entry.in_core(players)
        if blueprint is None or blueprint.thinks:
            raise AgentError(f"{entry.title} cannot be simulated, so it can be in no such pool.")
    lists_first = sorted(entries, key=lambda entry: not entry.plays_in_core)
    return Policies(tuple(lists_first), players)
