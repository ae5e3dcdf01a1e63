"""A pool as a set of policies: to infer which of them a partner plays by, and to respond to it."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from agents.contract import AgentError
from agents.entry import Entry
from agents.pools import crossplay
from agents.pools.members import changed, members
from native.inference.suspects import Suspects
from native.play.blueprint import Blueprint
from native.search.search import Among, Setting


@dataclass(frozen=True)
class Policies:
    """The agents of a pool as policies that a partner may follow, rule lists first, as `Suspects`
    numbers them.

    A rule list makes a random legal move where no rule applies, even if as a player it would give
    the game up (faithful mode): a partner that is still playing has not given up.
    """

    entries: tuple[Entry, ...]
    players: int

    @cached_property
    def suspects(self) -> Suspects:
        """Return an object that infers, from a partner's moves, which policy it plays by."""
        lists = [entry.rule_list(self.players) for entry in self.entries]
        known = [rules for rules in lists if rules is not None]
        return Suspects(known, self.blueprints[len(known) :])

    @cached_property
    def blueprints(self) -> tuple[Blueprint, ...]:
        """Return the policies as strategies that the C code simulates, in the order of
        `entries`.
        """
        found = [entry.in_core(self.players) for entry in self.entries]
        return tuple(one for one in found if one is not None)

    def among(self, setting: Setting) -> Among:
        """Return a search by simulated games in which each other seat may play any of these
        policies.

        Where the next seat plays a policy, this seat plays that policy's best partner after its
        move.
        """
        if setting not in self._searches:
            self._searches[setting] = Among(self.blueprints, self.table.best.tolist(), setting)
        return self._searches[setting]

    @cached_property
    def _searches(self) -> dict[Setting, Among]:
        return {}

    @cached_property
    def table(self) -> crossplay.CrossPlay:
        """Return the cross-play table at tables of two, which also serves for larger tables.

        Computed on first use: seconds for one archive, a minute or two for two.
        """
        return crossplay.of(self.entries)


def policies(pool: str, players: int) -> Policies:
    """Return the agents of a pool as policies for tables of this size, without those that do not
    play at tables of two.

    Raise AgentError if the pool does not exist or a member cannot be simulated.
    """
    return _policies(pool, players, changed(pool))


@lru_cache(maxsize=16)
def _policies(pool: str, players: int, _changed: tuple[int, ...]) -> Policies:
    known = [entry.playing_on() for entry in members(pool, players)]
    entries = [entry for entry in known if crossplay.PLAYERS in entry.players]
    for entry in entries:
        blueprint = None if entry.sees_everything else entry.in_core(players)
        if blueprint is None or blueprint.thinks:
            raise AgentError(f"{entry.title} cannot be simulated, so it can be in no such pool.")
    lists_first = sorted(entries, key=lambda entry: not entry.plays_in_core)
    return Policies(tuple(lists_first), players)
