"""The named agents as people choose them: for what, how hard, for whom, and how well they score."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from agents import registry
from agents.entry import Entry
from agents.faces import face

SCORES = Path(__file__).with_name("SCORES.md")
WITH_PEOPLE = Path(__file__).with_name("WITH_PEOPLE.md")


@dataclass(frozen=True)
class Persona:
    level: str
    suits: str
    role: str = ""
    """Why it is recommended; empty if it stands among all others."""


EASY, SOME, EXPERT, CURIOUS = "Easy", "Intermediate", "Expert", "For the curious"

PERSONAS = {
    "wary:expert": Persona(
        "Any level", "You and your habits: it trusts conventions if you keep them.", "All-round"
    ),
    "conv:human": Persona(
        SOME, "Players who know that a clue means more than it says.", "Plays like people"
    ),
    "conv:expert": Persona(EXPERT, "Players who know chop, saves and finesses.", "Strongest"),
    "rules:piers": Persona(EASY, "Players who like many clues and a little risk.", "Talkative"),
    "rules:iggi": Persona(EASY, "First games: it never gambles.", "Cautious"),
    "conv:beginner": Persona(SOME, "Players who know play clues and saves, but no finesses."),
    "rules:focus": Persona(SOME, "Players who point at one card at a time."),
    "rules:cautious": Persona(EASY, "First games without any surprise."),
    "rules:iggi2": Persona(EASY, "Players who find IGGI too timid."),
    "rules:risky": Persona(EASY, "Players who don't mind a strike."),
    "rules:mirror_situational": Persona(SOME, "Players who clue the card they want played."),
    "rules:mixed_situational": Persona(EASY, "Players who like odds better than guesses."),
    "rules:elite_045_080": Persona(SOME, "Players who clue several playable cards at once."),
    "rules:nyu_2019": Persona(SOME, "Players who want to meet a competition entry."),
    "human:proxy": Persona(SOME, "A game as with somebody from hanab.live."),
    "human:newcomer": Persona(EASY, "A game as with somebody who is new to Hanabi."),
    "search:1000:rules:focus": Persona(SOME, "Players who give it a second or two to think."),
    "adaptive:500:paper-1+improved-1": Persona(SOME, "Players who keep their style all game."),
    "hat:information": Persona(CURIOUS, "Copies of itself: its clues are a code."),
    "mwum:knowing-2": Persona(CURIOUS, "Players who want to meet a self-taught bot."),
    "rl:plus-2p": Persona(CURIOUS, "Players who want to meet a neural network."),
    "rules:internal": Persona(CURIOUS, "Players who want to see a bot repeat itself."),
    "rules:outer": Persona(CURIOUS, "Players who like clues more than plays."),
    "rules:vdb-paper": Persona(CURIOUS, "Players who know the paper."),
    "rules:clivej": Persona(CURIOUS, "Players who like clues more than plays."),
    "rules:legal_random": Persona(CURIOUS, "Nobody: it picks any legal move."),
    "rules:flawed": Persona(CURIOUS, "Nobody: it wastes its strikes early."),
}
NOBODY_SAID = Persona("", "")


@dataclass(frozen=True)
class Partner:
    """A named agent with all that its card shows."""

    entry: Entry
    persona: Persona
    drawing: str
    alone: float | None
    """Mean score with a copy of itself, two players, cards played (agents/SCORES.md)."""
    with_people: float | None
    """Mean official score of two with learned people, of both kinds (agents/WITH_PEOPLE.md)."""


@cache
def partners() -> tuple[Partner, ...]:
    """Those that anybody can play with, the recommended first."""
    everyone = [_partner(entry) for entry in registry.seatable()]
    order = list(PERSONAS)
    known = [one for one in everyone if one.entry.address in PERSONAS]
    known.sort(key=lambda one: order.index(one.entry.address))
    return (*known, *(one for one in everyone if one.entry.address not in PERSONAS))


def recommended() -> list[Partner]:
    return [one for one in partners() if one.persona.role]


def others() -> list[Partner]:
    return [one for one in partners() if not one.persona.role]


def _partner(entry: Entry) -> Partner:
    alone, people = _measured()
    return Partner(
        entry,
        PERSONAS.get(entry.address, NOBODY_SAID),
        face(entry.address),
        alone.get(entry.address),
        people.get(entry.address),
    )


@cache
def _measured() -> tuple[dict[str, float], dict[str, float]]:
    alone = {address: means[0] for address, means in _rows(SCORES.read_text())}
    two_players = WITH_PEOPLE.read_text().partition("at larger tables")[0]
    # Columns: experienced people by stacks and by zero, then newcomers by the same.
    people = {
        address: (means[1] + means[3]) / 2
        for address, means in _rows(two_players)
        if len(means) == 4
    }
    return alone, people


def _rows(text: str) -> list[tuple[str, list[float]]]:
    """The address and the means of each row of a table of agents."""
    found = re.findall(r"^\| `([^`]+)`[^|]*\|(.*)\|$", text, re.MULTILINE)
    rows = [(address, re.findall(r"([\d.]+) ±", cells)) for address, cells in found]
    return [(address, [float(mean) for mean in means]) for address, means in rows if means]
