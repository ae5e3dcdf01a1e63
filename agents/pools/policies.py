"""A pool as a set of policies: to infer which of them a partner plays by, and to choose moves that
suit it.
"""

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
    """The agents of a pool as policies by which a partner may play: first the rule lists, then the
    others.

    A rule list here makes a random legal move where no rule applies, even if as a player it would
    give the game up (faithful mode): a partner that is still playing has not given up.
    """

    entries: tuple[Entry, ...]
    players: int

    @cached_property
    def suspects(self) -> Suspects:
        """An object that infers from a partner's moves which of the policies it plays by."""
        lists = [entry.rule_list(self.players) for entry in self.entries]
        known = [rules for rules in lists if rules is not None]
        return Suspects(known, self.blueprints[len(known) :])

    @cached_property
    def blueprints(self) -> tuple[Blueprint, ...]:
        """The policies as strategies that the C core can simulate, in the order of `entries`."""
        found = [entry.in_core(self.players) for entry in self.entries]
        return tuple(one for one in found if one is not None)

    def among(self, setting: Setting) -> Among:
        """Return a search by simulated games in which each other seat may play any of the
        policies; `setting` has the search's budget.

        In a simulated game in which the next seat plays policy k, the searching seat makes the
        move to be tried, and then plays the policy that scores best with policy k (`table.best`).
        """
        if setting not in self._searches:
            self._searches[setting] = Among(self.blueprints, self.table.best.tolist(), setting)
        return self._searches[setting]

    @cached_property
    def _searches(self) -> dict[Setting, Among]:
        return {}

    @cached_property
    def table(self) -> crossplay.PoolCrossPlay:
        """The cross-play scores of the policies at tables of two; larger tables use them too.

        They are computed on first use: seconds for the elites of one archive, a minute or two for
        two.
        """
        return crossplay.of(self.entries)


def policies(pool: str, players: int) -> Policies:
    """Return the agents of a pool, such as `paper-1+improved-1`, as policies at tables with this
    many players. Agents that do not also play at tables of two are left out.

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
