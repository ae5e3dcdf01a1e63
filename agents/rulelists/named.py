"""The type of a named rule list."""

from collections.abc import Mapping
from dataclasses import dataclass

from agents.persona import CURIOUS, Persona
from native.rulebase import Mode

Keys = tuple[int | str, ...]
"""Rules by gene or by name, in the order in which they are asked."""

ANY_PLAYERS = (2, 3, 4, 5, 6)


@dataclass(frozen=True)
class Named:
    """A rule list with a name; it may differ by number of players."""

    title: str
    idea: str
    source: str
    rules: Keys | Mapping[int, Keys]
    mode: Mode = Mode.CLEAN
    """How it plays where its rules fail: an elite of a faithful archive gives the game up."""
    persona: Persona = CURIOUS

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players with which the list plays."""
        return tuple(self.rules) if isinstance(self.rules, Mapping) else ANY_PLAYERS

    def rules_for(self, players: int) -> Keys:
        """Return the list's rules for this number of players, each as its gene (number) or name.
        Raise ValueError if there are none.
        """
        if not isinstance(self.rules, Mapping):
            return self.rules
        if players not in self.rules:
            counts = ", ".join(map(str, self.rules))
            raise ValueError(f"{self.title} plays with {counts} players, not {players}.")
        return self.rules[players]
