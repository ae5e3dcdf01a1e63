"""What a named rule list is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from native.rulebase import Mode

Keys = tuple[int | str, ...]
"""Rules by gene or by name, in the order in which they are asked."""

ANY_PLAYERS = (2, 3, 4, 5, 6)


@dataclass(frozen=True)
class Named:
    """A rule list with a name: one list for all tables, or one by number of players."""

    title: str
    idea: str
    source: str
    rules: Keys | Mapping[int, Keys]
    mode: Mode = Mode.CLEAN
    """What it does where its list fails: an elite of a faithful archive gives the game up."""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players it can play with."""
        return tuple(self.rules) if isinstance(self.rules, Mapping) else ANY_PLAYERS

    def rules_for(self, players: int) -> Keys:
        """The list for a table. Raises ValueError for a number of players it has no list for."""
        if not isinstance(self.rules, Mapping):
            return self.rules
        if players not in self.rules:
            counts = ", ".join(map(str, self.rules))
            raise ValueError(f"{self.title} plays with {counts} players, not {players}.")
        return self.rules[players]
