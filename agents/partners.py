"""The named agents as a menu of partners for people, with role, level, scores and the people they
suit.
"""

from dataclasses import dataclass
from functools import cache

from agents import registry, scores, with_people
from agents.entry import Entry
from agents.faces import face
from agents.persona import Persona
from agents.recommended import recommended

OFFERED = 5
"""The largest number of partners on the front page."""
CONVENTIONAL = ("conv:h5", "conv:h11", "conv:expert")
"""The addresses of the agents offered before others to people who play with conventions."""


@dataclass(frozen=True)
class MenuPartner:
    """A named agent as the menu of partners shows it: name, role, level, scores and the people it
    suits.
    """

    entry: Entry
    drawing: str
    alone: float | None
    """Mean number of cards played with a copy of itself at a table of two (agents/scores.json)."""
    with_experienced: float | None
    """Mean score (0 for a game lost by strikes) at a table of two with `human:proxy`, a bot that
    imitates experienced people (agents/WITH_PEOPLE.md)."""
    with_newcomers: float | None
    """Mean score (0 for a game lost by strikes) at a table of two with `human:newcomer`, a bot
    that imitates newcomers (agents/WITH_PEOPLE.md)."""

    @property
    def named(self) -> str:
        """The agent's name and title (`name_and_title`)."""
        return name_and_title(self.entry)

    @property
    def persona(self) -> Persona:
        """The agent's level, role and the people it suits."""
        return self.entry.persona


def name_and_title(entry: Entry) -> str:
    """Return an agent's name in sentences, followed by its title if that differs: “Max ·
    Conventions, expert”.
    """
    return " · ".join(dict.fromkeys((entry.called, entry.title)))


@cache
def partners() -> tuple[MenuPartner, ...]:
    """Return the named agents that people can play with, recommended ones first."""
    everyone = [_partner(entry) for entry in registry.seatable()]
    return tuple(sorted(everyone, key=lambda one: one.persona.place or len(everyone)))


def offered(kind: str = "unknown") -> list[MenuPartner]:
    """Return the partners to offer to a kind of person, at most `OFFERED`.

    `kind` is `new` (new to Hanabi), `rules` (knows the rules), `conventions` (plays with
    conventions) or `unknown`. The recommended partner at a table of two comes first, then those
    with a recommended role, such as “First games”. People who play with conventions are offered
    agents that do (`CONVENTIONAL`) before these.
    """
    addresses = [one.entry.address for one in partners() if one.persona.role]
    if kind == "conventions":
        addresses = [*CONVENTIONAL, *addresses]
    known = {one.entry.address: one for one in partners()}
    wanted = dict.fromkeys([recommended(kind, 2), *addresses])
    return [known[address] for address in wanted][:OFFERED]


def others(kind: str = "unknown") -> list[MenuPartner]:
    """Return the remaining partners for a kind of person, those that `offered` leaves out.

    `kind` is `new` (new to Hanabi), `rules` (knows the rules), `conventions` (plays with
    conventions) or `unknown`. Research agents, which are recommended to nobody, are left out too.
    """
    first = offered(kind)
    suits = [one for one in partners() if not one.persona.suits.startswith("Nobody")]
    return [one for one in suits if one not in first]


def _partner(entry: Entry) -> MenuPartner:
    experienced, newcomers = (_with(entry.address, person) for person in with_people.PEOPLE)
    alone = scores.of(entry, 2)
    mean = alone.mean if alone else None
    return MenuPartner(entry, face(entry.address), mean, experienced, newcomers)


def _with(agent: str, person: str) -> float | None:
    row = with_people.stored().get(with_people.Place(agent, person, 2))
    return round(row.zero, 2) if row else None
