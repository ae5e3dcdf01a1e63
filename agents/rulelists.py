"""The named rule lists of `rulelists.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from agents.persona import CURIOUS, Persona
from native.rulebase import Mode

Keys = tuple[int | str, ...]
"""The rules of a list, each by its gene (number) or name, in the order in which they are asked."""

ANY_PLAYERS = (2, 3, 4, 5, 6)


@dataclass(frozen=True)
class Named:
    """A rule list with a name; its rules may differ by number of players."""

    title: str
    idea: str
    source: str
    rules: Keys | Mapping[int, Keys]
    mode: Mode = Mode.CLEAN
    """What the list does where a rule fails or none applies: continue, finally with a random legal
    move (clean), or give the game up, as elites of faithful archives do."""
    persona: Persona = CURIOUS

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players with which the list can play."""
        return tuple(self.rules) if isinstance(self.rules, Mapping) else ANY_PLAYERS

    def rules_for(self, players: int) -> Keys:
        """Return the list's rules for this number of players, each as its gene (number) or name.
        Raise ValueError if it does not play with this number.
        """
        if not isinstance(self.rules, Mapping):
            return self.rules
        if players not in self.rules:
            counts = ", ".join(map(str, self.rules))
            raise ValueError(f"{self.title} plays with {counts} players, not {players}.")
        return self.rules[players]


LISTS = Path(__file__).with_suffix(".toml")
NAMED = msgspec.toml.decode(LISTS.read_bytes(), type=dict[str, Named])
"""All named rule lists, by name; the agent's address is `rules:<name>`."""
