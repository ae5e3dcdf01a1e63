"""The named agents as people choose partners: by role, level, the people they suit, and scores."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from agents import registry, scores, with_people
from agents.entry import Entry
from agents.faces import face
from agents.persona import Persona


@dataclass(frozen=True)
class Partner:
    """A named agent with everything that its card in the partners' menu shows."""

    entry: Entry
    drawing: str
    alone: float | None
    """Mean score with a copy of itself at a table of two, counting cards played
    (agents/scores.json)."""
    with_experienced: float | None
    """Mean official score at a table of two with `human:proxy`, a bot that imitates experienced
    people (agents/WITH_PEOPLE.md)."""
    with_newcomers: float | None
    """Mean official score at a table of two with `human:newcomer`, a bot that imitates newcomers
    (agents/WITH_PEOPLE.md)."""

    @property
    def persona(self) -> Persona:
        return self.entry.persona


@cache
def partners() -> tuple[Partner, ...]:
    """Return the named agents that people can play with, recommended ones first."""
    everyone = [_partner(entry) for entry in registry.seatable()]
    return tuple(sorted(everyone, key=lambda one: one.persona.place or len(everyone)))


def recommended() -> list[Partner]:
    """Return the recommended partners, in order."""
    return [one for one in partners() if one.persona.role]


def others() -> list[Partner]:
    """Return the partners that are not recommended."""
    return [one for one in partners() if not one.persona.role]


def _partner(entry: Entry) -> Partner:
    experienced, newcomers = (_with(entry.address, person) for person in with_people.PEOPLE)
    alone = scores.alone().get(entry.address)
    return Partner(entry, face(entry.address), alone, experienced, newcomers)


def _with(agent: str, person: str) -> float | None:
    row = with_people.stored().get(with_people.Place(agent, person, 2))
    return round(row.zero, 2) if row else None
